"""Programs about Module that must say the same here and in PyTorch. They stand in long lines, to be seen at a glance."""

NET = """
        class Inner(torch.nn.Module):
            def __init__(self, n=2):
                super().__init__()
                self.weight = torch.nn.Parameter(torch.arange(float(n)) + 1)
                self.bias = torch.nn.Parameter(torch.zeros(n))
                self.register_buffer("mean", torch.ones(n))
                self.register_buffer("count", torch.tensor(3), persistent=False)
            def forward(self, x):
                return x * self.weight + self.bias
            def extra_repr(self):
                return f"n={self.weight.numel()}"
        class Net(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.first = Inner()
                self.second = Inner()
                self.again = self.first
                self.scale = torch.nn.Parameter(torch.tensor(2.0))
            def forward(self, x):
                return self.second(self.first(x).relu() * 0.5) * self.scale
        net = Net()
"""

PROGRAMS = {
    "fresh state": """
        m = torch.nn.Module(); vars(m).pop("_forward_hooks_always_called", None)
        print(sorted(vars(m)), m.training, m._is_full_backward_hook, m.dump_patches if False else "")
        print(m, [type(vars(m)[k]).__name__ for k in sorted(vars(m))])
    """,
    "attributes": NET
    + """
        print(list(net._parameters), list(net._buffers), list(net._modules), "first" in net.__dict__)
        print(list(net.first._parameters), list(net.first._buffers), net.first._non_persistent_buffers_set)
        net.first.weight = None; print(net.first.weight, list(net.first._parameters))
        net.first.weight = torch.nn.Parameter(torch.ones(1)); print(net.first.weight)
        net.scale = Inner() if False else None; print(net.scale, list(net._parameters))
        net.first.mean = torch.zeros(1); print(net.first.mean)
        net.first.mean = None; print(net.first.mean, list(net.first._buffers))
        net.plain = 3; net.tensor = torch.ones(1); print("plain" in net.__dict__, "tensor" in net.__dict__)
        net.tensor = torch.nn.Parameter(torch.ones(1)); print("tensor" in net.__dict__, list(net._parameters))
        net.plain = Inner(); print("plain" in net.__dict__, list(net._modules))
        del net.first; del net.scale; del net.second.mean; print(list(net._modules), list(net._parameters), list(net.second._buffers))
        print([n for n in dir(net.again) if n in ("weight", "mean", "count", "forward", "training")])
    """,
    "a name changes its kind": """
        m = torch.nn.Module()
        m.a = torch.nn.Parameter(torch.ones(1)); m.a = None; print(list(m._parameters))
        m.b = torch.nn.Module(); m.b = torch.nn.Parameter(torch.ones(1)); print(list(m._parameters), list(m._modules))
        m.register_buffer("c", torch.ones(1)); m.c = torch.nn.Parameter(torch.ones(1)); print(list(m._parameters), list(m._buffers))
        m.register_buffer("d", torch.ones(1)); m.d = torch.nn.Module(); print(list(m._modules), list(m._buffers))
        m.e = torch.nn.Buffer(torch.ones(1), persistent=False); print(list(m._buffers), m._non_persistent_buffers_set)
        m.e = torch.zeros(1); print(m.e, m._non_persistent_buffers_set)
        m.e = torch.nn.Buffer(torch.ones(1)); print(m.e, m._non_persistent_buffers_set)
        try: m.a = torch.ones(1)
        except TypeError as e: print("TypeError")
    """,
    "registering by name": """
        m = torch.nn.Module()
        m.register_parameter("p", torch.nn.Parameter(torch.ones(1))); m.register_parameter("none", None)
        m.register_buffer("b", None); m.add_module("m", None); m.register_module("n", torch.nn.Module())
        print(m.p, m.none, m.b, m.m, list(m._modules), list(m.state_dict()))
    """,
    "always call": """
        class Bad(torch.nn.Module):
            def forward(self, x): raise ValueError("in forward")
        m = Bad(); m.register_forward_hook(lambda m, a, o: print("plain"))
        m.register_forward_hook(lambda m, a, o: print("always", o), always_call=True)
        try: m(1)
        except ValueError as e: print(e)
        m = torch.nn.Identity() if hasattr(torch.nn, "Identity") else None
    """,
    "paths": NET
    + """
        print(net.get_submodule("first"), net.get_submodule("") is net, net.get_parameter("first.bias"), net.get_buffer("second.mean"))
        net.set_submodule("second", Inner(3)); print(net.second)
        net.set_submodule("third", Inner(1)); print(list(net._modules))
    """,
    "iterators": NET
    + """
        print([n for n, _ in net.named_modules()], [n for n, _ in net.named_modules(prefix="p")])
        print([n for n, _ in net.named_modules(remove_duplicate=False)], [n for n, _ in net.named_children()])
        print([n for n, _ in net.named_parameters()], [n for n, _ in net.named_parameters(prefix="p", recurse=False)])
        print([n for n, _ in net.named_parameters(remove_duplicate=False)], [n for n, _ in net.named_buffers()])
        print(len(list(net.modules())), len(list(net.children())), len(list(net.parameters())), len(list(net.buffers(recurse=False))))
        memo = {net.second}; print([n for n, _ in net.named_modules(memo)], len(memo))
        net.second.weight = net.first.weight; print([n for n, _ in net.named_parameters()])
        order = []; print(net.apply(lambda m: order.append(type(m).__name__)) is net, order)
        print(type(net.parameters()).__name__, type(net.named_modules()).__name__)
    """,
    "printing": NET
    + """
        print(net); print(net.first); print(torch.nn.Module())
        class Two(torch.nn.Module):
            def extra_repr(self): return "a\\nb"
        print(Two()); m = Two(); m.inner = Two(); m.none = None; m.add_module("empty", None); print(m)
    """,
    "converting": NET
    + """
        weight = net.first.weight; weight.grad = torch.ones(2); grad = weight.grad
        print(net.double() is net, net.first.weight is weight, weight.dtype, weight.grad is grad, grad.dtype, net.first.mean.dtype, net.first.count.dtype)
        print(net.to(torch.float16).first.mean.dtype, net.first.count.dtype, weight.grad.dtype)
        print(net.to("cpu", torch.float32).scale.dtype, net.to(torch.zeros(1, dtype=torch.float64)).scale.dtype, net.float().scale.dtype)
        print(net.to(dtype=torch.float64).scale.dtype, net.to(device="cpu").scale.device, net.half().scale.dtype, net.bfloat16().scale.dtype)
        print(net.type(torch.float32).first.count.dtype, weight.requires_grad, weight.is_leaf, net.cpu() is net)
        print(net.to_empty(device="cpu").first.weight.shape)
    """,
    "forward hooks in order": NET
    + """
        log = lambda name, out=None: (lambda *a: (print(name, len(a)), out)[1])
        f = net.first
        a = f.register_forward_pre_hook(log("pre a")); f.register_forward_pre_hook(log("pre b"), prepend=True)
        f.register_forward_hook(log("post a")); f.register_forward_hook(log("post b"), prepend=True)
        f.register_forward_pre_hook(log("pre kw"), with_kwargs=True); f.register_forward_hook(log("post kw"), with_kwargs=True)
        g = torch.nn.modules.module.register_module_forward_pre_hook(log("global pre"))
        h = torch.nn.modules.module.register_module_forward_hook(log("global post"))
        print(f(torch.ones(2))); g.remove(); h.remove(); a.remove(); print(f(x=torch.ones(2)))
        print(list(f._forward_hooks.values()) != [], len(f._forward_hooks), len(f._forward_hooks_with_kwargs), len(f._forward_pre_hooks))
    """,
    "forward hooks that replace": NET
    + """
        f = net.first
        with f.register_forward_pre_hook(lambda m, args: args[0] * 10): print(f(torch.ones(2)))
        with f.register_forward_pre_hook(lambda m, args: (args[0] * 10,)): print(f(torch.ones(2)))
        with f.register_forward_pre_hook(lambda m, args, kw: (args, {"x": kw["x"] * 5}), with_kwargs=True): print(f(x=torch.ones(2)))
        with f.register_forward_hook(lambda m, args, out: out + 100): print(f(torch.ones(2)))
        with f.register_forward_hook(lambda m, args, kw, out: out + kw["x"], with_kwargs=True): print(f(x=torch.ones(2)))
        print(f(torch.ones(2)))
    """,
    "a hook that removes itself": NET
    + """
        f = net.first
        def once(m, args, out): print("once"); handle.remove()
        handle = f.register_forward_hook(once); f.register_forward_hook(lambda m, a, o: print("other"))
        f(torch.ones(2)); f(torch.ones(2))
    """,
    "full backward hooks": NET
    + """
        show = lambda name: (lambda m, i, o: print(name, [None if t is None else t.tolist() for t in i], [t.tolist() for t in o]))
        net.first.register_full_backward_hook(show("first")); net.second.register_full_backward_hook(show("second"))
        net.register_full_backward_hook(show("net"))
        net.second.register_full_backward_pre_hook(lambda m, o: print("pre", [t.tolist() for t in o]))
        x = torch.tensor([0.5, -0.5], requires_grad=True); net(x).sum().backward(); print(x.grad, net.first.weight.grad)
    """,
    "full backward hooks replace": NET
    + """
        net.second.register_full_backward_pre_hook(lambda m, o: (o[0] * 10,))
        net.first.register_full_backward_hook(lambda m, i, o: (i[0] * 100,))
        x = torch.tensor([0.5, -0.5], requires_grad=True); net(x).sum().backward(); print(x.grad, net.first.weight.grad, net.scale.grad)
    """,
    "several inputs and outputs": """
        class Mix(torch.nn.Module):
            def forward(self, x, y, n): return x * y, x + y * n
        m = Mix(); m.register_full_backward_hook(lambda m, i, o: print([None if t is None else t.tolist() for t in i], [None if t is None else t.tolist() for t in o]))
        x, y = torch.ones(2, requires_grad=True), torch.full((2,), 2.0, requires_grad=True)
        a, b = m(x, y, 3); (a * 2 + b).sum().backward(); print(x.grad)
        a, b = m(x, y, 3); a.sum().backward(); print(x.grad)
    """,
    "global backward hooks": NET
    + """
        M = torch.nn.modules.module
        a = M.register_module_full_backward_hook(lambda m, i, o: print(type(m).__name__, o[0].tolist()))
        b = M.register_module_full_backward_pre_hook(lambda m, o: print("pre", type(m).__name__))
        x = torch.tensor([0.5, -0.5], requires_grad=True); net(x).sum().backward(); a.remove(); b.remove()
        net(x).sum().backward()
    """,
    "legacy backward hooks": """
        class Mul(torch.nn.Module):
            def forward(self, x): return x * 2
        m = Mul(); h = m.register_backward_hook(lambda m, i, o: print([t if t is None else t.tolist() for t in i], [t.tolist() for t in o]))
        x = torch.ones(2, requires_grad=True); m(x + 0).sum().backward(); print(x.grad)
        try: m.register_full_backward_hook(lambda *a: None)
        except RuntimeError as e: print("RuntimeError")
        h.remove()
    """,
    "state_dict": NET
    + """
        sd = net.state_dict(); print(list(sd), type(sd).__name__, sd["first.weight"].requires_grad, sd["first.weight"].data_ptr() == net.first.weight.data_ptr())
        print(dict(sd._metadata)); print(list(net.state_dict(prefix="p.")), net.state_dict(keep_vars=True)["scale"] is net.scale)
        d = {}; print(net.state_dict(destination=d) is d, list(d))
    """,
    "load_state_dict": NET
    + """
        other = Net(); sd = {k: v + 1 for k, v in net.state_dict().items()}; weight = other.first.weight
        print(other.load_state_dict(sd), other.first.weight is weight, other.first.weight, other.first.mean)
        del sd["scale"]; sd["more"] = torch.ones(1); r = other.load_state_dict(sd, strict=False); print(r, r.missing_keys, r.unexpected_keys)
        r = other.load_state_dict(net.state_dict(), assign=True); print(r, other.first.weight is weight, other.first.weight)
    """,
    "load hooks": NET
    + """
        def rename(m, sd, prefix, meta, strict, missing, unexpected, errors):
            old = prefix + "old"; print(prefix, old in sd, meta)
            if old in sd: sd[prefix + "weight"] = sd.pop(old)
        net.first.register_load_state_dict_pre_hook(rename)
        sd = net.state_dict(); sd["first.old"] = sd.pop("first.weight") + 5; print(net.load_state_dict(sd), net.first.weight)
        net.register_load_state_dict_post_hook(lambda m, keys: (keys.missing_keys.clear(), None)[1])
        del sd["scale"]; sd["first.old"] = torch.zeros(2); print(net.load_state_dict(sd, strict=False), net.first.weight)
    """,
    "state_dict hooks": NET
    + """
        net.first.register_state_dict_pre_hook(lambda m, p, k: print("pre", p, k))
        net.first.register_state_dict_post_hook(lambda m, sd, p, meta: print("post", p, list(sd), meta))
        net.register_state_dict_post_hook(lambda m, sd, p, meta: sd.pop("scale") and None); print(net.state_dict())
    """,
    "extra state": """
        class E(torch.nn.Module):
            def get_extra_state(self): return {"n": 3}
            def set_extra_state(self, state): print("set", state)
        m = torch.nn.Module(); m.e = E(); print(m.state_dict()); print(m.load_state_dict({"e._extra_state": 5}), m.load_state_dict({}, strict=False))
    """,
    "modes": NET
    + """
        print(net.training, net.eval() is net, [m.training for m in net.modules()], net.train().training, net.train(False).first.training)
        net.requires_grad_(False); print([p.requires_grad for p in net.parameters()]); net.requires_grad_()
        net(torch.ones(2)).sum().backward(); net.zero_grad(set_to_none=False); print(net.scale.grad); net.zero_grad(); print(net.scale.grad)
    """,
    "copy and pickle": NET
    + """
        import copy
        net.first.weight.grad = torch.ones(2); twin = copy.deepcopy(net)
        print(twin.first is not net.first, twin.again is twin.first, twin.first.weight, twin.first.weight.grad, list(twin.state_dict()) == list(net.state_dict()))
        shallow = copy.copy(net); print(shallow.first is net.first, shallow._modules is net._modules)
    """,
    "Parameter": """
        p = torch.nn.Parameter(torch.ones(2)); print(p, type(p).__name__, p.requires_grad, p.is_leaf, isinstance(p, torch.Tensor))
        x = torch.zeros(2); p = torch.nn.Parameter(x, requires_grad=False); x.add_(1); print(p, p.data_ptr() == x.data_ptr())
        print(type(p + 1).__name__, type(p.data).__name__, type(p.detach()).__name__, torch.nn.Parameter().shape, (p * 2).is_leaf)
        y = torch.ones(2, requires_grad=True) * 2; p = torch.nn.Parameter(y); print(p.is_leaf, p.grad_fn)
        b = torch.nn.Buffer(torch.ones(1)); print(b.persistent, isinstance(b, torch.nn.Buffer), isinstance(b, torch.nn.Parameter))
    """,
    "call_super_init": """
        class Mixin:
            def __init__(self, word): self.word = word
        class M(torch.nn.Module, Mixin):
            call_super_init = True
            def __init__(self): super().__init__("hello")
        print(M().word)
    """,
    "named tuple result": """
        from collections import namedtuple
        R=namedtuple("R",["a","b"])
        class M(torch.nn.Module):
            def forward(self,x): return R(x*2,x*3)
        m=M(); m.register_full_backward_hook(lambda m,i,o: print(type(i).__name__, len(o)))
        x=torch.ones(2,requires_grad=True); r=m(x); print(type(r).__name__); (r.a+r.b).sum().backward(); print(x.grad)
    """,
    "dict result warns": """
        import warnings
        class M(torch.nn.Module):
            def forward(self,x): return {"a": x*2}
        m=M(); m.register_full_backward_hook(lambda m,i,o: print("hook"))
        x=torch.ones(2,requires_grad=True)
        with warnings.catch_warnings(record=True) as w:
            warnings.simplefilter("always"); r=m(x)
        print([str(x.message)[:60] for x in w]); r["a"].sum().backward(); print(x.grad)
    """,
    "in place on a hooked input": """
        class M(torch.nn.Module):
            def forward(self,x): return x.add_(1)
        m=M(); m.register_full_backward_hook(lambda m,i,o: None)
        x=torch.ones(2,requires_grad=True)
        try: m(x*1); print("fine")
        except RuntimeError as e: print("RuntimeError")
    """,
    "invalid numbers of gradients": """
        class M(torch.nn.Module):
            def forward(self,x): return x*2
        m=M(); h=m.register_full_backward_hook(lambda m,i,o: (i[0],i[0])); x=torch.ones(2,requires_grad=True)
        try: m(x).sum().backward()
        except RuntimeError as e: print(e)
        h.remove(); m.register_full_backward_pre_hook(lambda m,o: (o[0],o[0],o[0]))
        try: m(x).sum().backward()
        except RuntimeError as e: print(e)
    """,
    "no input requires grad": """
        class M(torch.nn.Module):
            def __init__(self): super().__init__(); self.w=torch.nn.Parameter(torch.ones(2))
            def forward(self,x): return x*self.w
        m=M(); m.register_full_backward_hook(lambda m,i,o: print("hook",i,o)); m(torch.ones(2)).sum().backward(); print(m.w.grad)
        m.register_full_backward_hook(lambda m,i,o: (torch.ones(2),))
        try: m(torch.ones(2)).sum().backward()
        except RuntimeError as e: print(e)
    """,
    "hooks under no_grad": """
        class M(torch.nn.Module):
            def forward(self,x): return x*2
        m=M(); m.register_full_backward_hook(lambda m,i,o: print("hook")); m.register_forward_hook(lambda m,a,o: print("forward"))
        with torch.no_grad(): print(m(torch.ones(2,requires_grad=True)))
    """,
    "backward hooks twice": """
        class M(torch.nn.Module):
            def forward(self,x): return x*x
        m=M(); m.register_full_backward_hook(lambda m,i,o: print("hook",i[0].tolist(),o[0].tolist()))
        x=torch.ones(2,requires_grad=True); y=m(x)
        y.sum().backward(retain_graph=True); y.sum().backward(); print(x.grad)
        x=torch.ones(2,requires_grad=True); (g,)=torch.autograd.grad(m(x).sum(),x,create_graph=True); g.sum().backward(); print(x.grad)
    """,
    "legacy on a composite": """
        import warnings
        class M(torch.nn.Module):
            def __init__(self): super().__init__(); self.w=torch.nn.Parameter(torch.ones(2,3))
            def forward(self,x): return (x@self.w+1)*2
        m=M(); m.register_backward_hook(lambda m,i,o: print([None if t is None else tuple(t.shape) for t in i],[tuple(t.shape) for t in o]))
        x=torch.ones(4,2,requires_grad=True)
        with warnings.catch_warnings(record=True) as w:
            warnings.simplefilter("always"); y=m(x)
        print([str(x.message)[:130] for x in w]); y.sum().backward()
    """,
    "legacy replaces": """
        class M(torch.nn.Module):
            def forward(self,x): return x*2
        m=M(); m.register_backward_hook(lambda m,i,o: (i[0]*10,)+tuple(i[1:]))
        x=torch.ones(2,requires_grad=True); m(x).sum().backward(); print(x.grad)
    """,
    "global and local order": """
        M=torch.nn.modules.module
        class A(torch.nn.Module):
            def forward(self,x): return x*2
        m=A(); log=lambda n:(lambda *a: print(n))
        hs=[M.register_module_forward_pre_hook(log("gpre")),M.register_module_forward_hook(log("gfwd")),M.register_module_full_backward_pre_hook(log("gbpre")),M.register_module_full_backward_hook(log("gbwd"))]
        m.register_forward_pre_hook(log("pre")); m.register_forward_hook(log("fwd")); m.register_full_backward_pre_hook(log("bpre")); m.register_full_backward_hook(log("bwd"))
        m.register_full_backward_hook(log("bwd0"),prepend=True); m.register_full_backward_pre_hook(log("bpre0"),prepend=True)
        m(torch.ones(1,requires_grad=True)).backward()
        for h in hs: h.remove()
        print(len(M._global_forward_hooks))
    """,
    "a dictionary of hooks for all modules put in by hand": """
        from collections import OrderedDict
        M = torch.nn.modules.module; kept = {name: getattr(M, name) for name in vars(M) if name.startswith("_global_") and isinstance(getattr(M, name), dict)}
        handle = M.register_module_forward_hook(lambda m, a, out: out + 1); f = torch.nn.Identity(); print(f(torch.ones(1)))
        M._global_forward_hooks = OrderedDict(); print(f(torch.ones(1)))
        M._global_forward_hooks = {7: lambda m, a, out: out * 5}; print(f(torch.ones(1)), len(M._global_forward_hooks))
        M._global_forward_pre_hooks = {8: lambda m, a: (a[0] * 2,)}; print(f(torch.ones(1)))
        M._global_backward_hooks = OrderedDict(); print(M._global_backward_hooks is M._global_backward_hooks)
        handle.remove()
        for name in kept: setattr(M, name, OrderedDict())
        print(f(torch.ones(1)))
    """,
    "always call kwargs": """
        class A(torch.nn.Module):
            def forward(self,x,fail=False):
                if fail: raise RuntimeError("failing in forward")
                return x
        m=A(); m.register_forward_hook(lambda m,a,k,o: print("kw",sorted(k),o is None),with_kwargs=True,always_call=True)
        def bad(m,a,o): raise RuntimeError("hook fails")
        h=m.register_forward_hook(bad,always_call=True); m.register_forward_hook(lambda m,a,o: print("last"),always_call=True)
        for kw in ({},{"fail":True}):
            try: m(1,**kw)
            except RuntimeError as e: print(e)
    """,
    "pickled handle and module": """
        import pickle, copy
        m=torch.nn.Module(); m.p=torch.nn.Parameter(torch.ones(2)); m.register_buffer("b",torch.zeros(1),persistent=False); m.inner=torch.nn.Module()
        n=pickle.loads(pickle.dumps(m)); print(n.p, list(n._buffers), n._non_persistent_buffers_set, list(n._modules), n.training)
        h=m.register_forward_hook(print); m2,h2=copy.deepcopy((m,h)); print(len(m2._forward_hooks)); h2.remove(); print(len(m2._forward_hooks),len(m._forward_hooks))
    """,
    "old state": """
        m=torch.nn.Module(); state=dict(m.__dict__)
        for k in ("_forward_pre_hooks","_state_dict_hooks","_non_persistent_buffers_set","_is_full_backward_hook","_backward_pre_hooks","_forward_hooks_with_kwargs"): del state[k]
        n=torch.nn.Module.__new__(torch.nn.Module); n.__setstate__(state); print(sorted(n.__dict__)==sorted(m.__dict__), n._is_full_backward_hook)
    """,
    "custom load": """
        class C(torch.nn.Module):
            _version=2
            def __init__(self): super().__init__(); self.w=torch.nn.Parameter(torch.zeros(2))
            def _save_to_state_dict(self,dest,prefix,keep): super()._save_to_state_dict(dest,prefix,keep); dest[prefix+"serialized"]=torch.tensor(7.)
            def _load_from_state_dict(self,sd,prefix,meta,strict,missing,unexpected,errors):
                print(meta.get("version"), strict, prefix+"serialized" in sd); sd.pop(prefix+"serialized",None)
                super()._load_from_state_dict(sd,prefix,meta,strict,missing,unexpected,errors)
        m=torch.nn.Module(); m.c=C(); sd=m.state_dict(); print(list(sd),sd._metadata); print(m.load_state_dict(sd))
    """,
    "dtype of the state": """
        m=torch.nn.Module(); m.w=torch.nn.Parameter(torch.zeros(2)); m.load_state_dict({"w":torch.ones(2,dtype=torch.float64)}); print(m.w)
        m.load_state_dict({"w":torch.full((2,),3.,dtype=torch.float64)},assign=True); print(m.w, m.w.requires_grad)
    """,
    "post hooks of both kinds": """
        m=torch.nn.Module(); m.i=torch.nn.Module(); m.i.w=torch.nn.Parameter(torch.ones(1))
        m.i.register_state_dict_post_hook(lambda mod,sd,p,meta: sd.__setitem__(p+"x",1)); print(m.state_dict())
        m.register_load_state_dict_post_hook(lambda mod,keys: print(type(keys).__name__, keys.missing_keys, keys.unexpected_keys)); print(m.load_state_dict({}, strict=False))
    """,
    "positional state_dict": """
        m=torch.nn.Module(); m.w=torch.nn.Parameter(torch.ones(1)); d={}; print(m.state_dict(d,"p.") is d, d)
    """,
    "parameters in lists are not seen": """
        m=torch.nn.Module(); m.l=[torch.nn.Parameter(torch.ones(1))]; print(list(m.parameters()))
    """,
    "setattr with properties": """
        class A(torch.nn.Module):
            @property
            def double(self): return 2
            @property
            def broken(self): return self.nothing
        a=A(); print(a.double)
        try: a.broken
        except AttributeError as e: print(e)
        print(hasattr(a,"nothing"), getattr(a,"nothing",5))
    """,
    "hash and equality": """
        a,b=torch.nn.Module(),torch.nn.Module(); print(a==a,a==b,len({a,b,a}))
    """,
    "none children": """
        m=torch.nn.Module(); m.a=torch.nn.Module(); m.a=None; print(list(m.named_children()),list(m.children()),m.a, list(m.named_modules())[0][0]); m.apply(lambda x: print("applied")); m.to(torch.float64); m.train(); print(m)
    """,
    "module is callable with everything": """
        class A(torch.nn.Module):
            def forward(self,*a,**k): return len(a),sorted(k)
        print(A()(1,2,x=3)); print(A().forward(1)); print(A().__call__(1))
    """,
    "forward pre hook on keyword only": """
        class A(torch.nn.Module):
            def forward(self,*,x): return x+1
        m=A(); m.register_forward_pre_hook(lambda m,a,k: (a,{"x":k["x"]*2}),with_kwargs=True); print(m(x=torch.ones(1)))
    """,
    "zero_grad keeps graph apart": """
        m=torch.nn.Module(); m.w=torch.nn.Parameter(torch.ones(1)); (m.w**2).backward(create_graph=True); print(m.w.grad.requires_grad); m.zero_grad(set_to_none=False); print(m.w.grad, m.w.grad.requires_grad)
    """,
    "requires_grad_ false keeps": """
        m=torch.nn.Module(); m.w=torch.nn.Parameter(torch.ones(1)); print(m.requires_grad_(False) is m, m.w.requires_grad)
    """,
    "deepcopied parameters": """
        import copy
        p=torch.nn.Parameter(torch.ones(2)); p.grad=torch.ones(2); q=copy.deepcopy(p); print(type(q).__name__,q.grad,q.requires_grad, q is not p)
        d=copy.deepcopy([p,p]); print(d[0] is d[1])
    """,
    "extra state missing set": """
        class A(torch.nn.Module):
            def get_extra_state(self): return 1
        class B(torch.nn.Module):
            def set_extra_state(self,s): print("set",s)
        m=A(); print(m.state_dict())
        try: m.load_state_dict(m.state_dict())
        except RuntimeError as e: print("RuntimeError", "_extra_state" in str(e))
        try: B().load_state_dict({})
        except RuntimeError as e: print("RuntimeError", "_extra_state" in str(e))
    """,
    "registered twice": """
        m=torch.nn.Module(); m.register_parameter("a",torch.nn.Parameter(torch.ones(1))); m.register_parameter("a",torch.nn.Parameter(torch.zeros(1))); print(m.a)
        m.add_module("x",torch.nn.Module()); m.add_module("x",None); print(m.x); m.register_buffer("b",torch.ones(1)); m.register_buffer("b",None,persistent=False); print(m.b,m._non_persistent_buffers_set)
        for make in (lambda: m.register_buffer("a",None), lambda: m.register_parameter("b",None), lambda: m.add_module("a",None)):
            try: make()
            except KeyError as e: print(e)
    """,
    "layers: repr list": """
        print(torch.nn.ModuleList([torch.nn.Linear(2,2) for _ in range(3)]+[torch.nn.ReLU()]))
        print(torch.nn.Sequential(*[torch.nn.Linear(2,2) for _ in range(3)]))
        print(torch.nn.ModuleDict({"a":torch.nn.Linear(1,1),"b":torch.nn.ReLU()}))
        print(torch.nn.ParameterList([torch.ones(2),torch.nn.Parameter(torch.ones(1,2))])); print(torch.nn.ParameterDict({"a":torch.nn.Parameter(torch.ones(2))}))
    """,
    "layers: sequential": """
        from collections import OrderedDict
        s=torch.nn.Sequential(OrderedDict(a=torch.nn.Linear(2,2),b=torch.nn.ReLU(),c=torch.nn.Linear(2,1)))
        print(s, len(s), s[0] is s.a, s[-1] is s.c, s[:2], [type(m).__name__ for m in s])
        t=s+torch.nn.Sequential(torch.nn.ReLU()); print(len(t), list(t._modules)); t.append(torch.nn.ReLU()); t.insert(1,torch.nn.Identity()); print(list(t._modules))
        s=torch.nn.Sequential(torch.nn.ReLU(),torch.nn.Tanh()); print(s.pop(0), s); s.extend([torch.nn.ReLU()]); del s[0]; print(s); s[0]=torch.nn.Tanh(); print(s)
        try: s[5]
        except IndexError as e: print(type(e).__name__)
    """,
    "layers: linear": """
        torch.manual_seed(0); l=torch.nn.Linear(3,2); print(l.weight,l.bias,l(torch.ones(1,3))); print(torch.nn.Linear(2,1,bias=False), torch.nn.Linear(2,1,dtype=torch.float64).weight.dtype)
    """,
    "layers: module list": """
        l=torch.nn.ModuleList([torch.nn.ReLU()]); l.append(torch.nn.Tanh()); l.extend([torch.nn.Sigmoid()]); l.insert(1,torch.nn.Identity()); print(list(l._modules), l[1:], len(l), [type(x).__name__ for x in l], l[-1])
        l+=[torch.nn.ReLU()]; print(len(l)); del l[0]; print(list(l._modules)); print(l.pop(0)); m=l+[torch.nn.ReLU()]; print(len(m))
        try: l(1)
        except NotImplementedError as e: print(e)
        try: l.append(3)
        except TypeError as e: print(type(e).__name__)
    """,
    "layers: module dict": """
        d=torch.nn.ModuleDict([["a",torch.nn.ReLU()],["b",torch.nn.Tanh()]]); d["c"]=torch.nn.Identity(); print(list(d), "a" in d, len(d), list(d.keys()), d.pop("a"), list(d.items())[0][0]); d.update({"z":torch.nn.ReLU()}); del d["b"]; print(d); d.clear(); print(len(d))
    """,
    "layers: batchnorm": """
        torch.manual_seed(0); b=torch.nn.BatchNorm1d(3); x=torch.randn(5,3); print(b(x)); print(b.running_mean,b.running_var,b.num_batches_tracked); b.eval(); print(b(x)); print(b.state_dict().keys())
        b=torch.nn.BatchNorm1d(2,momentum=None); [b(torch.full((4,2),float(i))+torch.arange(4.).reshape(4,1)) for i in range(3)]; print(b.running_mean,b.running_var)
        b=torch.nn.BatchNorm1d(2,track_running_stats=False); print(b, b.running_mean, b.eval()(torch.tensor([[1.,2.],[3.,4.]])))
    """,
    "layers: init and sgd": """
        torch.manual_seed(1); l=torch.nn.Linear(4,4); torch.nn.init.kaiming_normal_(l.weight); torch.nn.init.zeros_(l.bias); print(l.weight)
        o=torch.optim.SGD(l.parameters(),lr=0.1,momentum=0.9,weight_decay=0.01,nesterov=True); x=torch.randn(3,4)
        for _ in range(3): o.zero_grad(); (l(x)**2).mean().backward(); o.step()
        print(l.weight); print(o); print({k:type(v).__name__ for k,v in o.state_dict().items()})
    """,
    "layers: losses": """
        torch.manual_seed(0); x,y=torch.randn(3,4),torch.tensor([0,2,1]); print(torch.nn.CrossEntropyLoss()(x,y),torch.nn.MSELoss()(x,x+1),torch.nn.NLLLoss()(x.log_softmax(1),y), torch.nn.L1Loss(reduction="sum")(x,x*0), torch.nn.CrossEntropyLoss(label_smoothing=0.1))
    """,
    "layers: train a net": """
        torch.manual_seed(0)
        net=torch.nn.Sequential(torch.nn.Flatten(),torch.nn.Linear(4,8),torch.nn.Tanh(),torch.nn.Dropout(0.1),torch.nn.Linear(8,2)); o=torch.optim.SGD(net.parameters(),lr=0.5)
        x=torch.randn(16,2,2); y=(x.sum((1,2))>0).long()
        for _ in range(20): o.zero_grad(); l=torch.nn.functional.cross_entropy(net(x),y); l.backward(); o.step()
        print(f"{l.item():.4f}"); net.double(); print(net[1].weight.dtype, net[1].weight.grad.dtype)
    """,
    "what a node hook sees of a broadcast": """
        x, b = torch.ones(4, 2, requires_grad=True), torch.ones(2, requires_grad=True); y = x + b
        y.grad_fn.register_hook(lambda i, o: print([tuple(g.shape) for g in i])); y.sum().backward()
    """,
    "hooks that return lists, or too little": """
        class D(torch.nn.Module):
            def forward(self, x): return x * 2
        d = D(); h = d.register_full_backward_hook(lambda m, i, o: [g * 10 for g in i]); x = torch.ones(3, requires_grad=True)
        d(x).sum().backward(); print(x.grad); h.remove()
        d.register_full_backward_pre_hook(lambda m, o: [g * 2 for g in o]); d(x).sum().backward(); print(x.grad)
        d.register_full_backward_hook(lambda m, i, o: i[0])
        try: d(x).sum().backward()
        except RuntimeError as e: print(e)
    """,
    "answers of older hooks that cannot be used": """
        def nothing(*given): return ()
        def twice(*given): return given[-1] * 2
        def number(*given): return 3
        def alone(*given): return given[-1][0]
        def a_number_inside(*given): return (3,)
        s, x = torch.nn.Sigmoid(), torch.ones(2, requires_grad=True)
        for hook in (nothing, twice, number, alone, a_number_inside):
            for register in (lambda y: s.register_backward_hook(hook), lambda y: y.grad_fn.register_hook(hook), lambda y: y.grad_fn.register_prehook(hook)):
                with register(y := x.sigmoid()):
                    try: (s(x) + y).sum().backward()
                    except (RuntimeError, TypeError) as e: print(type(e).__name__)
    """,
    "what a hooked module was given is changed": """
        class M(torch.nn.Module):
            def forward(self, x): self.kept = x; return x.clone()
        for register in ("register_full_backward_hook", "register_full_backward_pre_hook"):
            m = M(); getattr(m, register)(lambda *given: None); x = torch.ones(3, requires_grad=True) * 1
            m(x).sum().backward(); print((m.kept + 1).sum())
            m(x); x[0] *= 2
            for use in (lambda: m.kept + 2, lambda: m.kept.grad_fn):
                try: use()
                except RuntimeError: print("refused")
            print(m.kept.detach(), m(x))
    """,
    "what Module.to does not take": """
        net, cpu, whole = torch.nn.Linear(1, 1), torch.device("cpu"), torch.tensor(3)
        for do in (
            lambda: net.to(cpu, True), lambda: net.to(None, True), lambda: net.to(cpu, torch.float32, 1), lambda: net.to([]),
            lambda: net.to({}, non_blocking=True), lambda: net.to(cpu, whole, non_blocking=True), lambda: net.to(cpu, device=cpu), lambda: net.to(nothing=1),
            lambda: net.to(torch.float32, torch.float32), lambda: net.to(whole), lambda: net.to(cpu, torch.int64, True),
            lambda: net.to("cpu", copy=True), lambda: net.to(cpu, torch.float32, False, True), lambda: net.to(torch.float64, False, True),
            lambda: net.to(), lambda: net.to(None), lambda: net.to(torch.float64, True), lambda: net.to(tensor=torch.ones(1)),
        ):
            try: print(do().weight.dtype)
            except (TypeError, RuntimeError) as e: print(type(e).__name__, str(e)[:60] if "(device" not in str(e) and "(torch" not in str(e) else "")
    """,
    "a prefix taken off a state": """
        take_off = torch.nn.modules.utils.consume_prefix_in_state_dict_if_present
        wrapper = torch.nn.Module(); wrapper.module = torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)); wrapper.register_buffer("own", torch.ones(1))
        state = wrapper.state_dict(); print(take_off(state, "module."), list(state), list(state._metadata))
        print(wrapper.module.load_state_dict(state, strict=False))
        plain = {"module.a": 1, "modules": 2, "module": 3}; take_off(plain, "module."); print(plain)
    """,
    "layers: losses of no examples": """
        F = torch.nn.functional; classes = torch.zeros(0, dtype=torch.int64)
        for reduction in ("mean", "sum", "none"):
            for target in (classes, torch.zeros(0, 3)):
                scores = torch.zeros(0, 3, requires_grad=True); loss = F.cross_entropy(scores, target, reduction=reduction); loss.sum().backward()
                print(loss.detach() + 0, scores.grad.shape)
            print(F.nll_loss(torch.zeros(0, 3), classes, torch.ones(3), reduction=reduction), F.cross_entropy(torch.zeros(0, 3), classes, reduction=reduction, label_smoothing=0.1))
        print(F.nll_loss(torch.zeros(2, 3), torch.tensor([1, 1]), ignore_index=1))
    """,
    "memory that processes share": """
        import os
        net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.BatchNorm1d(2)); net(torch.ones(3, 2)).sum().backward(); weight = net[0].weight
        print(net.share_memory() is net, weight is net[0].weight, weight.grad.is_shared(), [x.is_shared() for x in [*net.parameters(), *net.buffers()]])
        child = os.fork()
        if not child:
            with torch.no_grad(): weight.fill_(7); net[1].num_batches_tracked.add_(5)
            os._exit(0)
        os.waitpid(child, 0); print(weight, net[1].num_batches_tracked, weight._version)
        print(torch.zeros(0).share_memory_().is_shared(), torch.zeros(2).is_shared(), weight.double().is_shared(), weight[0].is_shared())
        x = torch.arange(6.0).reshape(2, 3).t(); x.share_memory_(); print(x, x.stride(), x.share_memory_() is x, x.view(6).is_shared() if x.is_contiguous() else x[1].is_shared())
    """,
}
