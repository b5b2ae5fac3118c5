"""When the gradients come by."""

from ...define import Case, Exercise, T, Wrong
from ..edited import edited
from .watched import OF_GRADIENTS, SETUP

GOOD = """
            def replaced(gradients, found, who, what):
                if found is None:
                    return gradients
                if len(found) != len(gradients):
                    raise RuntimeError(
                        f"{who} returned an invalid number of {what}, got {len(found)}, but expected {len(gradients)}"
                    )
                return tuple(found)

            def _on_outputs(self, _, outer):
                outer = spread(self.output_places, outer, self.outputs)
                for hook in self.before:
                    outer = replaced(outer, hook(self.module, outer), "Backward pre hook", "grad_output")
                if self.input_places is None:
                    run_without_inputs(self, outer)
                else:
                    self.outer = outer
                return tuple([outer[place] for place in self.output_places])

            def _on_inputs(self, inner, _):
                if self.outer is None:
                    return None
                inner = spread(self.input_places, inner, self.inputs)
                for hook in self.full:
                    inner = replaced(inner, hook(self.module, inner, self.outer), "Backward hook", "grad_input")
                self.outer = None
                return tuple([inner[place] for place in self.input_places])
"""

INNER = "return tuple([inner[place] for place in self.input_places])"
CALLED = "inner = replaced(inner, hook(self.module, inner, self.outer), "


def but(old, new):
    """The solution with one place changed."""
    return edited(GOOD, (old, new))


