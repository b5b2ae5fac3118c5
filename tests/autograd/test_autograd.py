"""Autograd against PyTorch: each program below must say the same on both libraries."""

import gc
import random
import re
import warnings
import weakref

import numpy as np
import pytest

import minitorch as mt

from ..programs import same

PROGRAMS = {
    "the weight that an optimizer changed is named": """
        first, last = torch.nn.Linear(4, 3), torch.nn.Linear(3, 1)
        y = last(first(torch.ones(2, 4))).sum(); y.backward(retain_graph=True)
        torch.optim.SGD(last.parameters(), 0.1).step()
        try: y.backward()
        except RuntimeError as error: print(str(error).partition(" Hint")[0].replace(", which is output 0 of AsStrided,", ""))
    """,
    "worked example": """
        x = torch.tensor(2.0, requires_grad=True); w = torch.tensor(3.0, requires_grad=True)
        y = (x + w) * (w + 1)
        y.backward()
        print(y, x.grad, w.grad, y.is_leaf, x.is_leaf)
        print(type(y.grad_fn).__name__, [type(n).__name__ for n, _ in y.grad_fn.next_functions])
    """,
    "gradcheck of nothing": """
        x = torch.zeros(4, 0, dtype=torch.float64, requires_grad=True)
        print(torch.autograd.gradcheck(torch.sin, x, check_forward_ad=False, check_backward_ad=True))
        print(torch.autograd.gradgradcheck(lambda x: x * x, x, check_fwd_over_rev=False))
    """,
    "accumulation": """
        x = torch.ones(3, requires_grad=True)
        for _ in range(3):
            (x * x).sum().backward()
            print(x.grad)
        x.grad.zero_(); print(x.grad)
        x.grad = None; (2 * x).sum().backward(); print(x.grad)
    """,
    "a chain through steps with two results": """
        x = torch.tensor([0.3, -0.2, 0.9], requires_grad=True)
        for _ in range(2):
            y = (x * 2).sort().values.tanh().max(0).values.exp()
            y.backward(); print(x.grad)
    """,
    "saved tensors go through hooks": """
        x = torch.tensor([1.0, 2.0], requires_grad=True); seen = []
        def pack(t): seen.append(t.tolist()); return t.tolist()
        with torch.autograd.graph.saved_tensors_hooks(pack, lambda kept: torch.tensor(kept) * 10):
            y = x * x
            z = x.sigmoid()
        print(len(seen), seen[0])
        y.sum().backward(); print(x.grad)
        (g,) = torch.autograd.grad(z.sum(), x, create_graph=True); print(g.shape)
        x.grad = None; (x * x).sum().backward(); print(x.grad)
    """,
    "an unpack hook must give a tensor": """
        x = torch.ones(2, requires_grad=True)
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: 1): y = x * x
        y.sum().backward()
    """,
    "saved on the CPU": """
        x = torch.tensor([3.0], requires_grad=True)
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t.clone(), lambda t: t): y = x ** 3
        y.backward(); print(x.grad)
    """,
    "anomaly": """
        import warnings
        x = torch.zeros(2, requires_grad=True)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            try:
                with torch.autograd.detect_anomaly(): (x.sqrt() * 0).sum().backward()
            except RuntimeError as error: print(error)
        print(len(said), str(said[1].message)[:80], torch.is_grad_enabled())
        (x.sqrt() * 0).sum().backward(); print(x.grad)
    """,
    "inputs missing": "torch.autograd.grad(torch.ones(1, requires_grad=True) * 2, [], torch.ones(1))",
    "Variable": """
        x = torch.autograd.Variable(torch.ones(2), requires_grad=True); print(x, isinstance(x, torch.autograd.Variable))
        a, b = x.unbind(); print(b.output_nr, x.output_nr)
    """,
    "checkpoint within the backward pass": """
        from importlib import import_module
        calls = []
        checkpoint = torch.utils.checkpoint.checkpoint
        x = torch.tensor([0.5, 1.0], requires_grad=True)
        def piece(x, scale): calls.append(1); return {"out": (x.sin() * scale).exp()}
        y = checkpoint(piece, x, scale=2.0, use_reentrant=False)["out"]; print(len(calls))
        print(torch.autograd.grad(y.sum(), x, retain_graph=True), len(calls))
        y.sum().backward(); print(x.grad, len(calls))
        n = [0]
        def changing(x): n[0] += 1; return x.sin().exp() if n[0] > 1 else x.sin().exp().sin()
        checkpoint(changing, x, use_reentrant=False).sum().backward()
    """,
    "checkpoint under autocast": """
        def piece(x): y = layer(x).relu(); print(y.dtype, torch.ones(2).device); return y * 2
        for reentrant in (False,):
            layer, x = torch.nn.Linear(2, 3), torch.tensor([[0.5, 1.0]], requires_grad=True)
            torch.nn.init.constant_(layer.weight, 0.3)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                y = torch.utils.checkpoint.checkpoint(piece, x, use_reentrant=reentrant)
            y.float().sum().backward(); print(x.grad, torch.is_autocast_enabled("cpu"))
            y = torch.utils.checkpoint.checkpoint(piece, x, use_reentrant=reentrant)
            with torch.autocast("cpu", dtype=torch.bfloat16): y.sum().backward(); print(torch.is_autocast_enabled("cpu"))
        with torch.device("meta"):
            x = torch.ones(2, requires_grad=True)
            y = torch.utils.checkpoint.checkpoint(lambda x: (x * torch.ones(2)).exp(), x, use_reentrant=False)
        y.sum().backward()
    """,
    "a post-accumulation hook that returns": """
        x = torch.ones(2, requires_grad=True); x.register_post_accumulate_grad_hook(lambda x: x.grad); x.sum().backward()
    """,
    "hooks of a leaf when its gradient is asked for": """
        log = []; a = torch.tensor(1.0, requires_grad=True); b = a.clone(); leaf = b.grad_fn.next_functions[0][0]
        a.register_hook(lambda g: log.append("tensor")); leaf.register_prehook(lambda g: log.append("pre"))
        leaf.register_hook(lambda i, o: log.append("post")); a.register_post_accumulate_grad_hook(lambda a: log.append("after"))
        b.grad_fn.register_prehook(lambda g: log.append("node"))
        torch.autograd.grad(b.sum(), a, retain_graph=True); print(log); log.clear()
        b.sum().backward(inputs=[b], retain_graph=True); print(log); log.clear()
        b.sum().backward(inputs=[a]); print(log)
    """,
    "no_grad on a class, and a generator that is closed": """
        @torch.no_grad()
        def steps():
            yield torch.is_grad_enabled()
        one = steps(); next(one); one.close(); print(torch.is_grad_enabled())
        @torch.no_grad()
        class Made:
            def __init__(self): self.on = torch.is_grad_enabled()
            def later(self): return torch.is_grad_enabled()
        print(Made().on, Made().later())
    """,
    "a Function that changes its input": """
        import warnings
        class Double(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, tell=True):
                x.mul_(2)
                if tell: ctx.mark_dirty(x)
                return x
            @staticmethod
            def backward(ctx, g): return g * 2, None
        base = torch.ones(4, requires_grad=True); whole = base.clone(); part = whole[1:3]
        y = Double.apply(part); print(y is part, whole.tolist(), whole._version); (whole * whole).sum().backward(); print(base.grad)
        for x in (base, base[:2]):
            try: Double.apply(x); print("allowed")
            except RuntimeError as error: print(type(error).__name__)
        whole = base * 1; square = whole * whole; Double.apply(whole); print(whole._version)
        for bad in (lambda: Double.apply(torch.ones(2, requires_grad=True)), square.sum().backward):
            try: bad()
            except RuntimeError as error: print(str(error).partition(" [")[0][:32], str(error).partition("version ")[2][:1])
    """,
    "results of a Function that have no gradient": """
        class Mixed(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                a, b = x * 2, x * 3; ctx.mark_non_differentiable(b)
                return a, "text", b, None
            @staticmethod
            def backward(ctx, *grads): print(grads); return grads[0]
        x = torch.ones(2, requires_grad=True); y = Mixed.apply(x)[0]; y.sum().backward(); y.sum().backward(); print(x.grad)
    """,
    "a view of what became a leaf": """
        a = torch.zeros(2); b = a[:1]; a.requires_grad = True
        b.add_(1)
    """,
    "gradcheck of overlapping memory": """
        x = torch.ones(1, dtype=torch.float64, requires_grad=True)
        print(torch.autograd.gradcheck(lambda x: x * x, x, fast_mode=False, check_batched_grad=False))
        try: torch.autograd.gradcheck(lambda x: x, x.expand(2, 2), raise_exception=False)
        except RuntimeError as error: print(str(error)[:43])
    """,
    "what counts as a node": """
        Node = torch.autograd.graph.Node; y = torch.ones(1, requires_grad=True).exp()
        print(isinstance(y.grad_fn, Node), isinstance(y.grad_fn.next_functions[0][0], Node), isinstance(1, Node))
        print(torch.autograd.functional.jacobian(torch.square, torch.ones(2), vectorize=False))
    """,
    "the numbers under no_grad": """
        x = torch.ones(2, requires_grad=True)
        with torch.no_grad(): print(x.numpy())
        x.numpy()
    """,
    "leaf rules": """
        a = torch.ones(2); b = a + 1; print(b.is_leaf, b.requires_grad, b.grad_fn)
        c = torch.ones(2, requires_grad=True); d = c + 1; print(d.is_leaf, c.is_leaf, d.requires_grad)
        e = d.detach(); print(e.is_leaf, e.requires_grad)
        with torch.no_grad(): f = c * 2
        print(f.is_leaf, f.requires_grad)
        print(c.to(torch.float64).is_leaf, torch.ones(2, dtype=torch.float64).requires_grad_().is_leaf)
    """,
    "gradient argument": """
        x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
        y = x * x
        y.backward(torch.tensor([1.0, 0.1, 0.01])); print(x.grad)
    """,
    "gradient missing": "torch.ones(2, requires_grad=True).mul(2).backward()",
    "gradient of wrong shape": "torch.ones(2, requires_grad=True).mul(2).backward(torch.ones(3))",
    "no graph": "torch.ones(2).sum().backward()",
    "twice": """
        x = torch.ones(2, requires_grad=True); y = (x * x).sum(); y.backward(); y.backward()
    """,
    "twice without saved tensors": """
        x = torch.ones(2, requires_grad=True); y = (x + x).sum(); y.backward(); y.backward(); print(x.grad)
    """,
    "retained": """
        x = torch.ones(2, requires_grad=True); y = (x * x).sum()
        y.backward(retain_graph=True); y.backward(); print(x.grad)
    """,
    "inputs": """
        x = torch.ones(2, requires_grad=True); w = torch.ones(2, requires_grad=True); m = x * w
        (m * m).sum().backward(inputs=[x, m]); print(x.grad, w.grad, m.grad)
    """,
    "grad": """
        x = torch.tensor(3.0, requires_grad=True); w = torch.tensor(2.0, requires_grad=True)
        m = x * w; y = m ** 2 + x
        print(torch.autograd.grad(y, [x, w, m], retain_graph=True), x.grad)
        print(torch.autograd.grad([y, m], [x], [torch.tensor(1.0), torch.tensor(10.0)]))
    """,
    "grad of unused": """
        x = torch.tensor(3.0, requires_grad=True); w = torch.tensor(2.0, requires_grad=True)
        print(torch.autograd.grad(x * 2, [x, w], allow_unused=True))
        print(torch.autograd.grad(x * 2, [x, w], materialize_grads=True))
        torch.autograd.grad(x * 2, [x, w])
    """,
    "grad of what needs none": "torch.autograd.grad(torch.ones(1, requires_grad=True).sum(), torch.ones(1))",
    "second and third order": """
        x = torch.tensor([0.5, 2.0], requires_grad=True)
        y = (x ** 3 + x.exp() * x).sum()
        g1, = torch.autograd.grad(y, x, create_graph=True)
        g2, = torch.autograd.grad(g1.sum(), x, create_graph=True)
        g3, = torch.autograd.grad(g2.sum(), x)
        print(g1.detach(), g2.detach(), g3)
    """,
    "create_graph accumulates a graph": """
        x = torch.tensor(2.0, requires_grad=True)
        (x ** 3).backward(create_graph=True)
        print(x.grad.requires_grad, x.grad.detach())
        x.grad.backward(); print(x.grad.detach())
    """,
    "hooks in order, replacing": """
        x = torch.ones(2, requires_grad=True); y = x * 2
        h1 = y.register_hook(lambda g: (print('first', g), g * 2)[1])
        h2 = y.register_hook(lambda g: print('second', g))
        x.register_hook(lambda g: g + 1)
        y.sum().backward(); print(x.grad)
        h1.remove(); x.grad = None
        (y * 1).sum().backward(); print(x.grad)
    """,
    "hook that changes the size": """
        x = torch.ones(2, requires_grad=True); x.register_hook(lambda g: g.sum()); x.sum().backward()
    """,
    "hook on what needs none": "torch.ones(2).register_hook(print)",
    "retain_grad sees what hooks made": """
        x = torch.ones(2, requires_grad=True); y = x * 2
        y.register_hook(lambda g: g * 3); y.retain_grad(); y.register_hook(lambda g: g * 5)
        print(y.retains_grad, x.retains_grad)
        y.sum().backward(); print(y.grad, x.grad)
    """,
    "retain_grad after an in-place change": """
        x = torch.ones(2, requires_grad=True); y = x * 2
        y.retain_grad(); y.register_hook(lambda g: print('hook', g))
        y.mul_(10)
        y.sum().backward(); print(y.grad, x.grad)
    """,
    "retain_grad on a leaf that needs none": "torch.ones(2).retain_grad()",
    "post accumulate": """
        x = torch.ones(2, requires_grad=True)
        x.register_post_accumulate_grad_hook(lambda p: print('after', p.grad))
        (x * 3).sum().backward(); (x * 3).sum().backward()
    """,
    "post accumulate on a non-leaf": "(torch.ones(2, requires_grad=True) * 2).register_post_accumulate_grad_hook(print)",
    "leaf hooks run when the leaf is ready": """
        x = torch.ones(1, requires_grad=True); w = torch.ones(1, requires_grad=True)
        a = x * 2; b = a * w; c = b * 3
        for name, t in dict(x=x, w=w, a=a, b=b, c=c).items():
            t.register_hook(lambda g, name=name: print(name, g))
        w.register_post_accumulate_grad_hook(lambda p: print('w accumulated'))
        c.sum().backward()
    """,
    "node hooks": """
        x = torch.ones(2, requires_grad=True); y = x * 3; z = y.sum()
        y.grad_fn.register_prehook(lambda g: (print('pre', g), (g[0] * 2,))[1])
        y.grad_fn.register_hook(lambda gi, go: print('post', gi[0], go[0]))
        z.backward(); print(x.grad)
    """,
    "no_grad, enable_grad, set_grad_enabled": """
        x = torch.ones(1, requires_grad=True)
        with torch.no_grad():
            print((x * 2).requires_grad, torch.is_grad_enabled())
            with torch.enable_grad(): print((x * 2).requires_grad)
        with torch.set_grad_enabled(False): print((x * 2).requires_grad)
        torch.set_grad_enabled(False); print(torch.is_grad_enabled()); torch.set_grad_enabled(True)
        @torch.no_grad()
        def f(x): return x * 2
        @torch.enable_grad()
        def g(x): return x * 2
        print(f(x).requires_grad)
        with torch.no_grad(): print(g(x).requires_grad)
        @torch.no_grad
        def h(x):
            'doc'
            return torch.is_grad_enabled()
        print(h(x), h.__name__, h.__doc__, torch.is_grad_enabled())
    """,
    "decorated generator": """
        @torch.no_grad()
        def steps():
            yield torch.is_grad_enabled()
            yield torch.is_grad_enabled()
        for inside in steps(): print(inside, torch.is_grad_enabled())
    """,
    "a decorated generator that is thrown into, sent to and closed": """
        @torch.no_grad()
        def steps(got):
            try:
                while True:
                    try: got.append((yield torch.is_grad_enabled()))
                    except ValueError as error: got.append(str(error))
            finally: print('closed', torch.is_grad_enabled())
        got = []; one = steps(got)
        print(next(one), one.send('a'), one.throw(ValueError('b')), got); one.close()
        one = steps(got); next(one)
        try: one.throw(KeyError('c'))
        except KeyError as error: print(error, torch.is_grad_enabled())
    """,
    "inference mode": """
        x = torch.ones(2, requires_grad=True)
        with torch.inference_mode():
            y = x * 2; z = torch.ones(2)
            print(y.requires_grad, y.is_inference(), z.is_inference(), torch.is_inference_mode_enabled())
            y.add_(1); print(y)
        print(x.is_inference(), torch.is_inference_mode_enabled(), y.clone().is_inference())
        try: y.add_(1)
        except RuntimeError as e: print('in-place refused')
        try: (x * y).sum()
        except RuntimeError as e: print('saving refused')
        try: y.requires_grad = True
        except RuntimeError as e: print('no gradient')
        try: torch.nn.Parameter(z)
        except RuntimeError as e: print('no gradient')
    """,
    "a complex end": """
        x = torch.ones(2, dtype=torch.complex64, requires_grad=True)
        x.sum().backward(torch.tensor(1j)); print(x.grad)
        try: x.sum().backward()
        except RuntimeError as e: print(e)
        try: torch.autograd.grad(x.sum(), x)
        except RuntimeError as e: print(e)
    """,
    "gradcheck of a number": """
        try: torch.autograd.gradcheck(lambda x: x, 3)
        except ValueError as e: print(e)
    """,
    "in-place on a leaf": "torch.ones(2, requires_grad=True).add_(1)",
    "in-place on a view of a leaf": "torch.ones(2, requires_grad=True)[0].add_(1)",
    "setitem on a leaf": "x = torch.ones(2, requires_grad=True); x[0] = 1",
    "in-place on a leaf without grad mode": """
        x = torch.ones(2, requires_grad=True)
        with torch.no_grad(): x.add_(1); x[0] = 7
        print(x, x._version)
    """,
    "saved input changed": """
        x = torch.ones(2, requires_grad=True); y = x * 2; z = y * y; y.add_(1); z.sum().backward()
    """,
    "saved output changed": "x = torch.ones(2, requires_grad=True); y = x.exp(); y.add_(1); y.sum().backward()",
    "unsaved values may change": """
        x = torch.ones(2, requires_grad=True); y = x + 2; z = y + 1; y.add_(1); z.sum().backward(); print(x.grad)
    """,
    "changed through a detached alias": """
        x = torch.ones(2, requires_grad=True); y = x * 2; z = y * y; y.detach().add_(1); z.sum().backward()
    """,
    "history of in-place": """
        x = torch.tensor([1.0, 2.0], requires_grad=True); y = x * 2; y.mul_(x); y += 1
        print(type(y.grad_fn).__name__); y.sum().backward()
    """,
    "history of in-place, right gradient": """
        x = torch.tensor([1.0, 2.0], requires_grad=True); w = torch.tensor([3.0, 4.0], requires_grad=True)
        y = x + 0; y.mul_(2); y.add_(w); y.sub_(w * 3); print(y._version)
        (y * torch.tensor([1.0, 10.0])).sum().backward(); print(x.grad, w.grad)
    """,
    "in-place on a view of a non-leaf": """
        x = torch.ones(4, requires_grad=True); y = x * 1; v = y[1:3]
        v.mul_(10)
        print(y, v, type(y.grad_fn).__name__, type(v.grad_fn).__name__)
        y.sum().backward(); print(x.grad)
    """,
    "a view learns that its base changed": """
        x = torch.ones(2, 3, requires_grad=True); y = x * 1; v = y.t(); w = v[1]
        y.mul_(5)
        print(type(v.grad_fn).__name__, type(w.grad_fn).__name__, w)
        (w * torch.tensor([1.0, 2.0])).sum().backward(); print(x.grad)
    """,
    "writing into a buffer": """
        w = torch.tensor([1.0, 2.0], requires_grad=True); b = torch.zeros(3, 2)
        b[1] = w * 3; b[2, 0] = w[1]
        print(b, b.is_leaf); b.sum().backward(); print(w.grad)
    """,
    "setitem overwrites": """
        x = torch.ones(3, requires_grad=True); y = x * 2; y[0] = 5.0; y[torch.tensor([2])] = 7.0
        print(y); y.sum().backward(); print(x.grad)
    """,
    "zero_, fill_, copy_": """
        x = torch.ones(3, requires_grad=True); w = torch.ones(3, requires_grad=True)
        y = x * 2; y.zero_(); print(type(y.grad_fn).__name__); (y * 3).sum().backward(); print(x.grad)
        y = x * 2; y.copy_(w * 4); y.sum().backward(); print(w.grad)
        y = x * 2; y.fill_(3.0); print(y.detach())
    """,
    "in-place keeps dtype": "x = torch.ones(2, dtype=torch.int64); x.add_(1.5)",
    "in-place does not broadcast its target": "torch.ones(2).add_(torch.ones(3, 2))",
    "in-place on expanded": "torch.ones(1).expand(3).add_(1)",
    "versions": """
        x = torch.ones(3); v = x[0]; d = x.detach(); e = x.data
        x.add_(1); v.mul_(2); x[1] = 0
        print(x._version, v._version, d._version, e._version)
    """,
    "detach_": """
        x = torch.ones(2, requires_grad=True); y = x * 2; y.detach_(); print(y.requires_grad, y.is_leaf)
        z = (x * 2)[0:1]; z.detach_()
    """,
    "requires_grad of a non-leaf": "y = torch.ones(2, requires_grad=True) * 2; y.requires_grad = False",
    "requires_grad of integers": "torch.ones(2, dtype=torch.int64).requires_grad_()",
    "data of a parameter": """
        x = torch.ones(2, requires_grad=True); x.data = torch.zeros(3, dtype=torch.float64); print(x)
        x.data = torch.zeros(3, dtype=torch.int64)
    """,
    "wrong grad": "x = torch.ones(2, requires_grad=True); x.grad = torch.ones(3)",
    "grad that is no tensor": "x = torch.ones(2, requires_grad=True); x.grad = 1",
    "several results": """
        x = torch.arange(6.0, requires_grad=True)
        a, b, c = x.split(2); (a * 2 + c).sum().backward(); print(x.grad)
        x.grad = None; v, i = x.reshape(2, 3).max(1); print(v.requires_grad, i.requires_grad); v.sum().backward(); print(x.grad)
    """,
    "dtypes mix": """
        x = torch.ones(2, requires_grad=True); w = torch.ones(2, dtype=torch.float64, requires_grad=True)
        y = x * w * 3; print(y.dtype); y.sum().backward(); print(x.grad, w.grad)
    """,
    "broadcasting undone": """
        x = torch.ones(3, 1, requires_grad=True); w = torch.ones(4, requires_grad=True); s = torch.ones((), requires_grad=True)
        (x * w + s).sum().backward(); print(x.grad, w.grad, s.grad)
    """,
    "custom function": """
        class Scale(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, factor):
                ctx.factor = factor; ctx.save_for_backward(x); print(ctx.needs_input_grad)
                return x * factor
            @staticmethod
            def backward(ctx, g):
                x, = ctx.saved_tensors; print(x); return g * ctx.factor, None
        x = torch.ones(2, requires_grad=True); y = Scale.apply(x, 3)
        print(type(y.grad_fn).__name__); y.sum().backward(); print(x.grad)
    """,
    "custom function, twice differentiable": """
        class Cube(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x): ctx.save_for_backward(x); return x ** 3
            @staticmethod
            def backward(ctx, g): x, = ctx.saved_tensors; return g * 3 * x ** 2
        x = torch.tensor(2.0, requires_grad=True)
        g, = torch.autograd.grad(Cube.apply(x), x, create_graph=True); print(g.detach(), torch.autograd.grad(g, x))
    """,
    "custom function with several results": """
        class Two(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, w):
                a, i = x * w, (x > 0).long(); ctx.mark_non_differentiable(i); ctx.save_for_backward(x, w); return a, i
            @staticmethod
            def backward(ctx, g, gi):
                x, w = ctx.saved_tensors; print(g, gi); return g * w, g * x
        x = torch.tensor([1.0, 2.0], requires_grad=True); w = torch.tensor([3.0, 4.0], requires_grad=True)
        a, i = Two.apply(x, w); print(a.requires_grad, i.requires_grad); a.sum().backward(); print(x.grad, w.grad)
    """,
    "once differentiable": """
        class Once(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x): ctx.save_for_backward(x); return x * x
            @staticmethod
            @torch.autograd.function.once_differentiable
            def backward(ctx, g): x, = ctx.saved_tensors; return g * 2 * x
        x = torch.tensor(2.0, requires_grad=True)
        Once.apply(x).backward(); print(x.grad)
        g, = torch.autograd.grad(Once.apply(x), x, create_graph=True); g.backward()
    """,
    "custom function that returns its input": """
        class Same(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x): return x
            @staticmethod
            def backward(ctx, g): return g * 5
        x = torch.ones(2, requires_grad=True); y = Same.apply(x); print(y is x); y.sum().backward(); print(x.grad)
    """,
    "custom function that hands an input on without a gradient": """
        class Cut(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *tensors): ctx.mark_non_differentiable(*tensors); return tensors
            @staticmethod
            def backward(ctx, *g): return g
        x = torch.ones(2, requires_grad=True); c = torch.ones(2)
        for one, made in zip((x, c), Cut.apply(x, c)):
            print(made is one, made.requires_grad, made.grad_fn, made.data_ptr() == one.data_ptr())
        p = torch.nn.Parameter(torch.ones(1)); made, = Cut.apply(p); print(type(made) is type(p), p.requires_grad)
    """,
    "custom function that saves its result": """
        class Exp(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x): y = x.exp(); ctx.save_for_backward(y); return y
            @staticmethod
            def backward(ctx, g): y, = ctx.saved_tensors; return g * y
        x = torch.tensor(1.0, requires_grad=True)
        g, = torch.autograd.grad(Exp.apply(x), x, create_graph=True); g.backward(); print(g.detach(), x.grad)
        y = Exp.apply(x); y.add_(1); y.backward()
    """,
    "custom function, wrong number of gradients": """
        class Bad(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, w): return x * w
            @staticmethod
            def backward(ctx, g): return g
        x = torch.ones(2, requires_grad=True); Bad.apply(x, x).sum().backward()
    """,
    "custom function, a gradient for an argument that is not a tensor": """
        for given in ((3.0, 1.0), (1.0, 3.0), (1.0, 0.5), (1.0, None, None)):
            class A(torch.autograd.Function):
                @staticmethod
                def forward(ctx, x, exponent): return x**exponent
                @staticmethod
                def backward(ctx, g): return tuple(g * one if type(one) is float and one > 0.5 else one for one in given)
            x = torch.ones(2, requires_grad=True)
            try: A.apply(x, 3).sum().backward(); print(x.grad)
            except RuntimeError as error: print(str(error).splitlines()[0])
    """,
    "custom function, wrong shape": """
        class Bad(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x): return x.sum()
            @staticmethod
            def backward(ctx, g): return torch.ones(5)
        x = torch.ones(2, requires_grad=True); Bad.apply(x).backward()
    """,
    "custom function, wrong shape of the second gradient": """
        class Bad(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, w): return x * w
            @staticmethod
            def backward(ctx, g): return g, g.sum()
        x, w = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
        try: Bad.apply(x, w).sum().backward()
        except RuntimeError as error: print(error)
    """,
    "setup_context": """
        class Square(torch.autograd.Function):
            @staticmethod
            def forward(x): return x * x
            @staticmethod
            def setup_context(ctx, inputs, output): ctx.save_for_backward(*inputs)
            @staticmethod
            def backward(ctx, g): x, = ctx.saved_tensors; return 2 * x * g
        x = torch.tensor(3.0, requires_grad=True); Square.apply(x).backward(); print(x.grad)
    """,
    "functional": """
        from importlib import import_module
        F = torch.autograd.functional
        x = torch.tensor([1.0, 2.0]); w = torch.tensor([0.5, 1.5])
        f = lambda x, w: (x * w).exp()
        print(F.jacobian(f, (x, w)))
        print(F.hessian(lambda x: (x ** 3).sum(), x))
        print(F.vjp(f, (x, w), torch.ones(2)))
        print(F.jvp(f, (x, w), (torch.ones(2), torch.zeros(2))))
        print(F.hvp(lambda x: (x ** 3).sum(), x, torch.tensor([1.0, 10.0])))
        print(F.vhp(lambda x: (x ** 3).sum(), x, torch.tensor([1.0, 10.0])))
    """,
    "functional: what does not fit": """
        F = torch.autograd.functional
        x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
        def say(f, *args, **named):
            try: print(f(*args, **named))
            except Exception as error: print(type(error).__name__)
        for f in (F.vjp, F.jvp, F.vhp, F.hvp, F.jacobian, F.hessian):
            more = () if f in (F.jacobian, F.hessian) else (x,)
            for inputs in ([x], 2, (x, 2), (x, y)): say(f, lambda *a: (a[0] ** 3).sum(), inputs, *more)
            for func in (lambda a: 2, lambda a: (a, 2), lambda a: [a], lambda a: (a, a), lambda a: a * 2): say(f, func, x, *more)
        for f in (F.vjp, F.jvp, F.vhp, F.hvp):
            for v in (None, [x], (x, x), (x,), x[:1], 2): say(f, lambda a: (a ** 3).sum(), x, v)
            for v in (None, (x,), (x, x[:1])): say(f, lambda a, b: ((a * b).sum(), b), (x, y), v)
    """,
    "hooks and retain_grad of views that are rewritten": """
        x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
        for first in (True, False):
            y = x.clone(); v, w, u = y[1:], y[:2], y[:1]; log = []
            for name, t in (("y", y), ("v", v), ("w", w), ("u", u)):
                t.retain_grad()
                if t is not v: t.register_hook(lambda g, name=name: log.append((name, g.tolist())))
            three = v * 3
            v.mul_(torch.tensor([2.0, 5.0])); print(v.retains_grad, w.retains_grad, u.retains_grad, y.retains_grad)
            if first: w.grad_fn; w.register_hook(lambda g: log.append(("w again", g.tolist())))
            (v + w + y[0] + three).sum().backward()
            print(sorted(log), v.grad, w.grad, u.grad, y.grad, x.grad); x.grad = None
    """,
    "indices are let go too": """
        b = torch.arange(12.0).view(3, 4).requires_grad_(); index = torch.tensor([[0, 2, 1, 1]]); mask = torch.eye(3, 4) > 0
        def written():
            c = torch.zeros(3, 4); c[[1, 2]] = b[[1, 1]]; return c
        steps = (written, lambda: b[[0, 1]], lambda: b[mask], lambda: b.gather(0, index), lambda: b.masked_fill(mask, 0),
            lambda: b[1:, 2], lambda: b.index_select(1, index[0]),
            lambda: b.sort(1)[0], lambda: torch.where(mask, b, index), lambda: b[None, :, 0].t())
        for step in steps:
            y = step(); y.backward(torch.ones(y.shape)); print(b.grad.sum())
            try: y.backward(torch.ones(y.shape)); print("again")
            except RuntimeError as error: print(str(error)[:50])
    """,
    "what is not kept need not be let go": """
        a, b = torch.rand(3, 3, requires_grad=True), torch.rand(3, 3); index = torch.tensor([[0, 2, 1]])
        for step in (lambda: torch.cat([a, b]), lambda: torch.stack([a, b]), lambda: torch.addcmul(a, b, b),
            lambda: torch.addmm(a, b, b), lambda: a.fmod(2.0), lambda: a.scatter_add(0, index, b),
            lambda: torch.addcmul(b, a, b), lambda: torch.addmm(b, a, b),
            lambda: b.scatter_add(0, index, a[:1])):
            y = step(); y.sum().backward(retain_graph=True); y.backward(torch.ones(y.shape)); print(a.grad.sum() > 0)
            try: y.backward(torch.ones(y.shape)); print("again")
            except RuntimeError as error: print(str(error)[:50])
    """,
    "backward inside a hook": """
        x = torch.ones(1, requires_grad=True); z = torch.ones(1, requires_grad=True)
        y = x * 2; y.register_hook(lambda g: (z * 3).sum().backward())
        y.sum().backward(); print(x.grad, z.grad)
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_says_what_pytorch_says(name, torch):
    same(PROGRAMS[name], torch)


def test_a_graph_of_100_000_nodes():
    x = mt.ones(1, requires_grad=True)
    y = x
    for _ in range(100_000):
        y = y + 1
    y.backward()
    assert x.grad.item() == 1
    del y  # and letting go of it does not recurse either


def test_graphs_are_freed_without_the_cycle_collector():
    gc.collect()
    gc.disable()
    try:
        x = mt.ones(3, requires_grad=True)
        y = x * 2
        z = (y.exp() * y).sum()
        watched = [weakref.ref(y), weakref.ref(y.grad_fn), weakref.ref(z.grad_fn)]
        del y
        assert watched[0]() is None, "the graph holds nodes, not the tensors in between"
        del z
        assert [w() for w in watched] == [None, None, None]
        leaf = weakref.ref(x)
        del x
        assert leaf() is None
    finally:
        gc.enable()


def test_backward_frees_what_was_saved():
    x = mt.ones(3, requires_grad=True)
    y = x.exp()
    array = weakref.ref(y._array)
    z = (y * y).sum()
    del y
    assert array() is not None
    z.backward()
    assert array() is None


def test_gradcheck_finds_a_wrong_formula():
    class Wrong(mt.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            return g * x  # 2 is missing

    x = mt.tensor([1.0, 2.0], dtype=mt.float64, requires_grad=True)
    assert not mt.autograd.gradcheck(Wrong.apply, x, raise_exception=False)
    with pytest.raises(mt.autograd.GradcheckError, match="small steps measure"):
        mt.autograd.gradcheck(Wrong.apply, x)
    assert mt.autograd.gradcheck(lambda x: x * x, x)
    assert mt.autograd.gradgradcheck(lambda x: x.exp() * x, x)


def test_checkpoint_gives_the_same_gradients():
    x = mt.randn(4, requires_grad=True)
    f = lambda x: (x * x).exp() * mt.randn(4)
    mt.manual_seed(1)
    f(x).sum().backward()
    expected, x.grad = x.grad, None
    mt.manual_seed(1)
    mt.utils.checkpoint.checkpoint(f, x, use_reentrant=True).sum().backward()
    assert (x.grad == expected).all()


def test_inputs_may_be_a_generator():
    net = mt.nn.Linear(2, 1)
    slopes = mt.autograd.grad(net(mt.ones(3, 2)).sum(), net.parameters())
    assert [g.tolist() for g in slopes] == [[[3.0, 3.0]], [3.0]]
    x = mt.ones(1, requires_grad=True)
    found = mt.autograd.grad(x * 2, iter([x, net.bias]), mt.ones(1), materialize_grads=True)
    assert [one.tolist() for one in found] == [[2.0], [0.0]]
    with pytest.raises(NotImplementedError, match="is_grads_batched"):
        mt.autograd.grad(x * 2, x, mt.ones(1, 1), is_grads_batched=True)


def test_reading_the_gradient_of_a_result_warns_unless_it_was_kept():
    torch = pytest.importorskip("torch")
    said = []
    for lib in (mt, torch):
        x = lib.ones(2, requires_grad=True)
        y, kept = x * 2, x * 3
        kept.retain_grad()
        with pytest.warns(UserWarning) as caught:
            y.grad  # noqa: B018
            kept.grad  # noqa: B018
            x.grad  # noqa: B018
        assert len(caught) == 1 and caught[0].filename == __file__
        said.append(str(caught[0].message))
    assert said[1][:80] == said[0][:80]


def tangle(lib, seed):
    """A random graph in which results are used again, early and late; the gradients of its two leaves."""
    pick = random.Random(seed)
    leaves = [lib.tensor([0.1 * (seed % 7 + i + j) for j in range(4)], dtype=lib.float64) for i in range(2)]
    found = [leaf.requires_grad_() for leaf in leaves]
    for _ in range(30):
        x, y = pick.choice(found[-6:]), pick.choice(found)
        found.append(
            pick.choice(
                [
                    lambda x=x, y=y: x * y,
                    lambda x=x, y=y: 0.5 * x + y,
                    lambda x=x: x.tanh(),
                    lambda x=x: lib.cat(x.split(2)[::-1]),
                    lambda x=x, y=y: x.split([1, 3])[1].sum() * y.sin(),
                    lambda x=x: x.sort().values.tanh(),
                ]
            )()
        )
    (found[-1] + pick.choice(found)).sum().backward()
    return [leaf.grad for leaf in leaves]


@pytest.mark.parametrize("seed", range(60))
def test_tangled_graphs_have_pytorchs_gradients(seed):
    torch = pytest.importorskip("torch")
    for mine, theirs in zip(tangle(mt, seed), tangle(torch, seed), strict=True):
        assert (mine is None) == (theirs is None)
        assert mine is None or np.allclose(mine.numpy(), theirs.numpy(), rtol=1e-9, atol=1e-12)


SPREADS = ({}, {"dim": 0}, {"dim": (0, 1), "keepdim": True}, {"dim": 1, "correction": 0}, {"dim": 1, "unbiased": True})


@pytest.mark.parametrize("options", SPREADS)
@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize("name", ["var", "std"])
def test_a_measure_of_spread_has_pytorchs_slopes(name, dtype, options, torch):
    numbers = np.random.default_rng(0).standard_normal((2, 3, 4))
    numbers = numbers[0] + 1j * numbers[1] if dtype == "complex128" else numbers[0]
    found = []
    for lib in (mt, torch):
        x = lib.tensor(numbers.tolist(), dtype=getattr(lib, dtype), requires_grad=True)
        spread = getattr(lib, name)(x, **options)
        said = [spread.detach().numpy()]
        for y in (spread.sum(), (spread * x.mean().abs()).sum()):
            (g,) = lib.autograd.grad(y, x, create_graph=True)
            (h,) = lib.autograd.grad((g * g.conj()).real.sum(), x, retain_graph=True)
            said += [g.detach().numpy(), h.numpy()]
        found.append(said)
    for mine, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(mine, theirs, atol=1e-12)


def test_gradcheck_warns_of_numbers_that_are_not_double(torch):
    said = []
    for lib in (mt, torch):
        single = lib.ones(2, requires_grad=True)
        pair = lib.ones(2, dtype=lib.complex64, requires_grad=True)
        double = lib.ones(2, dtype=lib.float64, requires_grad=True)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            assert lib.autograd.gradcheck(lambda *x: x[3] * 2, (lib.ones(2), single, double, pair), atol=0.1)
            assert not lib.autograd.gradcheck(lambda x: x * x, single, raise_exception=False, atol=1e-4)
        said.append([(w.category, str(w.message)) for w in caught])
    assert said[0] == said[1] and len(said[0]) == 3


# --- gradcheck of complex numbers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("slope, right", [(1 - 2j, True), (1 + 2j, False)])
def test_gradcheck_sees_both_parts_of_complex_numbers(torch, slope, right):
    for m in (mt, torch):

        class Turn(m.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                return x * (1 + 2j)

            @staticmethod
            def backward(ctx, g):
                return g * slope

        for x in ([0.5 + 1j, -1.0 - 0.5j], [0.5, 1.5]):
            x = m.tensor(x, dtype=m.complex128, requires_grad=True)
            assert m.autograd.gradcheck(Turn.apply, (x,), raise_exception=False) is right
        real = m.tensor([0.5, 1.5], dtype=m.float64, requires_grad=True)
        assert m.autograd.gradcheck(lambda x: (x * 1j).exp() / x, (real,))
        assert m.autograd.gradcheck(lambda z: z.abs() + z.real, (x,))


# --- what errors and nodes are called ---------------------------------------------------------------------------------


def test_names_of_steps_written_by_hand(torch):
    said = []
    for library in (mt, torch):
        x = library.ones(3, requires_grad=True)
        y = x * 1
        y[0] = 2
        node = y.grad_fn
        said.append((node.name().replace("minitorch", "torch"), type(node).__name__, repr(node)[:12], repr(y)[-26:]))
    assert said[0] == said[1]
    assert said[0][0] == "torch::autograd::CopySlices"


CHANGED = {
    "by itself": "y = x * 2; z = y * y; y.add_(1)",
    "a result": "z = (x * 2).exp(); z.mul_(3)",
    "twice": "y = x * 2; z = y * y; y.add_(1); y.mul_(3)",
    "through a view": "y = x * 2; z = y.sin(); y[0] = 1",
    "a leaf": "z = x.sin()\nwith torch.no_grad():\n    x.add_(1)",
    "without a graph": "y = x * 1; z = y * x\nwith torch.no_grad():\n    y.add_(1)",
    "a view": "y = x * 1; v = y[:2]; z = v.sin(); v.add_(1)",
    "a view by its base": "y = x * 1; v = y[:2]; z = v.sin(); y.add_(1)",
    "a base by its view": "y = x * 1; z = y.sin(); y[:2].mul_(2)",
    "a constant": "c = torch.zeros(3); z = x * c; c.add_(1)",
    "a constant by a variable": "c = torch.zeros(3); z = x * c; c.add_(x)",
    "one of several": "m, i = (x * 1).sort(); z = m.sin(); m.mul_(2)",
}


@pytest.mark.parametrize("name", CHANGED)
def test_the_error_says_which_version_was_saved(torch, name):
    said = []
    for library in (mt, torch):
        scope = {"torch": library, "x": library.ones(3, requires_grad=True)}
        exec(CHANGED[name], scope)
        with pytest.raises(RuntimeError) as error:
            scope["z"].sum().backward()
        words = str(error.value).partition("Hint")[0].replace("minitorch", "torch")
        said.append(re.sub(r", which is output \d of [\w:]+,", "", words))
    assert said[0] == said[1]


@pytest.mark.parametrize("mark", ["mark_dirty", "mark_non_differentiable"])
@pytest.mark.parametrize("wrap", [lambda x: [x], lambda x: (x,), lambda x: 5, lambda x: None])
def test_only_tensors_are_marked(torch, mark, wrap):
    for library in (mt, torch):

        class Marked(library.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                getattr(ctx, mark)(wrap(x))
                return x * 2

        words = {
            "mark_dirty": "mark_dirty can only accept variables",
            "mark_non_differentiable": f"{mark} only accepts",
        }
        with pytest.raises(RuntimeError, match=words[mark]):
            Marked.apply(library.ones(2, requires_grad=True))


PARTS = {
    "real": lambda m, z: z.real,
    "imag": lambda m, z: z.imag,
    "pairs": lambda m, z: m.view_as_real(z),
    "some": lambda m, z: m.view_as_real(z)[1:, :, 1].T,
    "turned": lambda m, z: z.T.imag[:, 1:],
}


def test_views_made_under_no_grad_want_what_their_base_wants(torch):
    found = []
    for m in (mt, torch):
        x = m.ones(3, requires_grad=True)
        with m.no_grad():
            view, numbers = x[1:], (x * 1)[1:]
        found.append([view.requires_grad, view.is_leaf, view.grad_fn, numbers.requires_grad])
        assert (view * 2).requires_grad
        with pytest.raises(RuntimeError):
            view.mul_(2)
        result = x * 1
        with m.no_grad():
            view = result[1:]
        with pytest.raises(RuntimeError, match="A view was created in no_grad mode and is being modified inplace"):
            view.mul_(2)
    assert found[0] == found[1]


def stopping(library):
    """A function whose backward raises, and one that returns its argument and saves it."""

    class Stop(library.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.clone()

        @staticmethod
        def backward(ctx, g):
            raise ValueError("stop")

    class Same(library.autograd.Function):
        @staticmethod
        def forward(x):
            return x

        @staticmethod
        def setup_context(ctx, inputs, output):
            ctx.save_for_backward(*inputs)

        @staticmethod
        def backward(ctx, g):
            return g

    return Stop.apply, Same.apply


@pytest.mark.parametrize(
    "loss",
    [
        lambda stop, a, b, c, d: (a * 2).sum() + stop(b * 1).sum() + (c * 3).sum(),
        lambda stop, a, b, c, d: (stop(b * 1) * a * c).sum(),
        lambda stop, a, b, c, d: (stop(a * b) * c * d).sum(),
        lambda stop, a, b, c, d: ((a.tanh() * b + stop(c * 1)) * d).sum() + (d * 2).sum(),
    ],
)
def test_leaves_that_are_done_keep_their_gradients_when_a_backward_raises(loss, torch):
    """Where a hook can see when a gradient arrives; else the walk adds all of them at its end."""
    found = []
    for library in (torch, mt):
        leaves = [library.ones(2, requires_grad=True) for _ in range(4)]
        leaves[3].register_hook(lambda g: g * 2)
        with pytest.raises(ValueError, match="^stop$"):
            loss(stopping(library)[0], *leaves).backward()
        found.append([x.grad is not None and x.grad.tolist() for x in leaves])
    assert found[0] == found[1]


def test_setting_requires_grad_asks_more_than_the_method(torch):
    def note(t):
        y, found = t.ones(2, requires_grad=True) * 2, []
        for flag in (True, False, 1, None):
            with pytest.raises(RuntimeError) as error:
                y.requires_grad = flag
            found.append(str(error.value))
        leaf = y.detach()
        leaf.requires_grad = True
        return found, y.requires_grad_().requires_grad, leaf.requires_grad

    assert note(mt) == note(torch)


@pytest.mark.parametrize("flag", [1, 0, None, 1.0, "yes", [True], np.True_, np.int64(1)])
def test_requires_grad_takes_a_bool(torch, flag):
    def note(t):
        found = []
        for x in (t.ones(2), t.nn.Linear(1, 1), t.ones(2, dtype=t.int64)):
            with pytest.raises(TypeError, match="must be bool, not") as error:
                x.requires_grad_(flag)
            found.append(str(error.value).partition(" ")[0])
        return found

    assert note(mt) == note(torch)


@pytest.mark.parametrize(
    "give",
    [
        lambda t, p: 1, lambda t, p: (p,), lambda t, p: p * 2, lambda t, p: p, lambda t, p: None, lambda t, p: t.ones(3),
        lambda t, p: p.double(), lambda t, p: p.grad,
    ],
)  # fmt: skip
def test_what_hooks_after_accumulation_and_hooks_of_nodes_return_is_looked_at(torch, give):
    def note(t):
        found = []
        for place in ("accumulated", "before", "after"):
            refused, x = False, t.ones(2, requires_grad=True)
            y = x * 2

            def hook(p, *more):
                return give(t, p)

            if place == "accumulated":
                x.register_post_accumulate_grad_hook(hook)
            elif place == "before":
                y.grad_fn.register_prehook(lambda g: (hook(g[0]),))
            elif give(t, t.ones(2)) is not None:
                y.grad_fn.register_hook(lambda g, came: (hook(g[0]), None))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if place != "accumulated" and give(t, t.ones(2)) is None:
                    continue
                try:
                    y.sum().backward()
                except (RuntimeError, TypeError):
                    refused = True
            found.append((refused, None if x.grad is None else x.grad.tolist()))
        return found

    assert note(mt) == note(torch)


def test_ctx_keeps_what_a_program_calls_as_the_step_calls_its_own(torch):
    """A Function that sets ctx.shape or ctx.function reads it again, and the step goes on with its own."""
    found = []
    for library in (torch, mt):

        class Swap(library.autograd.Function):
            @staticmethod
            def forward(ctx, x, y):
                ctx.shape, ctx.dtype, ctx.function, ctx.op, ctx.edges = (7,), "mine", len, "op", [1, 2]
                ctx.outputs = ctx.check = ctx.number = ctx.hooks = ctx.saved = ctx.several = ctx.undefined = "also"
                ctx.tensor_indices, ctx.gradients = 3, []
                ctx.save_for_backward(x, y)
                return x * y.sum()

            @staticmethod
            def backward(ctx, g):
                x, y = ctx.saved_tensors
                found[-1].append(
                    (ctx.shape, ctx.dtype, ctx.function, ctx.op, ctx.edges, ctx.outputs, ctx.check, ctx.number)
                )
                found[-1].append((ctx.hooks, ctx.saved, ctx.several, ctx.undefined, ctx.tensor_indices, ctx.gradients))
                return g * y.sum(), (g * x).sum().expand(y.shape)

        class Each(library.autograd.Function):
            @staticmethod
            def forward(x, name):
                return x * 2

            @staticmethod
            def setup_context(ctx, inputs, output):
                setattr(ctx, inputs[1], "mine")
                ctx.own = inputs[1]

            @staticmethod
            def backward(ctx, g):
                found[-1].append(getattr(ctx, ctx.own))
                return g * 2, None

        found.append([])
        x, y = library.ones(2, requires_grad=True), library.full((3,), 2.0, requires_grad=True)
        out = Swap.apply(x * 1, y)
        out.register_hook(lambda g: g * 2)
        out.sum().backward()
        found[-1] += [x.grad.tolist(), y.grad.tolist()]
        (g,) = library.autograd.grad(Swap.apply(x, y).sum(), x, create_graph=True)
        g.sum().backward()
        found[-1] += [g.tolist(), y.grad.tolist()]
        for name in ("shape", "kept", "free", "joint", "incoming", "quick", "versions", "x"):
            x.grad = None
            Each.apply(x, name).sum().backward()
            found[-1].append(x.grad.tolist())
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "count, formula",
    [
        (2, lambda lib, x, y: lib.lerp(x, y, 0.3)),
        (2, lambda lib, x, y: x.clone().lerp_(y, 0.3)),
        (3, lambda lib, x, y, z: lib.lerp(x, y, z)),
        (3, lambda lib, x, y, z: lib.addcdiv(x, y, z, value=2)),
        (3, lambda lib, x, y, z: lib.addcmul(x, y, z)),
        (2, lambda lib, x, y: lib.xlogy(x, y)),
        (2, lambda lib, x, y: lib.fmod(x, y)),
    ],
)
def test_which_tensors_a_step_saved_decides_on_a_second_backward(torch, count, formula):
    """For each choice of operands with gradients, the second walk raises or not."""

    def seen(lib):
        for chosen in range(1, 2**count):
            operands = [lib.full((3,), k + 0.5, requires_grad=bool(chosen >> k & 1)) for k in range(count)]
            total = formula(lib, *operands).sum()
            total.backward()
            try:
                total.backward()
                yield chosen, "runs", [x.grad is None or x.grad.tolist() for x in operands]
            except RuntimeError as error:
                yield chosen, str(error)

    assert [*map(repr, seen(mt))] == [*map(repr, seen(torch))]


# --- arguments of apply -----------------------------------------------------------------------------------------------------

WITH_DEFAULTS = """
class First(torch.autograd.Function):  # ctx first
    @staticmethod
    def forward(ctx, x, a, b=3):
        ctx.b, ctx.shape = b, "mine"; print(a, b, ctx.needs_input_grad)
        return x * a * b
    @staticmethod
    def backward(ctx, g): return g * ctx.b, None, None
class Second(torch.autograd.Function):  # setup_context
    @staticmethod
    def forward(x, a=2, b=3): return x * a * b
    @staticmethod
    def setup_context(ctx, inputs, output): ctx.b = inputs[2]; print(inputs, ctx.needs_input_grad)
    @staticmethod
    def backward(ctx, g): return g * ctx.b, None, None
class Exact(Second):  # a gradient for x alone
    @staticmethod
    def backward(ctx, g): return g * ctx.b
class Named(torch.autograd.Function):
    @staticmethod
    def forward(x, *, b=3): return x * b
    @staticmethod
    def setup_context(ctx, inputs, output): pass
    @staticmethod
    def backward(ctx, g): return g * 3
class NamedFirst(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, *, b=3): return x * b
    @staticmethod
    def backward(ctx, g): return g * 3
class Rest(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, *rest, **named): return x * len(rest)
    @staticmethod
    def backward(ctx, g): return g, None, None
"""
CALLS = """
x, 5
x, 5, 7
x, a=5
x, a=5, b=7
x, 5, b=7
b=7, a=5, x=x
x
x, b=7
x, 5, 7, 9
x, 5, c=1
x, 5, a=1
a=x, x=x
"""


@pytest.mark.parametrize("call", CALLS.split("\n")[1:-1])
@pytest.mark.parametrize("name", ["First", "Second", "Exact", "Named", "NamedFirst", "Rest"])
def test_apply_takes_defaults_and_keywords(name, call, torch, capsys):
    said = []
    for library in (torch, mt):
        names = {"torch": library, "x": library.ones(2, requires_grad=True), "__name__": "program"}
        exec(WITH_DEFAULTS, names)
        try:
            y = eval(f"{name}.apply({call})", names)
            y.sum().backward()
            print(y.tolist(), names["x"].grad.tolist(), y.grad_fn.name())
        except Exception as error:
            print(type(error).__name__, "incorrect number" in str(error))
        said.append(capsys.readouterr().out)
    assert said[0] == said[1]


def test_a_tensor_may_come_by_name_and_meta_tensors_go_through():
    names = {"torch": mt, "__name__": "program"}
    exec(WITH_DEFAULTS, names)
    x, w = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)
    y = names["First"].apply(a=w, x=x)
    assert [edge[0].variable is t for edge, t in zip(y.grad_fn.next_functions, (x, w), strict=True)] == [True, True]
    m = mt.ones(2, device="meta", requires_grad=True)
    names["First"].apply(m, 2).sum().backward()
    assert m.grad.is_meta and m.grad.shape == (2,)


@pytest.mark.parametrize("kept", ["3", "x, 'a'", "[x]", "None, x", "x, None"])
def test_what_cannot_be_kept_is_refused_when_a_gradient_is_wanted(kept, torch):
    said = []
    for library in (torch, mt):

        class Keeps(library.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(*eval(f"({kept},)", {"x": x}))
                return x * 2

            @staticmethod
            def backward(ctx, g):
                return g * 2

        found = [Keeps.apply(library.ones(2)).tolist()]
        for block in (library.enable_grad, library.no_grad):
            try:
                with block():
                    found.append(Keeps.apply(library.ones(2, requires_grad=True)).tolist())
            except TypeError as error:
                found.append(str(error).partition(";")[0])
        said.append(found)
    assert said[0] == said[1]


def test_gradcheck_refuses_an_argument_that_nobody_knows():
    x = mt.ones(2, dtype=mt.float64, requires_grad=True)
    for check in (mt.autograd.gradcheck, mt.autograd.gradgradcheck):
        assert check(lambda x: x * x, x, check_undefined_grad=False)
        with pytest.raises(TypeError, match="unexpected keyword argument 'atoll'"):
            check(lambda x: x * x, x, atoll=1)


@pytest.mark.parametrize("retain_graph", [None, False, True])
@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("inputs", ["", "one", "several", "none"])
@pytest.mark.filterwarnings("ignore:Using backward")
def test_what_backward_keeps_and_records(retain_graph, create_graph, inputs, torch):
    def found(library):
        x, w = library.tensor(2.0, requires_grad=True), library.tensor([3.0, 1.0], requires_grad=True)
        y = (x * x * x * w).sum()
        into = {"": None, "one": x, "several": [x, w], "none": []}[inputs]
        answers = []
        for _ in range(2):
            try:
                y.backward(retain_graph=retain_graph, create_graph=create_graph, inputs=into)
                answers += [None if t.grad is None else (t.grad.tolist(), t.grad.requires_grad) for t in (x, w)]
            except RuntimeError as error:
                answers.append("a second time" in str(error) or "cannot be empty" in str(error))
        return answers

    assert found(mt) == found(torch)
