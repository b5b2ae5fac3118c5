"""Modules that older versions pickled, without attributes that came later; names that containers keep to themselves."""

import pickle

import pytest

import minitorch as mt

IMAGE, VOLUME = (1, 2, 6, 6), (1, 2, 6, 6, 6)
OLDER = {
    "conv": (lambda m: m.nn.Conv2d(2, 3, 2), ["padding_mode"], IMAGE),
    "transposed": (lambda m: m.nn.ConvTranspose2d(2, 3, 2), ["padding_mode"], IMAGE),
    "avg_pool": (lambda m: m.nn.AvgPool3d(2), ["padding", "ceil_mode", "count_include_pad"], VOLUME),
    "softmax": (lambda m: m.nn.Softmax(), ["dim"], (2, 3)),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", OLDER)
def test_an_older_modules_state_is_completed(torch, name):
    make, later, shape = OLDER[name]
    kinds = []
    for m in (torch, mt):
        layer = make(m)
        state = {key: value for key, value in layer.__getstate__().items() if key not in later}
        loaded = type(layer).__new__(type(layer))
        loaded.__setstate__(state)
        x = m.ones(shape)
        made, expected = loaded(x), layer(x)
        if isinstance(made, tuple):
            made, expected = made[0], expected[0]
        assert bool((made == expected).all())
        kinds.append(str(getattr(loaded, later[0])).replace("minitorch", "torch")[:12])
    assert kinds[0] == kinds[1]


def test_a_parameter_of_a_users_tensor_leaves_its_class_alone():
    class Mine(mt.Tensor):
        pass

    x = Mine([1.0, 1.0])
    before = Mine.data
    kept = mt.nn.Parameter(x)
    kept.data = mt.zeros(2)
    assert Mine.data is before
    assert kept.tolist() == [0.0, 0.0]
    assert "data" not in vars(Mine)
    assert pickle.loads(pickle.dumps(mt.nn.Parameter(mt.ones(2)))).requires_grad


@pytest.mark.parametrize("key", ["pop", "keys", "update", "items"])
def test_names_of_methods_are_no_keys(torch, key):
    for kind, value in (("ModuleDict", "ReLU"), ("ParameterDict", None)):
        found = []
        for m in (torch, mt):
            try:
                getattr(m.nn, kind)({key: getattr(m.nn, value)() if value else m.ones(1)})
            except KeyError as error:
                found.append(str(error))
            else:
                found.append("taken")
        assert found[0] == found[1]