exercise = Exercise(
    "on_gradients",
    title="When the gradients come by",
    difficulty=4,
    minutes=11,
    target="minitorch.nn.module.backward_hooks:Watch._on_inputs",
    covers=("minitorch.nn.module.backward_hooks:Watch._on_outputs", "minitorch.nn.module.backward_hooks:replaced"),
    installed=True,
    setup=SETUP,
    stub='''
        def replaced(gradients, found, who, what):
            """The gradients, if a hook's `found` is None, else `found` as a tuple. If there are not as many: RuntimeError(
            f"{who} returned an invalid number of {what}, got {one}, but expected {other}"), with the two numbers."""
            ...


        def _on_outputs(self, _, outer):
            """The hook of the second step; `outer` has a gradient, or None, for each *tensor* among the results.

            Spread it over self.outputs places: that is grad_output. Each hook of self.before is called with (module,
            grad_output), and may replace it. Then keep it in self.outer for _on_inputs; or, if no argument passed a step (the
            places are None), call run_without_inputs(self, grad_output) and keep nothing. Return its gradients at the places.
            """
            ...


        def _on_inputs(self, inner, _):
            """The hook of the first step; `inner` has a gradient, or None, for each *tensor* among the arguments.

            If self.outer is None, nothing came through the outputs: return None. Otherwise spread it over self.inputs places:
            that is grad_input. Each hook of self.full is called with (module, grad_input, self.outer), and may replace
            grad_input. Then self.outer is None again. Return its gradients at the places.
            """
            ...
    ''',
    solution='''
        def replaced(gradients, found, who, what):
            """The gradients, or what a hook returned to take their place: as many."""
            if found is None:
                return gradients
            if len(found) != len(gradients):
                raise RuntimeError(
                    f"{who} returned an invalid number of {what}, got {len(found)}, but expected {len(gradients)}"
                )
            return tuple(found)


        def _on_outputs(self, _, outer):
            """grad_output is complete: the pre-hooks see it, and may replace it."""
            outer = spread(self.output_places, outer, self.outputs)
            for hook in self.before:
                outer = replaced(outer, hook(self.module, outer), "Backward pre hook", "grad_output")
            if self.input_places is None:
                run_without_inputs(self, outer)
            else:
                self.outer = outer
            return tuple([outer[place] for place in self.output_places])


        def _on_inputs(self, inner, _):
            """grad_input is complete as well: the full hooks see both, and may replace it."""
            if self.outer is None:
                return None  # it came by another way than through the outputs
            inner = spread(self.input_places, inner, self.inputs)
            for hook in self.full:
                inner = replaced(inner, hook(self.module, inner, self.outer), "Backward hook", "grad_input")
            self.outer = None
            return tuple([inner[place] for place in self.input_places])
    ''',
    why="grad_output waits in the watch from the second step to the first, and no longer: a second pass through the same call "
    "brings its own. What a node's hook returns takes the place of what the node sends on, so the step hands on what the hooks made.",
    facts=[
        Case(
            "(replaced((1, 2), None, 'A', 'b'), replaced((1, 2), [3, None], 'A', 'b'), replaced((), (), 'A', 'b'))",
            ((1, 2), (3, None), ()),
        ),
        Case(
            "replaced((1, 2), (), 'A hook', 'gradients')",
            raises=RuntimeError,
            match="A hook returned an invalid number of gradients, got 0, but expected 2",
        ),
        Case(
            """
            gate, seen, x, y = Gate(), [], leaf(1.0), leaf(3.0)
            gate.register_full_backward_hook(lambda module, inner, outer: seen.append((module is gate, lists(inner), lists(outer))))
            product, power = gate(x, 2, y)
            (product + 10 * power).sum().backward()
            (seen, x.grad, y.grad)
            """,
            ([(True, [[3.0], None, [61.0]], [[1.0], [10.0]])], T([3.0]), T([61.0])),
        ),
        Case(
            """
            triple, x = Triple(), leaf(1.0, 2.0)
            triple.register_full_backward_hook(lambda module, inner, outer: (inner[0] * 10,))
            (triple(x) + x).sum().backward()
            x.grad
            """,
            T([31.0, 31.0]),
        ),
        Case(
            """
            triple, seen, x = Triple(), [], leaf(1.0)
            triple.register_full_backward_hook(lambda module, inner, outer: (inner[0] + 1,))
            triple.register_full_backward_hook(lambda module, inner, outer: seen.append(lists(inner)))
            triple.register_full_backward_hook(lambda module, inner, outer: [inner[0] * 10])
            triple(x).sum().backward()
            (seen, x.grad)
            """,
            ([[[4.0]]], T([40.0])),
        ),
        Case(
            """
            triple, seen, x = Triple(), [], leaf(1.0)
            triple.register_full_backward_pre_hook(lambda module, outer: (outer[0] + 1,))
            triple.register_full_backward_pre_hook(lambda module, outer: seen.append(lists(outer)))
            triple.register_full_backward_pre_hook(lambda module, outer: (outer[0] * 10,))
            triple.register_full_backward_hook(lambda module, inner, outer: seen.append((lists(inner), lists(outer))))
            triple(x).sum().backward()
            triple.register_full_backward_pre_hook(lambda module, outer: seen.append(module is triple))
            triple(x).sum().backward()
            (seen[:2], seen[-2:], x.grad)
            """,
            ([[[2.0]], ([[60.0]], [[20.0]])], [True, ([[60.0]], [[20.0]])], T([120.0])),
        ),
        Case(
            """
            gate, seen, x, y = Gate(), [], leaf(1.0), leaf(3.0)
            gate.register_full_backward_hook(lambda module, inner, outer: seen.append(lists(outer)))
            gate.register_full_backward_hook(lambda module, inner, outer: tuple([g if g is None else -g for g in inner]))
            gate(x, 2, y)[0].sum().backward()
            (seen, x.grad, y.grad)
            """,
            ([[[1.0], None]], T([-3.0]), T([-1.0])),
        ),
        Case(
            """
            gate, x, y = Gate(), leaf(1.0), leaf(3.0)
            gate.register_full_backward_hook(lambda module, inner, outer: (None, None, inner[2]))
            gate(x, 2, y)[0].sum().backward()
            (x.grad, y.grad)
            """,
            (None, T([1.0])),
        ),
        Case(
            """
            triple, seen, x = Triple(), [], leaf(1.0)
            triple.register_full_backward_hook(lambda module, inner, outer: seen.append((lists(inner), lists(outer))))
            y = triple(x)
            y.sum().backward(retain_graph=True)
            (2 * y).sum().backward()
            (seen, x.grad)
            """,
            ([([[3.0]], [[1.0]]), ([[6.0]], [[2.0]])], T([9.0])),
        ),
        Case(
            """
            triple, seen, x = Triple(), [], leaf(1.0)
            triple.register_full_backward_hook(lambda module, inner, outer: seen.append((lists(inner), lists(outer))))
            triple(triple(x)).sum().backward()
            seen
            """,
            [([[3.0]], [[1.0]]), ([[9.0]], [[3.0]])],
        ),
        Case(
            """
            class Keeps(mt.nn.Module):
                def forward(self, x):
                    self.__dict__["kept"] = x * 5
                    return x * 3
            keeps, seen, x = Keeps(), [], leaf(1.0)
            keeps.register_full_backward_hook(lambda module, inner, outer: seen.append(lists(inner)))
            keeps(x)
            keeps.kept.sum().backward()
            first, x.grad = x.grad, None
            keeps(x).sum().backward(retain_graph=True)
            keeps.kept.sum().backward()
            (first, seen, x.grad)
            """,
            (T([5.0]), [[[3.0]]], T([8.0])),
        ),
        Case(
            """
            triple, seen, w = Triple(), [], leaf(1.0)
            class Weighted(mt.nn.Module):
                def forward(self, x):
                    return x * w
            weighted = Weighted()
            weighted.register_full_backward_hook(lambda module, inner, outer: seen.append((inner, lists(outer))))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                (weighted(mt.tensor([4.0])) * 2).sum().backward()
            (seen, w.grad)
            """,
            ([((None,), [[2.0]])], T([8.0])),
        ),
        Case(
            """
            w, watch = leaf(1.0), Watch(Triple(), [lambda module, inner, outer: (outer[0],)], [])
            (args,) = watch.take_inputs((mt.tensor([4.0]),))
            y = watch.take_outputs(args * w)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                y.sum().backward()
            y
            """,
            raises=RuntimeError,
            match="where no input requires gradient",
        ),
        Case(
            """
            triple, x = Triple(), leaf(1.0, 2.0)
            triple.register_full_backward_hook(lambda module, inner, outer: inner[0] * 2)
            triple(x).sum().backward()
            """,
            raises=RuntimeError,
            match="Backward hook returned an invalid number of grad_input, got 2, but expected 1",
        ),
        Case(
            """
            triple, x = Triple(), leaf(1.0)
            triple.register_full_backward_pre_hook(lambda module, outer: (outer[0], outer[0]))
            triple(x).sum().backward()
            """,
            raises=RuntimeError,
            match="Backward pre hook returned an invalid number of grad_output, got 2, but expected 1",
        ),
        Case(
            """
            triple = Triple()
            triple.register_full_backward_hook(silent)
            (gone(triple, leaf(1.0)), gone(triple, leaf(1.0), backward=True))
            """,
            (True, True),
        ),
        Case(
            """
            triple, seen, x = Triple(), [], leaf(1.0)
            for _ in range(2):
                triple.register_full_backward_hook(lambda module, inner, outer: seen.append(lists(outer)))
            triple(x).sum().backward()
            seen
            """,
            [[[1.0]], [[1.0]]],
        ),
        Case(
            """
            watch = Watch(Triple(), [silent], [])
            y = watch.take_outputs(leaf(1.0) * 2)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                y.sum().backward()
            watch.outer
            """,
            None,
        ),
    ],
    wrong=[
        Wrong(
            but("if found is None:", "if not found:"),
            "`if not found` also holds for an empty tuple, and where one gradient is expected an empty tuple is a mistake to be told. "
            "Ask `found is None`.",
        ),
        Wrong(
            but("return tuple(found)", "return found"),
            "A hook may return a list. The gradients are a tuple from one hook to the next: tuple(found).",
        ),
        Wrong(
            but("                self.outer = None\n", ""),
            "self.outer stays after the hooks have run, so a pass that comes by another way finds an old grad_output in it, and the "
            "hooks run. Set it to None at the end.",
        ),
        Wrong(
            but(
                """                if self.outer is None:
                    return None
""",
                "",
            ),
            "The hooks run although nothing came through the outputs, with None for grad_output. Return None there.",
        ),
        Wrong(
            but(INNER, "return inner"),
            "The step has as many inputs as there were tensors. You return a place for each argument: pick those at the places.",
        ),
        Wrong(
            but(INNER, "return None"),
            "What the hooks made of grad_input is dropped. Return it, and the step sends it on.",
        ),
        Wrong(
            but("return tuple([outer[place] for place in self.output_places])", "return None"),
            "What the pre-hooks made of grad_output is dropped. Return it, and the step sends it on.",
        ),
        Wrong(
            but(CALLED, "replaced(inner, hook(self.module, inner, self.outer), "),
            "What a full hook returns is looked at and dropped: `inner = replaced(inner, ...)`.",
        ),
        Wrong(
            but("hook(self.module, inner, self.outer)", "hook(self.module, self.outer, inner)"),
            "A full hook is called with (module, grad_input, grad_output), though grad_output came first.",
        ),
        Wrong(
            but("                inner = spread(self.input_places, inner, self.inputs)\n", ""),
            "A hook finds its gradients side by side, without the None for what was no tensor: spread them over self.inputs places.",
        ),
        Wrong(
            but(
                "outer = spread(self.output_places, outer, self.outputs)",
                "outer = spread(self.output_places, _, self.outputs)",
            ),
            "grad_output is what came to the step, the second of the two. The first is what the step sends on, in which a gradient "
            "that is missing has become zeros.",
        ),
        Wrong(
            but(
                """                if self.input_places is None:
                    run_without_inputs(self, outer)
                else:
                    self.outer = outer
""",
                """                self.outer = outer
""",
            ),
            "Where no argument passed a step, nobody will call _on_inputs, and the full hooks never run: run_without_inputs(self, "
            "outer) runs them.",
        ),
        Wrong(
            but("                    self.outer = outer\n", "                    pass\n"),
            "grad_output is not kept, so _on_inputs finds None, and no full hook runs: self.outer = ...",
        ),
        Wrong(
            but(CALLED, "inner = hook(self.module, inner, self.outer) or inner #").replace("or inner #", "or inner; ("),
            "A hook may return something that does not fit, and nobody says so. replaced(inner, found, ...) compares the numbers.",
        ),
        Wrong(
            but("outer = replaced(outer, hook(self.module, outer)", "_ = replaced(outer, hook(self.module, outer)"),
            "What a pre-hook returns is looked at and dropped: `outer = replaced(outer, ...)`.",
        ),
        Wrong(
            but(INNER, "return tuple([g for g in inner if g is not None])"),
            "You leave out every None. A hook may put None in the place of a tensor: pick by the places.",
        ),
        Wrong(
            but("                self.outer = None\n", "                    self.outer = None\n"),
            "self.outer is forgotten after the first hook, and the next one gets None for grad_output. Forget it when all "
            "of them have run.",
        ),
        Wrong(
            but(
                "                else:\n                    self.outer = outer\n",
                "                self.outer = outer\n",
            ),
            "Where there is no first step, nobody comes for grad_output, and the watch would hold it as long as the graph "
            "is there. Keep it only in the other case.",
        ),
    ],
    hints=[
        "_on_outputs: spread, pre-hooks, keep or run, return. _on_inputs: ask, spread, full hooks, forget, return.",
        '`outer = replaced(outer, hook(self.module, outer), "Backward pre hook", "grad_output")` calls a hook and takes what it '
        "returns, unless that is None.",
        "Both end in picking at the places: `return tuple([outer[place] for place in self.output_places])`, and the same with inner "
        "and self.input_places.",
    ],
    mistakes=OF_GRADIENTS,
)
