"""Programs that must say the same here and in PyTorch: one a line, the last expression of each is compared.

A leading ! marks an error whose message begins with words of our own.
"""

# --- Python's protocols and NumPy ---

LINES = r"""
np.asarray(torch.tensor([1.,2.]))
np.array(torch.tensor([1,2]), dtype=np.float32)
np.array(torch.tensor([1,2]), np.float64)
np.asarray(torch.tensor([1.,2.], requires_grad=True))
t=torch.zeros(2); a=np.asarray(t); a[0]=5; t
t=torch.zeros(2); a=np.array(t); a[0]=5; t
t=torch.zeros(2); np.array(t, dtype=np.float64, copy=False)
t=torch.zeros(2); t.__array__(np.float64)
np.sin(torch.tensor([0.,1.]))
type(np.sin(torch.tensor([0.,1.])))
np.add(np.ones(2,np.float32), torch.tensor([0.,1.]))
np.ones(2,np.float32) + torch.tensor([0.,1.])
torch.tensor([0.,1.]) + np.ones(2,np.float32)
torch.tensor([0.,1.]) * np.float32(3)
np.float32(3) * torch.tensor([0.,1.])
np.float64(3) * torch.tensor([0.,1.])
np.int64(3) * torch.tensor([0.,1.])
np.ones(2) * torch.tensor([0.,1.])
np.ones(2) - torch.tensor([0.,1.])
np.ones(2) / torch.tensor([2.,1.])
np.ones(2) ** torch.tensor([2.,1.])
np.ones(2) < torch.tensor([2.,1.])
np.ones(2) @ torch.tensor([2.,1.])
torch.tensor([2.,1.]) @ np.ones(2)
torch.tensor([2.,1.]) == np.ones(2)
np.ones(2) == torch.tensor([2.,1.])
np.concatenate([torch.zeros(2), torch.ones(1)])
np.stack([torch.zeros(2), torch.ones(2)])
np.array([torch.zeros(2), torch.ones(2)])
np.array([torch.tensor(1.), torch.tensor(2.)])
np.isnan(torch.tensor([1., float("nan")]))
np.greater(torch.tensor([1.,2.]), 1)
np.dot(torch.ones(2), torch.ones(2))
np.allclose(torch.ones(2), np.ones(2))
np.testing.assert_allclose(torch.ones(2), np.ones(2))
np.transpose(torch.ones(2,3))
np.shape(torch.ones(2,3))
np.reshape(torch.ones(2,3), (3,2))
np.squeeze(torch.ones(2,1))
np.argmax(torch.tensor([2.,3.]))
np.linalg.norm(torch.tensor([3.,4.]))
np.clip(torch.tensor([3.,4.]), 0, 3.5)
np.abs(torch.tensor([-3.,4.]))
np.where(torch.tensor([True,False]), 1, 2)
np.exp(torch.tensor([-3.,4.], requires_grad=True))
np.zeros(3)[torch.tensor([0,1])]
np.zeros((3,3))[torch.tensor(1)]
np.arange(4)[torch.tensor([True,False,True,False])]
torch.arange(4)[np.array([True,False,True,False])]
torch.arange(4)[np.array([1,2])]
torch.arange(4)[np.int64(1)]
list(range(5))[torch.tensor(2)]
"ab" * torch.tensor(2)
a=np.arange(3.); t=torch.from_numpy(a); a[0]=9; t
a=np.arange(3.); t=torch.from_numpy(a); t[1]=9; a
torch.from_numpy(np.array(["a"]))
torch.from_numpy(np.array([object()]))
torch.from_numpy([1])
!torch.from_numpy(np.arange(3)[::-1])
torch.from_numpy(np.arange(3).astype(">i4"))
torch.from_numpy(np.float32(3))
torch.from_numpy(np.array(3.))
torch.from_numpy(np.arange(6).reshape(2,3).T).stride()
torch.zeros(2).numpy().dtype
torch.zeros(2, requires_grad=True).numpy()
torch.zeros(2, requires_grad=True).numpy(force=True)
[x for x in torch.arange(3)]
list(torch.tensor(3))
len(torch.zeros(3,2)), len(torch.zeros(0))
len(torch.tensor(1))
2 in torch.tensor([1,2]), 3 in torch.tensor([1,2]), torch.tensor(1) in torch.tensor([1,2])
"a" in torch.tensor([1,2])
[1] in torch.tensor([1,2])
None in torch.tensor([1,2])
bool(torch.tensor([1,2]))
bool(torch.zeros(0))
bool(torch.tensor([1])), bool(torch.tensor(0.))
torch.tensor([1,2]) and 1
int(torch.tensor([3.7])), float(torch.tensor(2)), complex(torch.tensor(1.)), complex(torch.tensor(1+2j))
int(torch.tensor([1,2]))
float(torch.tensor([1,2]))
float(torch.tensor(1j))
int(torch.tensor(1+0j))
float(torch.tensor(1+0j))
int(torch.tensor(float("nan")))
torch.tensor(2.).__index__()
torch.tensor([2,3]).__index__()
torch.tensor([2]).__index__(), torch.tensor(True).__index__()
range(torch.tensor(3))
hex(torch.tensor(255))
round(torch.tensor(2.6))
round(torch.tensor([2.66]), 1)
abs(torch.tensor(-2)), divmod(torch.tensor(7), 2)
divmod(7, torch.tensor(2))
math.floor(torch.tensor(2.6))
math.ceil(torch.tensor(2.6)), math.trunc(torch.tensor(2.6)), math.sqrt(torch.tensor(4.))
max(torch.tensor([1,5,2])), min(torch.tensor([1,5,2])), sum(torch.tensor([1,5,2])), sorted(torch.tensor([3,1]))
max(torch.tensor(1), torch.tensor(2))
f"{torch.tensor(1.5):.3f}", f"{torch.tensor(3):5d}", f"{torch.tensor([1.])}", str(torch.tensor(2)), "%.2f" % torch.tensor(1.234), "%d" % torch.tensor(3), "{:>10}".format(torch.tensor(2.5))
f"{torch.tensor([1.]):.2f}"
f"{torch.tensor(1., requires_grad=True):.2f}", f"{torch.tensor(1., requires_grad=True)}"
x=torch.ones(2); y=x[0]; reversed(x)
list(reversed(torch.arange(3)))
a, b = torch.tensor([1,2]); b
dict(a=torch.ones(1)) == dict(a=torch.ones(1))
[torch.ones(1)] == [torch.ones(1)]
torch.ones(1) == None, torch.ones(1) != None
torch.ones(1) == "a"
[1.,2.] + torch.ones(2)
torch.ones(2) + [1.,2.]
torch.ones(2) + None
torch.ones(2) < "a"
torch.ones(2).foo
torch.ones(2).real, torch.ones(2).ndim, torch.ones(2,3).T.shape, torch.ones(2).itemsize, torch.ones(2).nbytes
torch.ones(2).imag
isinstance(torch.ones(2), torch.FloatTensor), isinstance(torch.ones(2).long(), torch.LongTensor), torch.ones(2).type(), torch.is_tensor(1)
x=torch.ones(2); x.foo=3; copy.deepcopy(x).foo, copy.copy(x).foo
x=torch.ones(2, requires_grad=True); copy.deepcopy(x*2)
x=torch.ones(2, requires_grad=True); copy.copy(x*2)
x=torch.ones(2, requires_grad=True); pickle.loads(pickle.dumps(x*2))
x=torch.ones(2, requires_grad=True); x.grad=torch.ones(2); y=copy.deepcopy(x); y, y.grad, y.is_leaf, y.grad is x.grad
x=torch.ones(2, requires_grad=True); x.grad=torch.ones(2); y=copy.copy(x); y, y.grad, y.is_leaf, y.data_ptr()==x.data_ptr(), y.grad is x.grad
x=torch.arange(6.).reshape(2,3); y=copy.deepcopy(x.t()); y, y.stride(), y.is_contiguous()
x=torch.arange(6.).reshape(2,3); y=copy.deepcopy([x, x]); y[0] is y[1]
x=torch.arange(6.).reshape(2,3); y=pickle.loads(pickle.dumps([x, x[0]])); y[0][0,0]=9; y[1]
x=torch.arange(6.).reshape(2,3); y=pickle.loads(pickle.dumps(x.t())); y, y.stride()
x=torch.ones(2, requires_grad=True); y=pickle.loads(pickle.dumps(x)); y
x=torch.ones(3); y=copy.copy(x[1:]); y[0]=7; x
pickle.loads(pickle.dumps((torch.float32, torch.Size([1,2]), torch.device("cpu"), torch.ones(2).dtype)))
copy.deepcopy(torch.float32) is torch.float32, copy.deepcopy(torch.Size([1,2]))
"""

