"""Who is trained, and who is not."""

from ...define import Case, Exercise, Mistake, Wrong
from ..fact_words import stops
from .nets import SETUP

exercise = Exercise(
    "not_trained",
    title="Who is trained, and who is not",
    difficulty=2,
    minutes=6,
    setup=SETUP,
    stub='''
        def not_trained(tensors, module):
            """The names of the module's parameters that want a gradient and are none of the objects in `tensors`.

            tensors  what an optimizer holds: a list of tensors, or anything else to loop over
            """
            ...
    ''',
    solution='''
        def not_trained(tensors, module):
            """The names of the module's parameters that want a gradient and are none of the objects in `tensors`.

            tensors  what an optimizer holds: a list of tensors, or anything else to loop over
            """
            held = list(tensors)
            return [
                name
                for name, parameter in module.named_parameters()
                if parameter.requires_grad and not any(parameter is one for one in held)
            ]
    ''',
    why="Training is a matter of identity: backward() writes into the .grad of the object that the network uses, and the optimizer "
    "reads the .grad of the object that it holds. Equal numbers, or even the same memory, do not help.",
    facts=[
        Case(
            """
            net = Net()
            not_trained(list(net.parameters()), net)
            """,
            [],
        ),
        Case("not_trained([], Net())", ["first.weight", "first.bias", "last.weight", "last.bias"]),
        Case(
            """
            net = Net()
            held = list(net.parameters())
            net.last.weight = mt.nn.Parameter(net.last.weight.detach().double())
            not_trained(held, net)
            """,
            ["last.weight"],
        ),
        Case(
            """
            net = Net()
            held = list(net.parameters())
            net.first.bias = mt.nn.Parameter(net.first.bias.detach().clone())
            not_trained(held, net)
            """,
            ["first.bias"],
        ),
        Case(
            """
            net = Net()
            held = list(net.parameters())
            net.last.weight = mt.nn.Parameter(net.last.weight)
            not_trained(held, net)
            """,
            ["last.weight"],
        ),
        Case(
            """
            net = Net()
            held = list(net.parameters())
            net.half()
            not_trained(held, net)
            """,
            [],
        ),
        Case(
            """
            net = Net()
            net.first.weight.requires_grad_(False)
            not_trained([net.last.weight, net.last.bias], net)
            """,
            ["first.bias"],
        ),
        Case(
            """
            net = Net()
            net.first.weight.requires_grad_(False)
            not_trained([], net)
            """,
            ["first.bias", "last.weight", "last.bias"],
        ),
        Case(
            """
            net = Net()
            not_trained(net.parameters(), net)
            """,
            [],
        ),
        Case(
            """
            net = Net()
            not_trained(net.last.parameters(), net)
            """,
            ["first.weight", "first.bias"],
        ),
        Case(
            """
            net = tied()
            not_trained([net.first.bias], net)
            """,
            ["first.weight", "last.bias"],
        ),
        Case(
            """
            net = Net()
            before = Net()
            not_trained(list(before.parameters()), net)
            """,
            ["first.weight", "first.bias", "last.weight", "last.bias"],
        ),
        Case(
            """
            net = Net()
            not_trained(list(reversed(list(net.parameters()))), net)
            """,
            [],
        ),
    ],
    wrong=[
        Wrong(
            """
            def not_trained(tensors, module):
                names = []
                for name, parameter in module.named_parameters():
                    found = [one for one in tensors if one is parameter]
                    if parameter.requires_grad and not found:
                        names.append(name)
                return names
            """,
            "`tensors` may be a generator, which gives what it has once: for the second parameter nothing is left. Make a list "
            "of it first.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                held = list(tensors)
                return [n for n, p in module.named_parameters() if p.requires_grad and not all(p is one for one in held)]
            """,
            "`all` asks whether the parameter is every one of the things that are held, which it is only where one is "
            "held. One of them is enough: `any`.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                held = list(tensors)
                return [n for n, p in module.named_parameters() if p.requires_grad and not any(p is not one for one in held)]
            """,
            "`any(p is not one ...)` is true as soon as something else is held as well. Ask whether any of them is the "
            "parameter, and leave those out.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                tensors = list(tensors)
                return [name for name, p in module.named_parameters() if p.requires_grad and p not in tensors]
            """,
            "`in` compares with ==, and == of two tensors gives a tensor of answers. Ask `parameter is one` for each of them.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                tensors = list(tensors)
                return [
                    name
                    for name, p in module.named_parameters()
                    if p.requires_grad and not any(p.tolist() == one.tolist() for one in tensors)
                ]
            """,
            "You compare numbers. A copy has the same numbers, and the optimizer does not hold it: compare objects, with `is`.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                held = {one.data_ptr() for one in tensors}
                return [name for name, p in module.named_parameters() if p.requires_grad and p.data_ptr() not in held]
            """,
            "You compare memory. `Parameter(weight)` shares the memory of weight, and has a .grad of its own, which the optimizer "
            "never looks at: compare objects, with `is`.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                held = list(tensors)
                return [name for name, p in module.named_parameters() if not any(p is one for one in held)]
            """,
            "A parameter that wants no gradient is frozen on purpose. Leave it out.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                return [
                    name
                    for name, p in module.named_parameters()
                    if p.requires_grad and not any(p is one for one in tensors)
                ]
            """,
            "`net.parameters()` can be looped over once only, and you loop for every name. Make a list of it first.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                pairs = zip(module.named_parameters(), tensors)
                return [name for (name, p), one in pairs if p.requires_grad and p is not one]
            """,
            "You compare by place, the first with the first. What the optimizer holds can be shorter, or in another order: look "
            "for each parameter in all of it.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                held = {id(one) for one in tensors}
                return [p for p in module.parameters() if p.requires_grad and id(p) not in held]
            """,
            "These are the parameters themselves. Asked for are their names: `module.named_parameters()` gives both.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                held = {id(one) for one in tensors}
                return [name for name, p in module.named_parameters() if p.requires_grad and id(p) in held]
            """,
            "These are the ones that are trained. Asked for are the others.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                return [name for name, p in module.named_parameters() if p.requires_grad and p.grad is None]
            """,
            "Before the first backward() no parameter has a gradient, and after it a forgotten one has one too. "
            "Ask what the optimizer holds.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                held = {id(one) for one in tensors}
                return [name for name, p in module._parameters.items() if p.requires_grad and id(p) not in held]
            """,
            "You look at what the module itself holds. The parameters of a network are further in: "
            "`module.named_parameters()` walks the whole tree.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                held = {id(one) for one in tensors}
                pairs = module.named_parameters(remove_duplicate=False)
                return [name for name, p in pairs if p.requires_grad and id(p) not in held]
            """,
            "A tied parameter is listed under each of its names. Once is enough, under its first: leave out "
            "remove_duplicate=False.",
        ),
        Wrong(
            """
            def not_trained(tensors, module):
                mine = {id(p) for p in module.parameters()}
                return [one for one in tensors if id(one) not in mine]
            """,
            "These are the tensors that the optimizer holds for nothing. Asked for is the other side: the names "
            "of the module's parameters that it does not hold.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "center.mean" in got,
            "Buffers are no parameters, and what state_dict() gives are other tensors, without gradients: "
            "`module.named_parameters()` gives the objects that are trained.",
        ),
        Mistake(
            lambda expected, got, error: len(set(got)) < len(got),
            "A name is added as soon as one of the tensors is another one. Look through all that is held first: only what is none of "
            "them is added, and once.",
        ),
        stops("'str' object has no attribute", "named_parameters gives (name, parameter), the name first."),
        stops(
            "has no attribute 'requires_grad'",
            "These are modules, or something else that is no parameter: go through module.named_parameters().",
        ),
        stops(
            "must match the size of tensor",
            "`==`, which `in` uses too, compares the numbers of two tensors. Ask for the same object: `parameter is one`.",
        ),
    ],
    hints=[
        "`module.named_parameters()` gives names and parameters. Which question tells whether the optimizer holds the very object?",
        "`parameter is one`, for each `one` in a list of `tensors`; make the list once, since an iterator can be looped over once.",
        "`if parameter.requires_grad and not any(parameter is one for one in held)`.",
    ],
)