# --- More of them ---

LINES += r"""
x=torch.zeros(3, requires_grad=True); torch.as_tensor(x, dtype=torch.float64)
x=torch.arange(3.); np.asarray(x, dtype=np.int32), np.array(x).dtype, np.array([x, x]).shape, np.asarray(x) is not None
x=torch.arange(6).view(2,3); np.sum(x.numpy()), x.numpy().T.shape, x[:,1].numpy().strides, memoryview(x.numpy()).nbytes
x=torch.arange(3); np.mean(np.array(x)), np.where(x > 1, 0, 1) if False else 0, np.arange(5)[x]
np.isfinite(torch.ones(2)), np.sqrt(torch.tensor([4.])), np.maximum(torch.ones(2), np.zeros(2)), np.multiply(2, torch.ones(2)), np.add.reduce(torch.ones(3))
np.modf(torch.tensor([1.5]))
x=torch.arange(3); [i for i in x], tuple(x), set(v.item() for v in x), enumerate(x).__class__.__name__, [a+b for a,b in zip(x,x)]
x=torch.arange(4).view(2,2); [r.tolist() for r in x], x.tolist()[0], next(iter(x))
x=torch.ones(2); {x: 1}[x], x in [x], [x].index(x), hash(x) == hash(x), len({x, x.clone()})
x=torch.ones(2); torch.ones(2) in [x]
torch.zeros(2) in [torch.ones(2)]
bool(torch.tensor([[True]])), not torch.tensor(0), bool(torch.tensor("" == ""))
bool(torch.zeros(2,0))
"%s" % torch.tensor([1]), "{}".format(torch.tensor(1.5)), f"{torch.tensor(7)}", f"{torch.tensor(True)}", f"{torch.tensor(2.):>8.2f}|", f"{torch.tensor(1+2j)}"
f"{torch.ones(2):>10}"
"%d" % torch.tensor([3])
"%.1f" % torch.tensor([3., 4.])
x=torch.arange(4.); y=pickle.loads(pickle.dumps({"x": x, "v": x[1:], "n": x.view(2,2).t()})); y
x=torch.ones(2, requires_grad=True); y=pickle.loads(pickle.dumps(x*3)); y, y.is_leaf
x=torch.arange(3); y=copy.copy(x); y is x, y.data_ptr()==x.data_ptr()
x=torch.arange(3); y=copy.deepcopy(x); y is x, y.data_ptr()==x.data_ptr(), copy.deepcopy({"a":[x,x]})["a"][0].tolist()
m=torch.nn.Linear(2,2); c=copy.deepcopy(m); c.weight is m.weight, torch.equal(c.weight, m.weight), c.weight.requires_grad
x=torch.zeros(2); x.a=[1]; copy.copy(x).a is x.a, copy.deepcopy(x).a is x.a
x=torch.arange(3.); a=x.numpy(); x += 1; a, a.base is not None or a.flags.owndata
a=np.zeros(3); a.flags.writeable=False; t=torch.from_numpy(a); t
torch.from_numpy(np.zeros((2,0))).shape, torch.from_numpy(np.zeros(3,dtype=bool)).dtype, torch.from_numpy(np.zeros(3,dtype=np.complex64)).dtype, torch.from_numpy(np.zeros(3,dtype=np.uint16)).dtype
x=torch.tensor([1,2,3]); x.numpy().dtype, x.bool().numpy(), x.half().numpy().dtype, x.to(torch.complex64).numpy()
x=torch.ones(2); x.numpy(force=True), x.detach().cpu().numpy(), np.asarray(x.detach().cpu())
torch.tensor(np.array([1.5], dtype=np.float32)).dtype, torch.tensor(np.array(["a"]))
torch.as_tensor(np.array([1,2], dtype=">i4"))
torch.tensor([[1., 2.], [3., 4.]]).numpy().tolist(), torch.tensor([]).numpy().dtype, torch.tensor(3).numpy().shape
int(torch.tensor(3.9)), float(torch.tensor(3)), int(torch.tensor([[7]])), [10,20,30][torch.tensor(1)], "abc"[torch.tensor(2)], bytes(torch.tensor(2)), range(5)[torch.tensor(3)]
[10,20][torch.tensor(1.)]
[10,20][torch.tensor([1,0])]
[1,2,3][torch.tensor(1):]
int(torch.tensor(float("inf")))
math.sin(torch.tensor(0.)), math.isnan(torch.tensor(1.)), math.floor(torch.tensor(2.7)), int(torch.tensor(True)), complex(torch.tensor(2))
isinstance(math.floor(torch.tensor(2.7)), int), type(round(torch.tensor(2.7))), type(abs(torch.tensor(-1))), type(-torch.tensor(1)), type(+torch.tensor(1))
sum([torch.ones(2), torch.ones(2)]), max([torch.tensor(1), torch.tensor(3)]), min(torch.tensor([4,2]), key=lambda v: v.item()), any(torch.tensor([0,1])), all(torch.tensor([1,1])), sorted([torch.tensor(2), torch.tensor(1)])
torch.ones(2).__len__(), torch.ones(2).__class__.__name__, torch.ones(2).__dir__() is not None, torch.ones(1).__bool__(), torch.tensor(3).__int__(), torch.tensor(3).__float__()
x=torch.tensor([3.,1.,2.]); np.sort(x), np.argsort(x), np.unique(x), np.median(x), np.percentile(x, 50), np.histogram(x, 2)[0], np.cumsum(x), np.outer(x,x).shape, np.linalg.norm(x)
x=torch.tensor([3.,1.,2.]); np.vstack([x,x]), np.hstack([x,x]), np.expand_dims(x,0).shape, np.broadcast_to(x,(2,3)).shape, np.tile(x,2), np.repeat(x,2), np.array_equal(x, x), np.pad(x,1), np.split(np.asarray(x),3)[0], np.nan_to_num(x), np.flip(x) if False else 0
torch.tensor([[1,2],[3,4]], dtype=torch.float32).numpy()[0], torch.randn(2,3).numpy().shape
x=torch.ones(3); x[1]=float("nan"); x[0]=np.float64(2); x[2]=torch.tensor(5); x
!x=torch.zeros(2,2); x[0]=np.array([1.,2.]); x
x=torch.zeros(2,2); x[0]=[1.,2.]; x
x=torch.zeros(2); x[0]="a"; x
x=torch.zeros(2,2); x[[0,1],[1,0]]=torch.tensor([5.,6.]); x[x==5]=0; x
x=torch.zeros(2,dtype=torch.int64); x[0]=1.7; x
"""

BLOCKS = [
    r"""
import io
b=io.BytesIO(); torch.save({"a": torch.arange(3)[1:], "s": torch.Size([2]), "d": torch.float32}, b); b.seek(0)
torch.load(b)
""",
    r"""
import operator
operator.index(torch.tensor(4)), operator.add(torch.ones(1), 1), operator.matmul(torch.ones(2), torch.ones(2)), operator.getitem(torch.arange(3), 1), operator.truth(torch.tensor(1)), operator.neg(torch.ones(1)), operator.invert(torch.tensor(1)), operator.pow(torch.tensor(2.), 2), operator.floordiv(torch.tensor(7), 2), operator.iadd(torch.ones(1), 1)
""",
    r"""
for v in torch.arange(2): print(end="")
v
""",
]

# --- Arrays beside tensors, data, buffers, DLPack ---

LINES += r"""
torch.tensor([2.,1.]).__eq__(np.ones(2))
!torch.tensor([2.,1.]).eq(np.ones(2))
torch.tensor([2.,1.]) < np.ones(2)
torch.tensor([2.,1.]) >= np.ones(2)
torch.tensor([2.,1.]) == np.ones(3)
torch.tensor([2.,1.]) - np.ones(2)
torch.tensor([2.,1.]) / np.ones(2)
torch.tensor([2.,1.]) ** np.ones(2)
torch.tensor([2.,1.]) // np.ones(2)
torch.tensor([2.,1.]) % np.ones(2)
torch.tensor([2.,1.]) * np.array(2.)
np.array(2.) * torch.tensor([2.,1.])
np.array(2.) ** torch.tensor([2.,1.])
np.ones(2) // torch.tensor([2.,1.])
np.ones(2) % torch.tensor([2.,1.])
np.ones(2, int) << torch.tensor([2,1])
np.ones(2, int) & torch.tensor([2,1])
torch.tensor([2,1]) & np.ones(2, int)
torch.tensor([2,1]) << np.ones(2, int)
x=np.ones(2); x+=torch.ones(2); x
x=torch.ones(2); x+=np.ones(2); x
x=torch.ones(2); x*=np.float64(3); x
torch.tensor([2.,1.], requires_grad=True) * np.ones(2)
torch.maximum(torch.ones(2), np.ones(2))
!torch.ones(2).add_(np.ones(2))
np.float64(2) ** torch.tensor([2.,1.]), np.float64(2) / torch.tensor([2.,1.]), np.float64(2) - torch.tensor([2.,1.]), np.float64(2) < torch.tensor([2.,3.])
torch.tensor([2.,1.]) ** np.float64(2), torch.tensor([2.,1.]) < np.float64(2)
torch.tensor(np.float64(1.5)), torch.tensor(np.float32(1.5)), torch.tensor(np.int32(1)), torch.tensor(np.bool_(True))
torch.tensor([np.float64(1.5), 2]), torch.tensor([np.int32(1), 2])
torch.tensor([np.float32(1.5), np.float32(2)])
torch.tensor([np.array([1,2]), np.array([3,4])])
torch.tensor([torch.tensor(1), torch.tensor(2)]), torch.tensor([torch.tensor(1.), 2])
torch.tensor([torch.tensor([1]), torch.tensor([3])])
torch.tensor(torch.tensor([1.,2.], requires_grad=True))
!torch.tensor((1,(2,)))
torch.tensor([[1,2],[3]])
torch.tensor("a")
torch.tensor(["a"])
torch.tensor([None])
torch.tensor(None)
torch.tensor({1:2})
torch.tensor([])
torch.tensor([[]]).shape, torch.tensor([[],[]]).shape
torch.tensor([True, 2]), torch.tensor([1, 2.5]), torch.tensor([1, 2j]), torch.tensor([True, False])
torch.tensor(range(3)), torch.tensor((1,2)), torch.tensor([(1,2),(3,4)])
torch.tensor(iter([1]))
torch.tensor(2**63)
torch.tensor(2**31), torch.tensor(-2**63)
torch.tensor(300, dtype=torch.uint8)
torch.tensor([300], dtype=torch.uint8)
torch.tensor(-1, dtype=torch.uint8)
torch.tensor(1.7, dtype=torch.int64), torch.tensor([1.7], dtype=torch.bool), torch.tensor([1,0], dtype=torch.float64)
torch.tensor(1j, dtype=torch.float32)
!torch.tensor([1.], dtype="float32")
!torch.tensor([1.], dtype=np.float32)
torch.tensor([1.], dtype=float), torch.tensor([1.], dtype=int), torch.tensor(1, dtype=bool)
torch.tensor([1, 2], requires_grad=True)
torch.tensor(np.arange(3), dtype=torch.float32), torch.tensor(np.float16([1.5]))
torch.tensor([1.,2.], device="cpu", dtype=torch.float64, requires_grad=True)
torch.tensor([1.,2.], device="cuda:x")
torch.tensor([1.,2.], foo=1)
torch.tensor()
torch.tensor(1, 2)
a=np.ones(2); t=torch.as_tensor(a); a[0]=3; t
a=np.ones(2); t=torch.as_tensor(a, dtype=torch.float32); a[0]=3; t
t=torch.ones(2); torch.as_tensor(t) is t, torch.as_tensor(t, dtype=torch.float64).dtype
t=torch.ones(2, requires_grad=True); torch.as_tensor(t*2).grad_fn is not None
torch.as_tensor([1,2]), torch.as_tensor(3.), torch.as_tensor((1.,2)), torch.as_tensor(np.float64(2))
a=np.ones(2); t=torch.asarray(a); a[0]=3; t
a=np.ones(2); t=torch.asarray(a, copy=True); a[0]=3; t
torch.asarray([1,2], dtype=torch.float64), torch.asarray(3), torch.asarray(torch.ones(2), requires_grad=True)
torch.asarray([1,2], copy=False)
torch.asarray(torch.ones(2, requires_grad=True)*2, requires_grad=False)
t=torch.ones(2); u=torch.asarray(t, copy=True); u is t, torch.asarray(t) is t
!torch.asarray(torch.ones(2), dtype=torch.float64, copy=False)
torch.frombuffer(b"abcd", dtype=torch.uint8, count=2, offset=1)
!torch.frombuffer(bytearray(b"abcd"), dtype=torch.float64)
!torch.frombuffer(bytearray(b"abcd"), dtype=torch.int16, offset=5)
!torch.frombuffer(bytearray(b"abcd"), dtype=torch.int16, count=5)
!torch.from_numpy(np.lib.stride_tricks.as_strided(np.ones(4), (2,), (3,)))
torch.zeros(2).data.numpy().tolist()
"""

BLOCKS += [
    r"""
class A:
    def __len__(self): return 2
    def __getitem__(self, i): return [1,2][i]
torch.tensor(A())
""",
    r"""
class A: pass
torch.tensor(A())
""",
    r"""
import array; torch.tensor(array.array("f",[1,2])), torch.asarray(array.array("f",[1,2]))
""",
    r"""
import array; a=array.array("i",[1,2]); t=torch.frombuffer(a, dtype=torch.int32); a[0]=7
t
""",
]

# --- Copies and pickles ---

LINES += r"""
x=torch.arange(6.).reshape(2,3); y=copy.deepcopy([x, x[0]]); y[0][0,0]=9; y[1], x
x=torch.arange(6.).reshape(2,3); y=copy.deepcopy([x[0], x.t(), x]); y[0][0]=9; y, y[1].stride(), [z.storage_offset() for z in y]
x=torch.zeros(3).expand(2,3); y=copy.deepcopy(x); y.stride(), y.shape
x=torch.arange(6.).reshape(2,3); y=copy.deepcopy([x, x]); y[0] is y[1]
x=torch.arange(6.).reshape(2,3); y=pickle.loads(pickle.dumps(x.t())); y, y.stride()
x=torch.ones(2, requires_grad=True); x.grad=torch.ones(2); y=copy.deepcopy(x); y, y.grad, y.is_leaf, y.grad is x.grad
x=torch.ones(2, requires_grad=True); x.grad=torch.ones(2); y=copy.copy(x); y, y.grad, y.is_leaf, y.data_ptr()==x.data_ptr()
x=torch.ones(2, requires_grad=True); y=copy.copy(x*2); y, y.grad_fn
x=torch.ones(3); y=copy.copy(x[1:]); y[0]=7; x
x=torch.ones(2, requires_grad=True); copy.deepcopy(x[0])
p=torch.nn.Parameter(torch.ones(2)); type(copy.deepcopy(p)), type(copy.copy(p)), type(pickle.loads(pickle.dumps(p)))
t=torch.ones(2); u=torch.asarray(t, copy=True); u is t, torch.asarray(t) is t
torch.tensor([1,None])
!torch.tensor([[1],2])
torch.tensor([2**63])
torch.tensor([-255,-1],dtype=torch.uint8), torch.tensor(1e400), torch.tensor(2**70, dtype=torch.float32)
torch.tensor(-256,dtype=torch.uint8)
torch.tensor([1e10],dtype=torch.int32)
torch.tensor([['a']])
torch.tensor([torch.tensor(1.,dtype=torch.float64),2])
torch.tensor([torch.tensor([1.]),torch.tensor(2)]), torch.tensor([[torch.tensor(True)]])
!torch.tensor([torch.tensor([1.,2.])])
torch.stack([torch.tensor(1.)]), torch.tensor(np.array([[1,2]],dtype=np.uint8))
reversed(torch.arange(3)), reversed(torch.tensor(1)), reversed(torch.arange(4).reshape(2,2))
x=torch.ones(2); x+=np.ones(2); x
x=torch.ones(2); y=x; x+=1; x-=torch.ones(2); x*=np.float32(2); x/=True; y
torch.tensor([1.,2.]) == np.array(["a","b"])
torch.tensor(3) == np.array(3)
torch.tensor(5)._is_view(), torch.ones(2)[0]._is_view(), torch.ones(2).is_leaf
"""

# --- Memory, layouts, truths, filling ---

LINES += r"""
torch.zeros(3,3).fill_diagonal_(5)
!torch.zeros(3).fill_diagonal_(5)
torch.zeros(2,5).fill_diagonal_(1)
torch.zeros(5,2).fill_diagonal_(1)
x=torch.arange(6.).reshape(2,3); x.layout, x.layout == torch.strided
x=torch.arange(6.).reshape(2,3); y=torch.ones(2,requires_grad=True); z=y*2; x.output_nr,z.output_nr,x.unbind()[1].output_nr,y.unbind()[1].output_nr
x=torch.arange(6.).reshape(2,3); x.name
x=torch.arange(6.).reshape(2,3); torch.is_inference(x),torch.is_signed(x)
x=torch.arange(6.).reshape(2,3); x._is_view(), x.is_cuda, x.retains_grad
torch.zeros(5).exponential_(2.)
torch.strided, torch.contiguous_format,torch.preserve_format
type(torch.strided) is torch.layout
x=torch.arange(6.).reshape(2,3); x[1].storage_offset(), x[:,1].storage_offset(), x.t()[1].storage_offset()
x=torch.arange(6.).reshape(2,3); x.as_strided((2,2),(1,2)).as_strided((3,),(2,),1)
x=torch.arange(6.).reshape(2,3); x.diagonal().as_strided((3,),(1,))
torch.view_as_real(torch.tensor([1+2j,3])).as_strided((4,),(1,))
x=torch.arange(6.).reshape(2,3); x.view(torch.int32).as_strided((2,),(1,),1).view(torch.float32)
!x=torch.arange(6.).reshape(2,3); torch.as_strided(x,(2,2),(1,9))
"""

# --- Code written for PyTorch ---

LINES += r"""
x=torch.randn(3,4); isinstance(x, torch.Tensor), isinstance(x, torch.FloatTensor), x.dtype == torch.float, x.long().dtype is torch.long, torch.double is torch.float64, torch.half is torch.float16
s=torch.zeros(2,3).shape; s + (4,), s + torch.Size([1]), (1,) + s, s * 2, 2 * s, s[0], s[-1], s[:1], s[::-1], s == (2,3), s == torch.Size([2,3]), hash(s)==hash((2,3)), list(s), s.numel(), torch.Size(), torch.Size((1,2)), tuple(s), s.index(3), s.count(2), 2 in s
type(torch.zeros(2,3).shape + (1,)).__name__, type((1,)+torch.zeros(2,3).shape).__name__, type(2*torch.zeros(2,3).shape).__name__
torch.Size([1.5])
torch.Size(3)
torch.Size([torch.tensor(2), np.int64(3)])
torch.Size([2,3]).numel(), torch.Size([]).numel()
torch.float32.is_floating_point, torch.int8.is_floating_point, torch.complex64.is_complex, torch.float32.itemsize, torch.uint8.is_signed, torch.float32.to_complex(), torch.complex128.to_real()
str(torch.float32), repr(torch.int64), f"{torch.bool}", torch.float32 == "float32", hash(torch.float32)==hash(torch.float), {torch.float32: 1}[torch.float]
x=torch.ones(2, dtype=torch.float64); x.new_zeros(2), x.new_zeros((2,2)).shape, x.new_ones(2, dtype=torch.int32), x.new_full((2,), 3), x.new_tensor([1,2]), x.new_empty(0).dtype
torch.set_default_dtype(torch.float64); torch.tensor(1.), torch.zeros(1).dtype, torch.get_default_dtype(), torch.tensor(1j).dtype, (torch.arange(2)/1).dtype, torch.arange(2.).dtype
torch.set_default_dtype(torch.int32)
!torch.set_default_dtype("float64")
torch.equal(torch.ones(2), torch.ones(2)), torch.equal(torch.ones(2), torch.ones(3)), torch.allclose(torch.ones(2), torch.ones(2)+1e-9), torch.ones(2).allclose(torch.zeros(2)), torch.ones(2).equal(torch.ones(2))
torch.equal(torch.ones(2), torch.ones(2).double())
torch.finfo(torch.float32).eps, torch.finfo(torch.float32).max, torch.finfo(torch.float16).tiny, torch.finfo(torch.float64).bits, torch.iinfo(torch.int32).max, torch.iinfo(torch.uint8).min, torch.finfo(torch.bfloat16).eps, torch.finfo().dtype
torch.finfo(torch.float32)
t=torch.arange(12.).view(3, 4).t(); [torch.cat([t, t], d).stride() for d in (0, 1)], [torch.stack([t, t], d).stride() for d in (0, 1, 2)], torch.stack([t, t]).view(-1)
t=torch.arange(120.).view(2, 3, 4, 5).contiguous(memory_format=torch.channels_last); [torch.cat([t, t], d).stride() for d in (0, 1, 2, 3)], torch.stack([t[0], t[1]]).stride()
torch.iinfo(torch.int8)
torch.finfo(torch.int32)
torch.iinfo(torch.float32)
t=torch.zeros(2,3,4); t.shape[-1], t.size(-1), t.size(), t.dim(), t.T.shape, t.mT.shape, t.ndim, t.itemsize, t.nbytes, len(t), t.numel(), t.nelement(), t.element_size(), t.stride(), t.stride(-1), t.storage_offset()
t=torch.ones(2,3); t.H.shape, t.mH.shape, t.real is t, t.t().shape, t.is_contiguous(), t.t().is_contiguous(), t.t().contiguous().stride()
torch.zeros(2).T
torch.zeros(2,3,4).H
torch.zeros(2).mT
torch.zeros(2,3,4).t()
torch.tensor([1+2j]).H.shape
t=torch.tensor([1+2j, 3-1j]); t.real, t.imag, t.conj(), t.abs(), torch.view_as_real(t), t.is_complex(), t.real._is_view()
torch.ones(2).size(2)
torch.ones(2,3).size(dim=1), torch.ones(2,3).size(0)
x=torch.arange(10); x[2:5], x[-1], x[::3], x[x>6], x[[1,2]], x[None].shape, x[...,0], x[torch.tensor(3)]
x=torch.arange(10); x[10]
x=torch.arange(10); x[0,0]
x=torch.arange(10); x[1.5]
x=torch.arange(10); x[::-1]
x=torch.zeros(3); x[0]=1; x[1:]=torch.tensor([2.,3.]); x[x>2.5]=-1; x
torch.ones(2) @ torch.ones(3)
torch.ones(2,3) @ torch.ones(2,3)
torch.ones(2,3) + torch.ones(2)
torch.ones(2).view(3)
torch.ones(2,3).t().view(6)
torch.ones(2).reshape(-1,-1)
torch.zeros(2).sum().backward()
x=torch.ones(2,requires_grad=True); (x*2).backward()
x=torch.ones(2,requires_grad=True); y=(x*x).sum(); y.backward(); y.backward()
x=torch.ones(2,requires_grad=True); y=(x*x).sum(); y.backward(); x.grad, x.grad.requires_grad, x.grad_fn, y.grad_fn.name(), y.is_leaf, x.is_leaf
x=torch.ones(2,requires_grad=True); x.data += 1; x, x.detach().requires_grad, x.requires_grad_(False).requires_grad
device=torch.device("cuda" if torch.cuda.is_available() else "cpu"); device, torch.zeros(1, device=device).device, torch.zeros(1).to(device).device.type, torch.zeros(1).to("cpu", torch.float64).dtype, device == torch.device("cpu"), str(device)
!torch.zeros(1).cuda()
torch.device("cpu"), torch.device("cpu", 0), torch.device(type="cpu"), torch.device("cuda:1").index
torch.device("foo")
g=torch.Generator().manual_seed(3); torch.randn(3, generator=g), torch.rand(2, generator=g), torch.randint(0, 10, (3,), generator=g), torch.randperm(4, generator=g)
torch.manual_seed(1); torch.randn(2,2), torch.rand(3), torch.randint(5,(2,)), torch.randn_like(torch.zeros(2)), torch.bernoulli(torch.tensor([0.5,0.5])), torch.normal(0., 1., (2,)), torch.empty(3).uniform_(-1,1), torch.empty(3).normal_()
x=torch.ones(3); x.tolist(), x.item if False else 0, x.sum().item(), x.max().item(), torch.argmax(x).item(), type(x.mean().item())
x=torch.tensor([[1.,2.],[3.,4.]]); vals, idx = x.max(dim=1); r = x.max(dim=1); vals, idx, r.values, r.indices, x.sort(descending=True).values, x.topk(1).indices, type(r).__name__
x=torch.tensor([[1.,2.],[3.,4.]]); repr(x.max(dim=1))
x=torch.tensor([3,1,2]); x.sum(), x.float().mean(), x.prod(), x.min(), (x/2).dtype, (x//2), x%2, -x, ~x, x**2, 2**x, x.float().std(), x.cumsum(0), (x>1).any(), (x>1).all(), (x>1).sum()
torch.tensor([1,2]).mean()
x=torch.arange(6).reshape(2,3); x.sum(0), x.sum(dim=1, keepdim=True), x.sum((0,1)), x.sum(axis=0), x.float().norm(), x.flatten(), x.permute(1,0), x.transpose(0,1), x.unsqueeze(0).shape, x.expand(2,2,3).shape, x.repeat(2,1).shape, x.view(-1), x.view(3,-1).shape
torch.Tensor([1,2]), torch.Tensor(2,0).shape, torch.LongTensor([1]), torch.FloatTensor(2).shape, torch.Tensor(3).shape, torch.Tensor().shape, torch.BoolTensor([1,0])
!torch.Tensor([1], dtype=torch.int64)
torch.FloatTensor([1.]).type(torch.LongTensor), torch.ones(1).type("torch.DoubleTensor") if torch.__name__=="torch" else torch.ones(1).double()
torch.pi, torch.e, torch.inf, torch.nan != torch.nan, torch.newaxis is None
torch.__version__ != ""
torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")[0].shape, torch.where(torch.tensor([True,False]), 1., 2.), torch.where(torch.tensor([True,False]))
x=torch.randn(4); [type(v) for v in x.tolist()], [float(v) for v in x] == x.tolist(), [v.item() for v in x] == x.tolist(), all(isinstance(v, torch.Tensor) for v in x), len(list(zip(x,x)))
x=torch.ones(2); x.requires_grad=True; x.requires_grad, x.grad is None
x=torch.ones(2); x.data=torch.zeros(3); x
torch.stack([torch.tensor(i) for i in range(3)]), torch.cat([torch.ones(1), torch.zeros(1).long()]).dtype, torch.stack((torch.ones(2),torch.zeros(2)),dim=1)
a,b=torch.ones(2,3).shape; a*b, [*torch.ones(2,3).shape], torch.ones(2,3).shape[0]//2, torch.zeros(torch.ones(2,3).shape).shape, torch.zeros(*torch.ones(2,3).shape, 4).shape
torch.ones(2, dtype=torch.bfloat16), torch.ones(2,dtype=torch.float16)+1, torch.ones(1,dtype=torch.bfloat16).float(), torch.tensor(True).int()
torch.save is not None, torch.load is not None
torch.autograd.grad(torch.ones(1,requires_grad=True)*2, torch.ones(1))
torch.random.manual_seed(3) is not None, torch.initial_seed()
torch.set_printoptions(precision=2); s=str(torch.tensor([1.23456])); torch.set_printoptions(precision=4); s
torch.set_grad_enabled(True); torch.is_grad_enabled()
torch.ones(3).add(torch.ones(3), alpha=2), torch.add(torch.ones(2), 1, alpha=3), torch.ones(2).sub(1, alpha=2), torch.addcmul(torch.ones(2), torch.ones(2), torch.ones(2), value=0.5)
torch.einsum("ij,jk->ik", torch.ones(2,3), torch.ones(3,2)), torch.bmm(torch.ones(1,2,3), torch.ones(1,3,2)).shape, torch.outer(torch.arange(2), torch.arange(2)), torch.dot(torch.ones(2), torch.ones(2))
x=torch.tensor([1.,float("nan"),float("inf")]); x.isnan(), x.isinf(), torch.isfinite(x), torch.nan_to_num(x, posinf=1.)
hasattr(torch.Tensor, "sum"), hasattr(torch, "nosuch"), getattr(torch.ones(1), "nosuch", 3), "sum" in dir(torch.ones(1)), callable(torch.sum)
"""

BLOCKS += [
    r"""
@torch.no_grad()
def f(x): return x * 2
x=torch.ones(2, requires_grad=True)
f(x).requires_grad, (x*2).requires_grad
""",
    r"""
@torch.no_grad
def f(x): return x * 2
x=torch.ones(2, requires_grad=True)
f(x).requires_grad, (x*2).requires_grad
""",
    r"""
@torch.inference_mode()
def f(x): return x * 2
x=torch.ones(2, requires_grad=True)
f(x).requires_grad, f(x).is_inference()
""",
    r"""
x=torch.ones(2, requires_grad=True)
with torch.no_grad(): y = x*2
with torch.enable_grad(), torch.set_grad_enabled(False): z = x*2
y.requires_grad, z.requires_grad, torch.is_grad_enabled()
""",
    r"""
torch.manual_seed(0)
m=torch.nn.Sequential(torch.nn.Linear(2,3), torch.nn.ReLU(), torch.nn.Linear(3,1))
o=torch.optim.SGD(m.parameters(), lr=0.1)
for _ in range(3):
    o.zero_grad(); l=torch.nn.functional.mse_loss(m(torch.ones(4,2)), torch.zeros(4,1)); l.backward(); o.step()
round(l.item(),5), sum(p.numel() for p in m.parameters()), m.training, [n for n,_ in m.named_parameters()]
""",
    r"""
assert torch.ones(2).shape == (2,)
assert torch.ones(2).sum() == 2
if torch.tensor(1) > 0: y=1
while torch.tensor(False): pass
y if torch.tensor(3.) else 0
""",
    r"""
class MyTensor(torch.Tensor): pass
m=MyTensor([1.,2.])
isinstance(m, MyTensor), m.sum().item(), isinstance(torch.nn.Parameter(torch.ones(1)), torch.Tensor)
""",
]

# --- Copies, pairs and fillings, with gradients ---

LINES += r"""
x=torch.arange(6.,requires_grad=True); y=(x*1).view(2,3); y.shape; y[0]=5; x.sum().backward(); x.grad
x=torch.randn(4,4,dtype=torch.complex64,requires_grad=True); torch.view_as_real(x).pow(2).sum().backward(); (x.grad-2*x).abs().max().item()
x=torch.randn(3,2,requires_grad=True); torch.view_as_complex(x).abs().sum().backward(); x.grad
x=torch.ones(2,dtype=torch.complex64); torch.view_as_real(x)[0,1]=3; x
r=torch.tensor([1.,2.],requires_grad=True); a=torch.tensor([0.5,0.1],requires_grad=True); z=torch.polar(r,a); (z*z.conj()).real.sum().backward(); r.grad, a.grad.abs() < 1e-6
torch.complex(torch.tensor([1.,float("inf")]), torch.tensor([float("nan"),0.]))
torch.complex(torch.tensor(1.),torch.tensor([1.,2.])), torch.complex(torch.ones(1).double(),torch.ones(1).double()).dtype
x=torch.zeros(2,3); v=x[0]; x.fill_diagonal_(2); v, x._version
x=torch.zeros(4,3).t(); x.fill_diagonal_(1); x
x=torch.ones(2,2,requires_grad=True); y=x*1; y.fill_diagonal_(0); y.sum().backward(); x.grad
torch.zeros(2).is_signed(), torch.zeros(2).bool().is_signed(), torch.zeros(2).byte().is_signed()
torch.empty(2,0).nbytes, torch.empty(()).numel(), torch.empty(()).shape, torch.empty((0,)).tolist()
torch.zeros(3).numpy() is not None, torch.tensor(1).numpy().item()
torch.arange(6)[torch.tensor([0,1])].storage_offset()
torch.arange(0), torch.arange(5,2,-1), torch.arange(1,2,0.3), torch.arange(3.7), torch.arange(0,5,2,dtype=torch.float16)
!torch.arange(1,0)
torch.eye(2,3), torch.eye(0), torch.eye(2,dtype=torch.bool)
torch.ones(2).__array_priority__
x=torch.ones(3); x.name is None, x.grad is None, x._base is None, x._version
x=torch.tensor([1+2j]); x.real.add_(1); x
x=torch.tensor([1+2j],requires_grad=True); x.imag.sum().backward(); x.grad
x=torch.ones(2, dtype=torch.complex64); x.new_zeros(1), x.to(torch.complex128).dtype, x.cdouble().dtype if hasattr(x,"cdouble") else 0
"""

# --- Strides of what is like another ---

LINES += r"""
x=torch.arange(6.).reshape(2,3).t(); torch.empty_like(x).stride(), torch.zeros_like(x).stride(), torch.ones_like(x, dtype=torch.int64), torch.ones_like(x).stride()
x=torch.zeros(3).expand(2,3); torch.zeros_like(x).stride(), torch.ones_like(torch.zeros(0,3).t()).shape
"""

# --- What is assigned may have leading dimensions of length 1; copies keep the order of the elements ---

LINES += r"""
x=torch.zeros(()); x[()]=torch.tensor([3.]); x
x=torch.zeros(2,3); x[0]=torch.ones(1,3); x[1,0]=torch.full((1,1),5.); x[...]=x[None]; x
x=torch.zeros(2,3); x[0]=torch.ones(2,3)
x=torch.zeros(3); x[[0,1]]=torch.ones(1,1,2); x
x=torch.arange(24.).reshape(2,3,4).mT.flip(2); x.stride(), x.is_contiguous()
x=torch.arange(24.).reshape(2,3,4)[torch.tensor(0),:,torch.tensor([[0],[1]])]; x, x.stride(), x.is_contiguous()
x=torch.arange(24.).reshape(2,3,4)[torch.tensor([0,1]),:,torch.tensor([2,3])]; x, x.stride(), x.view(6)
"""

# --- What the steps of a graph are called ---

LINES += r"""
x=torch.ones(2,2,requires_grad=True)*1; (x.clamp(min=0)).grad_fn.name(), (x.clamp(max=0)).grad_fn.name(), (x.clamp(0,1)).grad_fn.name(), (torch.clamp(x,torch.zeros(2,2))).grad_fn.name(), (torch.clamp(x,max=torch.zeros(2,2))).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (x.clone().tril_()).grad_fn.name(), (x.clone().div_(2)).grad_fn.name(), (x.clone().lerp_(x,.5)).grad_fn.name(), (x.clone().addcmul_(x,x)).grad_fn.name(), (x.reshape(4)).grad_fn.name(), (x.t().reshape(4)).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (x[0]).grad_fn.name(), (x[:,0]).grad_fn.name(), (x[[0]]).grad_fn.name(), (x[...,None]).grad_fn.name(), (x.mean()).grad_fn.name(), (x.sum(0)).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (x.max()).grad_fn.name(), (x.max(0)[0]).grad_fn.name(), (x.var()).grad_fn.name(), (x.std(0)).grad_fn.name(), (x.norm()).grad_fn.name(), (x.norm(1)).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (x.expand(2,2,2)).grad_fn.name(), (x.T).grad_fn.name(), (x.mT).grad_fn.name(), (x.permute(1,0)).grad_fn.name(), (x.flatten()).grad_fn.name(), (x.view(4)).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (x.unflatten(0,(1,2))).grad_fn.name(), (x.split(1)[0]).grad_fn.name(), (x.chunk(2)[0]).grad_fn.name(), (x.unbind()[0]).grad_fn.name(), (torch.stack([x,x])).grad_fn.name(), (torch.cat([x,x])).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (x.double()).grad_fn.name(), (x.to(torch.float64)).grad_fn.name(), (x.clone()).grad_fn.name(), (x.contiguous()).grad_fn.name(), (x.abs()).grad_fn.name(), (-x).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (x@x).grad_fn.name(), (torch.mm(x,x)).grad_fn.name(), (torch.matmul(x,x[0])).grad_fn.name(), (torch.dot(x[0],x[0])).grad_fn.name(), (torch.bmm(x[None],x[None])).grad_fn.name(), (torch.einsum('ij,jk',x,x)).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (torch.outer(x[0],x[0])).grad_fn.name(), (x.softmax(0)).grad_fn.name(), (x.log_softmax(0)).grad_fn.name(), (x.logsumexp(0)).grad_fn.name(), (x.prod()).grad_fn.name(), (x.prod(0)).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (x.cumsum(0)).grad_fn.name(), (torch.where(x>0,x,x)).grad_fn.name(), (x.gather(0,torch.zeros(1,2,dtype=torch.int64))).grad_fn.name(), (x.index_select(0,torch.tensor([0]))).grad_fn.name(), (x.masked_select(x>0)).grad_fn.name(), (x.sort()[0]).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (x.topk(1)[0]).grad_fn.name(), (x.median()).grad_fn.name(), (x.tril()).grad_fn.name(), (x.diagonal()).grad_fn.name(), (x.roll(1)).grad_fn.name(), (x.flip(0)).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (x.repeat(2,1)).grad_fn.name(), (torch.tile(x,(2,))).grad_fn.name(), (x.unfold(0,2,1)).grad_fn.name(), (torch.nn.functional.linear(x,x)).grad_fn.name(), (torch.nn.functional.linear(x,x,x[0])).grad_fn.name(), (torch.nn.functional.relu(x)).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (torch.nn.functional.mse_loss(x,x)).grad_fn.name(), (torch.nn.functional.cross_entropy(x,torch.tensor([0,1]))).grad_fn.name(), (torch.nn.functional.nll_loss(x,torch.tensor([0,1]))).grad_fn.name(), (torch.nn.functional.dropout(x,.5)).grad_fn.name(), (torch.nn.functional.leaky_relu(x)).grad_fn.name(), (torch.nn.functional.softplus(x)).grad_fn.name()
x=torch.ones(2,2,requires_grad=True)*1; (torch.linalg.inv(x+torch.eye(2))).grad_fn.name(), (torch.det(x)).grad_fn.name(), (torch.linalg.svd(x)[1]).grad_fn.name(), (x.real).grad_fn.name(), (torch.view_as_real(x*1j)).grad_fn.name(), (torch.complex(x,x)).grad_fn.name()
"""

# --- Complex numbers have no order; half precision keeps its dtype ---

LINES += r"""
z=torch.ones(2,2)*1j; z < 1
torch.ge(torch.ones(2)*1j, torch.ones(2))
torch.relu(torch.ones(2)*1j)
torch.clamp(torch.ones(2)*1j, 0, 1)
!torch.max(torch.ones(2)*1j)
!torch.amax(torch.ones(2,2)*1j, 1)
torch.max(torch.ones(2,2)*1j, 1)
torch.argmax(torch.ones(2)*1j)
torch.argmax(torch.tensor([True]))
!torch.softmax(torch.ones(2)*1j, 0)
!torch.nn.functional.gelu(torch.ones(2)*1j)
"""

# --- Arguments by name, and under NumPy's names ---

LINES += r"""
torch.zeros(size=(2,3))
torch.ones(size=(2,3), dtype=torch.float64)
torch.randn(size=(2,3)).shape
torch.empty(size=(2,)).shape
torch.zeros(2,3,layout=torch.strided)
torch.zeros(2, pin_memory=False)
torch.zeros_like(torch.ones(2), memory_format=torch.preserve_format)
torch.empty_like(torch.ones(2), dtype=torch.int64).dtype
torch.zeros(2, out=torch.empty(2))
torch.full((2,2), 3, out=torch.empty(2,2))
torch.arange(0,5,out=torch.empty(5))
torch.linspace(0,1,steps=5)
torch.linspace(start=0,end=1,steps=5)
torch.eye(n=2,m=3)
torch.randint(high=5,size=(2,)).shape
torch.randint(3,(2,),generator=torch.Generator()).shape
torch.randperm(n=4).shape
torch.normal(mean=0.0,std=1.0,size=(2,2)).shape
torch.normal(torch.zeros(2), torch.ones(2)).shape
torch.normal(torch.zeros(2)).shape
torch.bernoulli(torch.tensor([0.,1.]))
torch.multinomial(torch.tensor([0.,1.]),2,replacement=True)
torch.mm(input=torch.ones(2,2), mat2=torch.ones(2,2))
torch.mv(torch.ones(2,2), vec=torch.ones(2))
torch.dot(torch.ones(2), tensor=torch.ones(2))
torch.bmm(torch.ones(1,2,2), mat2=torch.ones(1,2,2))
torch.add(input=torch.ones(2), other=1, alpha=2)
torch.sub(torch.ones(2), 1, alpha=2)
torch.ones(2).add(1, alpha=3)
torch.ones(2).add_(torch.ones(2), alpha=3)
torch.add(torch.ones(2), torch.ones(2), out=torch.empty(2))
torch.sum(input=torch.ones(2,2), dim=0)
torch.sum(torch.ones(2,2), axis=0, keepdims=True)
torch.cat(tensors=[torch.ones(1),torch.zeros(1)], dim=0)
torch.cat((torch.ones(1),torch.zeros(1)), axis=0)
torch.stack(tensors=(torch.ones(1),torch.zeros(1)), dim=1)
torch.concatenate([torch.ones(1)], axis=0)
torch.split(torch.arange(4), split_size_or_sections=2)
torch.arange(4).split(split_size=2)
torch.chunk(torch.arange(4), chunks=2)
torch.ones(2,1).expand(size=(2,3))
torch.ones(2,3).view(size=(3,2))
torch.ones(2,3).reshape(shape=(3,2))
torch.reshape(torch.ones(2,3), shape=(6,))
torch.ones(2,3).permute(dims=(1,0)).shape
torch.permute(torch.ones(2,3), dims=(1,0)).shape
torch.ones(2,3).transpose(dim0=0,dim1=1).shape
torch.transpose(torch.ones(2,3), dim0=0, dim1=1).shape
torch.ones(2,3).flatten(start_dim=0, end_dim=1).shape
torch.ones(6).unflatten(dim=0, sizes=(2,3)).shape
torch.unflatten(torch.ones(6), 0, (2,-1)).shape
torch.ones(2,3).repeat(repeats=(1,2)).shape
torch.ones(2).repeat_interleave(repeats=2)
torch.repeat_interleave(torch.tensor([1,2]), torch.tensor([2,1]), dim=0)
torch.repeat_interleave(torch.tensor([1,2]))
torch.tile(torch.ones(2), dims=(2,))
torch.roll(torch.arange(3), shifts=1, dims=0)
torch.flip(torch.arange(3), dims=(0,))
torch.flip(torch.arange(3), (0,))
torch.arange(3).flip(0)
torch.squeeze(torch.ones(1,2), dim=0)
torch.ones(1,2,1).squeeze((0,2)).shape
torch.unsqueeze(torch.ones(2), dim=-1).shape
torch.movedim(torch.ones(2,3), source=0, destination=1).shape
torch.swapaxes(torch.ones(2,3), axis0=0, axis1=1).shape
torch.diag(torch.ones(2), diagonal=1)
torch.diagonal(torch.ones(2,2), offset=0, dim1=0, dim2=1)
torch.tril(torch.ones(2,2), diagonal=-1)
torch.triu(torch.ones(2,2), 1)
torch.meshgrid(torch.arange(2), torch.arange(2), indexing='ij')
torch.meshgrid([torch.arange(2), torch.arange(2)], indexing='xy')
torch.gather(torch.ones(2,2), dim=0, index=torch.zeros(1,2,dtype=torch.int64))
torch.ones(2,2).scatter(0, torch.zeros(1,2,dtype=torch.long), 3.0)
torch.ones(2,2).scatter_(dim=0, index=torch.zeros(1,2,dtype=torch.long), src=torch.ones(1,2))
torch.ones(2,2).scatter_add_(0, torch.zeros(1,2,dtype=torch.long), torch.ones(1,2))
torch.ones(2).scatter_reduce(0, torch.tensor([0,0]), torch.ones(2), reduce='sum', include_self=False)
torch.index_select(torch.ones(2,2), dim=0, index=torch.tensor([0]))
torch.ones(2,2).index_add(0, torch.tensor([0]), torch.ones(1,2), alpha=2)
torch.ones(2).index_put_((torch.tensor([0]),), torch.tensor(3.), accumulate=True)
torch.masked_select(torch.arange(3), mask=torch.tensor([True,False,True]))
torch.arange(3).masked_fill(torch.tensor([True,False,True]), value=9)
torch.take(torch.arange(3), index=torch.tensor([0]))
torch.nonzero(torch.tensor([1,0,1]), as_tuple=True)
torch.nonzero(torch.tensor([1,0,1]))
torch.where(torch.tensor([True,False]), 1, 0)
torch.where(torch.tensor([True,False]), 1.0, torch.zeros(2))
torch.where(condition=torch.tensor([True,False]), input=torch.ones(2), other=torch.zeros(2))
torch.sort(torch.tensor([2,1]), descending=True, stable=True)
torch.sort(torch.tensor([2,1]), dim=0)
torch.tensor([2,1]).sort(dim=-1, descending=False)
torch.argsort(torch.tensor([2,1]), descending=True)
torch.topk(torch.tensor([2,1,3]), k=2, largest=False, sorted=True)
torch.unique(torch.tensor([2,1,2]), sorted=True, return_inverse=True, return_counts=True)
torch.bincount(torch.tensor([1,2]), minlength=4)
torch.bincount(torch.tensor([1,2]), weights=torch.tensor([.5,.5]))
torch.median(torch.tensor([1.,2.,3.]))
torch.std(torch.tensor([1.,2.]), unbiased=False)
torch.std(torch.tensor([1.,2.]), 0, True)
torch.var(torch.tensor([1.,2.]), dim=0, correction=0)
torch.norm(torch.ones(2), p='fro')
torch.norm(torch.ones(2,2), p=1, dim=1)
torch.ones(2,2).norm(2, -1, True)
torch.linalg.norm(torch.ones(2,2), ord='fro')
torch.linalg.vector_norm(torch.ones(2), ord=float('inf'))
torch.linalg.solve(torch.eye(2), torch.ones(2))
torch.linalg.eigh(torch.eye(2)).eigenvalues
torch.linalg.svd(torch.eye(2), full_matrices=False).S
torch.einsum('ij,jk->ik', torch.ones(2,2), torch.ones(2,2))
torch.einsum('ij,jk->ik', [torch.ones(2,2), torch.ones(2,2)])
torch.addmm(torch.zeros(2,2), torch.ones(2,2), torch.ones(2,2), beta=1, alpha=2)
torch.addcmul(torch.ones(2), torch.ones(2), torch.ones(2), value=2)
torch.addcdiv(torch.ones(2), torch.ones(2), torch.ones(2), value=2)
torch.lerp(torch.zeros(2), torch.ones(2), weight=0.3)
torch.lerp(torch.zeros(2), torch.ones(2), torch.tensor([0.3,.4]))
torch.clamp(torch.arange(3), min=1)
torch.clamp(torch.arange(3.), max=torch.tensor(1.5))
torch.clip(torch.arange(3), 0, 1)
torch.div(torch.arange(3), 2, rounding_mode='floor')
torch.floor_divide(torch.arange(3), 2)
torch.remainder(torch.arange(3), 2)
torch.fmod(-torch.arange(3), 2)
torch.round(torch.tensor([1.234]), decimals=2)
torch.allclose(torch.ones(2), torch.ones(2), rtol=1e-3, atol=0, equal_nan=True)
torch.isclose(torch.ones(2), torch.ones(2))
torch.equal(torch.ones(2), torch.ones(2))
torch.cumsum(torch.arange(3), dim=0, dtype=torch.float32)
torch.cdist(torch.ones(2,2), torch.zeros(1,2), p=2.0)
torch.softmax(torch.ones(2), dim=0, dtype=torch.float64)
torch.sigmoid(input=torch.zeros(1))
torch.nan_to_num(torch.tensor([float('nan')]), nan=1.0)
torch.as_tensor([1,2], dtype=torch.float32), torch.asarray([1,2])
torch.from_numpy(__import__('numpy').ones(2))
torch.tensor([1,2]).to(torch.float16).dtype
torch.tensor([1,2]).to('cpu', torch.float32, non_blocking=True, copy=True)
torch.tensor([1,2]).to(device='cpu', dtype=torch.float64)
torch.tensor([1,2]).to(torch.device('cpu'))
torch.tensor([1,2]).type(torch.FloatTensor).dtype
torch.tensor([1.5]).int().item()
torch.tensor([1.5]).clone(memory_format=torch.contiguous_format)
torch.tensor([1.5]).contiguous(memory_format=torch.contiguous_format)
torch.ones(2,3,4,5).contiguous(memory_format=torch.channels_last).stride()
torch.ones(2,3).is_contiguous(memory_format=torch.contiguous_format)
torch.tensor([1,2]).new_tensor([1.5]).dtype
torch.tensor([1,2]).new_zeros((2,), dtype=torch.float32)
torch.tensor([1,2]).new_ones(2), torch.tensor([1.]).new_full((2,), 3.0), torch.tensor([1.]).new_empty(2).shape
torch.ones(2).element_size(), torch.ones(2).nbytes, torch.ones(2).itemsize, torch.ones(2).nelement(), torch.ones(2).numel(), torch.ones(2).ndimension(), torch.ones(2).dim()
torch.ones(2,3).stride(0), torch.ones(2,3).size(1), torch.ones(2,3).storage_offset(), torch.ones(2,3).T.shape, torch.ones(2,3).mT.shape
torch.get_default_dtype(), torch.finfo(torch.float32).eps, torch.iinfo(torch.int8).max, torch.finfo(torch.float16).bits
torch.vstack((torch.ones(2), torch.ones(2))), torch.hstack([torch.ones(2)]), torch.column_stack([torch.ones(2)])
torch.bitwise_and(torch.tensor([3]), 1), torch.bitwise_left_shift(torch.tensor([1]), 2), torch.tensor([3]) >> 1, ~torch.tensor([True]), torch.tensor([3]) ^ 1
torch.logical_not(torch.tensor([1])), torch.logical_xor(torch.tensor([1]), torch.tensor([0]))
torch.complex(torch.ones(1), torch.zeros(1)), torch.view_as_real(torch.ones(1, dtype=torch.complex64)), torch.polar(torch.ones(1), torch.zeros(1)), torch.real(torch.ones(1)), torch.view_as_complex(torch.ones(1,2))
torch.ones(3).unfold(0,2,1), torch.ones(4).as_strided((2,2),(1,1)), torch.narrow(torch.arange(4),0,1,2), torch.select(torch.ones(2,2),0,1), torch.unbind(torch.ones(2,1))
torch.tensor(3).__index__(), [1,2,3,4][torch.tensor(3)], range(torch.tensor(2)), hex(torch.tensor(255))
f'{torch.tensor(1.5):.2f}', '%d' % torch.tensor(3), round(torch.tensor(1.55), 1), float(torch.tensor(2)), int(torch.tensor(2.7)), complex(torch.tensor(1.)), bool(torch.tensor(1)), divmod(torch.tensor(7), 2), abs(torch.tensor(-1)), pow(torch.tensor(2), 3), sum(torch.arange(3)), max(torch.arange(3)), sorted(torch.tensor([2,1]))
3 in torch.arange(4), torch.tensor(2) in torch.arange(4), list(torch.arange(2)), len(torch.ones(3)), reversed(torch.arange(3)), torch.arange(3)[::2], torch.arange(6).reshape(2,3)[..., None, 1:], torch.arange(3)[torch.tensor([True,False,True])], torch.arange(3)[[0,2]], torch.arange(4).reshape(2,2)[[0,1],[1,0]]
torch.einsum('bij,bjk->bik', torch.ones(1,2,2), torch.ones(1,2,2)), torch.mean(torch.ones(2), dtype=torch.float64), torch.prod(torch.tensor([2,3]), dtype=torch.float32), torch.amax(torch.ones(2,2), dim=(0,1)), torch.logsumexp(torch.ones(2), dim=0), torch.count_nonzero(torch.arange(3)), torch.all(torch.tensor([[True]]), dim=1), torch.any(torch.tensor([True]))
torch.autograd.functional.jacobian(lambda x: x*2, torch.ones(2))
torch.Tensor([1,2]), torch.Tensor(2,3).shape, torch.LongTensor([1]), torch.FloatTensor(2).shape, torch.BoolTensor([True])
torch.Size([1,2]).numel(), torch.Size([1,2]) + (3,), torch.Size((1,2))[0:1]
torch.cuda.device_count(), torch.cuda.manual_seed_all(0)
torch.nn.utils.clip_grad_norm_([torch.ones(1,requires_grad=True)], 1.0)
torch.ones(2).sum(dim=(0,), dtype=torch.float64), torch.ones(2).sum(0, True), torch.ones(2).max(0), torch.ones(2).max(torch.zeros(2)), torch.ones(2).argmax(), torch.ones(2).all(), torch.ones(2).tolist(), torch.ones(2).numpy(force=True)
torch.softmax(torch.ones(2,2), axis=1), torch.log_softmax(torch.ones(2), axis=0), torch.stack((torch.ones(1),), axis=-1)
torch.sort(torch.tensor([2,1]), axis=0), torch.argsort(torch.tensor([2,1]), axis=0), torch.topk(torch.tensor([2,1]), 1, axis=0)
torch.chunk(torch.arange(4), 2, axis=0), torch.select(torch.ones(2,2), axis=1, index=0), torch.narrow(torch.arange(3), axis=0, start=1, length=1)
torch.cat((torch.ones(1),), dims=0)
"""

# --- Changes in place as functions, and where tensors are made ---

LINES += r"""
torch.get_default_device(), torch.set_default_device("cpu"), torch.zeros(1).device, torch.set_default_device(None)
!torch.set_default_device("nowhere")
torch.device("cpu").__enter__(), torch.zeros(1).device, torch.device("cpu").__exit__(None, None, None)
hooks=[]; handle=torch.nn.modules.module.register_module_forward_hook(lambda m,a,o: hooks.append(1)); _=torch.nn.Linear(1,1)(torch.ones(1)); handle.remove(); hooks
"""

# --- Functions that make tensors, and the order of the elements in memory ---

LINES += r"""
x=torch.ones(2); y=x.view(2); torch.arange(2, out=x); y, x._version
torch.ones(2,3,4,5).to(memory_format=torch.channels_last).stride()
torch.ones(2,3,4,5).contiguous(memory_format=torch.channels_last).is_contiguous(memory_format=torch.channels_last)
torch.ones(2,3,4,5).contiguous(memory_format=torch.channels_last).is_contiguous()
torch.ones(2,3).contiguous(memory_format=torch.channels_last)
torch.ones(2,3,4,5,6).contiguous(memory_format=torch.channels_last_3d).stride()
torch.empty(2,3,4,5,memory_format=torch.channels_last).stride()
torch.zeros_like(torch.ones(2,3,4,5),memory_format=torch.channels_last).stride()
torch.zeros_like(torch.ones(2,3,4,5).contiguous(memory_format=torch.channels_last)).stride()
torch.zeros_like(torch.ones(2,3,4,5).contiguous(memory_format=torch.channels_last), memory_format=torch.contiguous_format).stride()
torch.randn_like(torch.ones(2,3,4,5),memory_format=torch.channels_last).stride()
(torch.ones(2,3,4,5).contiguous(memory_format=torch.channels_last)+1).stride()
torch.ones(2,3,4,5).contiguous(memory_format=torch.channels_last).double().stride()
torch.ones(2,3,4,5).contiguous(memory_format=torch.channels_last).to(torch.float64, memory_format=torch.contiguous_format).stride()
torch.ones(2,3,4,5).double(memory_format=torch.channels_last).stride()
torch.ones(2,3,4,5).contiguous(memory_format=torch.channels_last).clone().stride()
torch.ones(2,3).t().to(torch.float64, copy=True).stride()
torch.ones(2,3).t().to(torch.float32, copy=True).stride()
torch.ones(2,3).contiguous(memory_format=torch.preserve_format)
!torch.ones(2,3).to(memory_format=3)
torch.zeros_like(torch.ones(2),memory_format=torch.channels_last)
torch.zeros(2,memory_format=torch.contiguous_format)
torch.zeros(2,layout=3)
torch.ones(2).new_zeros(2,out=torch.empty(2))
torch.ones(2).new_zeros(size=(2,))
!torch.zeros(2,dtype=torch.float32,out=torch.empty(2,dtype=torch.int64))
torch.zeros(2,dtype=torch.int64,out=torch.empty(2,dtype=torch.int64))
torch.zeros(2,out=torch.empty(2), requires_grad=True)
torch.arange(5, out=torch.empty(0))
torch.full((2,),1.5, out=torch.empty(2,dtype=torch.int64))
torch.randint(5)
torch.randint(2,5,(2,), out=torch.empty(2))
torch.rand(2,out=torch.empty(2,dtype=torch.float64))
torch.randperm(3,out=torch.empty(3,dtype=torch.int64))
torch.normal(0.,1.,size=(2,),out=torch.empty(2))
torch.eye(2,out=torch.empty(2,2))
torch.zeros(2,out=3)
torch.channels_last
torch.nn.Linear(2,3).to(memory_format=torch.channels_last).weight.stride()
(lambda l: (l.register_buffer('b', torch.ones(1,2,3,4)), l.to(memory_format=torch.channels_last).b.stride()))(torch.nn.Linear(2,3))
torch.ones(2,3,4,5,requires_grad=True).contiguous(memory_format=torch.channels_last).grad_fn.name()
torch.ones(2,3,4,5,requires_grad=True).to(memory_format=torch.channels_last).grad_fn.name()
torch.cuda.manual_seed_all(3)
"""

PROGRAMS = [line for line in LINES.splitlines() if line] + [block.strip() for block in BLOCKS]
