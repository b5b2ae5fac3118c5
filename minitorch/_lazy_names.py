"""_lazy_names: the table of what is loaded when it is asked for: in which file each name stands (core)."""

# fmt: off

# package -> {a part of it: the names that are found in that part; none: the part itself}
PARTS: dict[str, dict[str, str]] = {
    "minitorch": {
        "random": "",
        "random.generator": "Generator default_generator manual_seed seed initial_seed",
        "nn": "", "optim": "", "linalg": "", "special": "", "utils": "", "storage": "", "viz": "",
        "course": "", "cuda": "", "accelerator": "", "datasets": "", "distributions": "", "profiler": "",
        "serialization": "save load", "return_types": "",
        "hub": "", "amp": "", "backends": "", "version": "", "distributed": "",
        "jit": "", "models": "", "func": "", "onnx": "",
        "tracing": "compile",
        "amp.grad_scaler": "GradScaler",
    },
    "minitorch.autograd.function": {"minitorch.autograd.function_marks": "once_differentiable"},
    "minitorch.autograd": {
        "functional": "",
        "anomaly_mode": "detect_anomaly set_detect_anomaly",
        "variable": "Variable",
        "gradcheck": "GradcheckError gradcheck gradgradcheck",
        "profiler": "", "graph": "",
    },
    "minitorch.utils": {"checkpoint": "", "data": "", "hooks": ""},
    "minitorch.utils.data": {
        "further": "Subset ConcatDataset random_split SubsetRandomSampler WeightedRandomSampler",
        "minitorch.utils.data._utils.collate": "default_collate default_convert",
        "minitorch.utils.data._utils.fetch": "_SingleProcessDataLoaderIter",
        "worker_pool": "_MultiProcessingDataLoaderIter get_worker_info",
        "_utils": "",
    },
    "minitorch.utils.data.dataset": {"minitorch.utils.data.further": "Subset ConcatDataset random_split"},
    "minitorch.utils.data.sampler": {"minitorch.utils.data.further": "SubsetRandomSampler WeightedRandomSampler"},
    "minitorch.utils.data._utils": {
        "collate": "", "fetch": "",
        "worker": "ExceptionWrapper MP_STATUS_CHECK_INTERVAL",
    },
    "minitorch.nn.module": {
        "legacy_hooks": "register_module_backward_hook",
        "registration_hooks": (
            "register_module_buffer_registration_hook register_module_module_registration_hook "
            "register_module_parameter_registration_hook"
        ),
    },
    "minitorch.nn": {
        "parallel": "DataParallel",
        "uninitialized": "UninitializedParameter UninitializedBuffer",
    },
    "minitorch.special": {"functions": "digamma logit polygamma", "minitorch.ops.further": "sinc"},
    "minitorch.datasets": {
        "mnist": "read_idx MNIST FashionMNIST",
        "mnist1d": "MNIST1D",
        "reading": "text",
    },
    "minitorch.random": {
        "state": "get_rng_state set_rng_state fork_rng",
        "scattered": "exponential in_memory random_integers in_pairs scattered_normal",
    },
    "minitorch.cuda": {
        "amp": "",
        "devices": (
            "current_device device device_count get_device_capability get_device_name get_device_properties is_available "
            "is_bf16_supported set_device synchronize empty_cache max_memory_allocated memory_allocated memory_reserved "
            "OutOfMemoryError reset_peak_memory_stats get_rng_state manual_seed manual_seed_all "
            "set_rng_state"
        ),
    },
    "minitorch.backends": {"cudnn": "", "cuda": "", "mps": ""},
    "minitorch.nn.functional": {
        "hard_activation": (
            "leaky_relu prelu rrelu hardtanh relu6 hardsigmoid hardswish hardshrink softshrink threshold"
        ),
        "smooth_activation": "elu celu selu softplus logsigmoid mish glu softsign tanhshrink softmin gumbel_softmax",
        "gates": "gelu silu",
        "minitorch.ops.inplace.functions": "relu_",
        "multi_head_attention": "multi_head_attention_forward",
        "folding": "fold unfold pixel_shuffle pixel_unshuffle channel_shuffle",
        "conv_transpose": "conv_transpose1d conv_transpose2d conv_transpose3d",
        "average_pooling": (
            "avg_pool1d avg_pool2d avg_pool3d lp_pool1d lp_pool2d lp_pool3d adaptive_avg_pool1d adaptive_avg_pool2d "
            "adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d"
        ),
        "unpooling": "max_unpool1d max_unpool2d max_unpool3d fractional_max_pool2d fractional_max_pool3d",
        "distance": "cosine_similarity pairwise_distance normalize bilinear",
        "upsampling": "interpolate",
        "further_loss": (
            "l1_loss smooth_l1_loss huber_loss kl_div poisson_nll_loss gaussian_nll_loss margin_ranking_loss "
            "hinge_embedding_loss soft_margin_loss cosine_embedding_loss triplet_margin_loss "
            "triplet_margin_with_distance_loss"
        ),
        "class_loss": "nll_loss multi_margin_loss multilabel_margin_loss multilabel_soft_margin_loss",
        "ctc": "ctc_loss",
        "group_normalization": "group_norm",
        "instance_normalization": "instance_norm local_response_norm",
        "bags": "embedding_bag",
        "channel_dropout": "dropout1d dropout2d dropout3d alpha_dropout feature_alpha_dropout",
        "padding": "pad",
    },
    "minitorch.nn.modules": {
        "fold": "Fold Unfold",
        "bags": "EmbeddingBag",
        "instancenorm": "InstanceNorm1d InstanceNorm2d InstanceNorm3d",
        "padding": (
            "CircularPad1d CircularPad2d CircularPad3d ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d "
            "ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d ReplicationPad3d ZeroPad1d ZeroPad2d "
            "ZeroPad3d"
        ),
        "distance": "CosineSimilarity PairwiseDistance",
        "pixelshuffle": "PixelShuffle PixelUnshuffle ChannelShuffle",
        "upsampling": "Upsample UpsamplingBilinear2d UpsamplingNearest2d",
        "attention": "MultiheadAttention",
        "utils": "",
        "transformer": (
            "Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer"
        ),
        "lazy": (
            "LazyLinear LazyConv1d LazyConv2d LazyConv3d LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d"
        ),
    },
    "minitorch.nn.modules.conv": {
        "minitorch.nn.modules.conv_transpose": "_ConvTransposeNd ConvTranspose1d ConvTranspose2d ConvTranspose3d",
    },
    "minitorch.nn.modules.rnn": {"minitorch.nn.modules.rnn_cells": "RNNCellBase RNNCell LSTMCell GRUCell"},
    "minitorch.nn.modules.pooling": {
        "minitorch.nn.modules.further_pooling": (
            "_AvgPoolNd _LPPoolNd AvgPool1d AvgPool2d AvgPool3d LPPool1d LPPool2d LPPool3d _AdaptiveAvgPoolNd "
            "_AdaptiveMaxPoolNd AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveMaxPool1d "
            "AdaptiveMaxPool2d AdaptiveMaxPool3d _MaxUnpoolNd MaxUnpool1d MaxUnpool2d MaxUnpool3d FractionalMaxPool2d "
            "FractionalMaxPool3d"
        ),
    },
    "minitorch.nn.modules.activation": {
        "minitorch.nn.modules.attention": "MultiheadAttention",
        "minitorch.nn.modules.further_activation": (
            "Sigmoid Softmax LogSoftmax "
            "LeakyReLU PReLU RReLU Threshold Hardtanh ReLU6 Hardsigmoid Hardswish Hardshrink Softshrink ELU CELU SELU "
            "SiLU Mish GELU Softplus LogSigmoid GLU Softsign Tanhshrink Softmin Softmax2d"
        ),
    },
    "minitorch.nn.modules.linear": {
        "minitorch.nn.modules.bilinear": "Bilinear Identity",
        "minitorch.nn.modules.lazy": "LazyLinear",
    },
    "minitorch.nn.modules.container": {"minitorch.nn.modules.parameters": "ParameterDict ParameterList"},
    "minitorch.nn.utils": {
        "parametrize": "", "parametrizations": "", "prune": "", "rnn": "",
        "weight_hooks": "weight_norm remove_weight_norm spectral_norm remove_spectral_norm",
        "fusion": "fuse_conv_bn_eval fuse_conv_bn_weights fuse_linear_bn_eval fuse_linear_bn_weights",
    },
    "minitorch.nn.modules.sparse": {"minitorch.nn.modules.bags": "EmbeddingBag"},
    "minitorch.nn.modules.normalization": {
        "minitorch.nn.modules.instancenorm": "GroupNorm RMSNorm LocalResponseNorm",
    },
    "minitorch.nn.modules.loss": {
        "minitorch.nn.modules.further_loss": (
            "BCELoss BCEWithLogitsLoss L1Loss NLLLoss SmoothL1Loss HuberLoss KLDivLoss PoissonNLLLoss GaussianNLLLoss CTCLoss "
            "MarginRankingLoss "
            "CosineEmbeddingLoss HingeEmbeddingLoss SoftMarginLoss TripletMarginLoss TripletMarginWithDistanceLoss "
            "MultiMarginLoss MultiLabelMarginLoss MultiLabelSoftMarginLoss"
        ),
    },
    "minitorch.optim": {
        "adaptive": "RMSprop Adagrad Adadelta Adamax NAdam RAdam",
        "lbfgs": "LBFGS",
    },
    "minitorch.optim.lr_scheduler": {
        "factors": "StepLR MultiplicativeLR MultiStepLR ConstantLR LinearLR ExponentialLR PolynomialLR",
        "cosine": "CosineAnnealingLR CosineAnnealingWarmRestarts",
        "plateau": "ReduceLROnPlateau",
        "sequence": "SequentialLR ChainedScheduler",
        "cycle": "CyclicLR OneCycleLR",
    },
    "minitorch.nn.parameter": {"minitorch.nn.uninitialized": "UninitializedParameter UninitializedBuffer"},
    "minitorch.nn.init": {
        "minitorch.nn.further_init": "trunc_normal_ orthogonal_ eye_",
    },
    "minitorch.nn.modules.dropout": {
        "minitorch.nn.modules.channel_dropout": "Dropout1d Dropout2d Dropout3d AlphaDropout FeatureAlphaDropout",
    },
}

# what to use instead -> what PyTorch has and minitorch leaves out
ABSENT: dict[str, str] = {
    "a module is traced by minitorch.jit.trace, and watched by hooks": (
        "fx export compiler _dynamo _inductor _functorch _subclasses"
    ),
    "it is one of PyTorch's insides; an operation of your own is an autograd.Function": (
        "library overrides _C _ops classes _VF _logging utils_python_dispatch"
    ),
    "tensors are dense here; a mask is a tensor of bools beside them": (
        "sparse masked nested sparse_coo_tensor sparse_csr_tensor sparse_csc_tensor sparse_bsr_tensor "
        "sparse_bsc_tensor sparse_compressed_tensor sparse_coo sparse_csr sparse_csc sparse_bsr sparse_bsc jagged"
    ),
    "no tensor is quantized; round weights with ordinary operations": (
        "ao quantization quantize_per_tensor quantize_per_channel quantize_per_tensor_dynamic dequantize qint8 quint8 "
        "qint32"
    ),
    "save a state_dict, or a traced module with minitorch.jit.save": "package",
    "train with Adam, AdamW, SGD or another of minitorch.optim": "optim.Muon optim.Adafactor optim.SparseAdam",
    "move the parameters of a copy.deepcopy of the model under no_grad": "optim.swa_utils",
    "compare with minitorch.allclose, or with numpy.testing": "testing",
    "minitorch.cdist has the distances of all pairs": "pdist nn.functional.pdist",
    "minitorch.autograd.functional has jvp": "func.jvp func.linearize",
    "cuda.is_available() says whether there is a GPU, cuda.memory_allocated() how much of it is used": (
        "cuda.Event cuda.is_initialized cuda.init cuda.mem_get_info cuda.max_memory_reserved"
    ),
    "there is one generator: cuda.get_rng_state says where it stands": "cuda.get_rng_state_all cuda.set_rng_state_all",
    "call utils.checkpoint.checkpoint for each part": "utils.checkpoint.checkpoint_sequential",
    "there is one process; a Subset has a part of a dataset": "utils.data.DistributedSampler utils.data.distributed",
    "itertools.chain goes through several datasets": "utils.data.ChainDataset",
    "write a Dataset or an IterableDataset": (
        "utils.data.datapipes utils.data.IterDataPipe utils.data.MapDataPipe utils.data.functional_datapipe"
    ),
    "look at values with minitorch.viz": "utils.tensorboard",
    "measure with Python's timeit": "utils.benchmark",
    "weights come by hub.load_state_dict_from_url": "utils.model_zoo",
    "Python's itertools makes combinations and products of indices": "combinations cartesian_prod",
    "SciPy has it, for the arrays that x.numpy() gives": (
        "fft igamma igammac i0 special.i0 special.i0e special.i1 special.i1e special.ndtri special.gammainc "
        "special.gammaincc matrix_exp linalg.matrix_exp linalg.eig linalg.eigvals linalg.cond cholesky_solve "
        "cholesky_inverse cov corrcoef stft istft hann_window hamming_window blackman_window bartlett_window "
        "kaiser_window poisson special.ndtr"
    ),
    "einsum adds up the products": "addr",
    "NumPy has it, for the arrays that x.numpy() gives": (
        "cummax cummin mode msort unravel_index dstack row_stack block_diag hsplit vsplit dsplit aminmax from_dlpack "
        "to_dlpack kron angle nanmedian"
    ),
    "a loop over the batch, stacked, gives the same": "vmap func.vmap",
    "minitorch.linalg.cholesky raises LinAlgError where there is no factor": "linalg.cholesky_ex",
    "say how many channels there are": (
        "nn.LazyConvTranspose1d nn.LazyConvTranspose2d nn.LazyConvTranspose3d nn.LazyInstanceNorm1d "
        "nn.LazyInstanceNorm2d nn.LazyInstanceNorm3d"
    ),
    "minitorch.linalg.svd gives (U, S, Vh)": "svd",
    "minitorch.nn.functional.interpolate makes images larger and smaller": (
        "nn.functional.grid_sample nn.functional.affine_grid"
    ),
    "minitorch.randint takes x.shape": "randint_like",
    "minitorch has it: lgamma is gammaln, sigmoid is expit, and the others have one name": (
        "special.expit special.gammaln special.psi special.erf special.erfc special.erfinv special.exp2 special.expm1 "
        "special.log1p special.log_softmax special.logsumexp special.round special.softmax special.xlogy"
    ),
    "minitorch.tensor makes it": "scalar_tensor",
    "there is one way to compute attention": "nn.attention",
    "Python's multiprocessing shares what x.share_memory_() has moved": "multiprocessing",
    "assign to x[index], or call masked_fill": "fill nn.init.dirac_ nn.init.sparse_",
    "there is one way of computing, which is deterministic and exact": (
        "are_deterministic_algorithms_enabled get_float32_matmul_precision"
    ),
    "autocast sets it for a block": "set_autocast_enabled set_autocast_dtype",
    "minitorch.diag takes x.flatten()": "diagflat",
    "the name ends in an underscore now": (
        "nn.init.uniform nn.init.normal nn.init.constant nn.init.xavier_uniform nn.init.xavier_normal "
        "nn.init.kaiming_uniform nn.init.kaiming_normal nn.init.orthogonal nn.utils.clip_grad_norm"
    ),
    "make it with empty and as_strided": "empty_strided as_strided_",
    "open profile around the steps that you want to see": "profiler.schedule",
    "the area is the sum of (y[1:] + y[:-1]) / 2 times the distances": "trapezoid trapz cumulative_trapezoid",
    "the devices are cpu, meta and, with CuPy, cuda": "mps xpu mtia",
}

# file -> what is both a function, found in minitorch, and a method of Tensor; `exp_` stands for exp and its in-place form
BOTH: dict[str, str] = {
    "nn.functional.hard_activation": "prelu hardshrink",
    "ops.view.diagonal": "diagonal diag_embed diag",
    "ops.copy.tril": "tril_ triu_",
    "ops.sort.unique": "unique",
    "ops.sort.histogram": "bincount",
    "ops.complex.real_imag": "conj real imag",
    "random.like": "bernoulli multinomial",
    "ops.tensor_attributes": "is_inference",
    "ops.reduction.std": "std",
    "ops.pointwise.sign": "positive sign_ sgn_ copysign_ heaviside_ nan_to_num_",
    "ops.view.further": "flatten unflatten ravel narrow select",
    "ops.index.take": "take put_ nonzero",
    "ops.pointwise.trigonometric": (
        "sin_ cos_ tan_ asin_ arcsin_ acos_ arccos_ atan_ arctan_ sinh_ cosh_ asinh_ arcsinh_ acosh_ "
        "arccosh_ atanh_ arctanh_ atan2_ arctan2_ deg2rad_ rad2deg_ hypot_"
    ),
    "ops.reduction.median": "median",
    "ops.cumulative.cumsum": "cumsum_ cumprod_",
    "ops.copy.flip": "flip roll",
    "ops.copy.repeat": "repeat_interleave tile",
    "ops.join.tensor_split": "chunk",
    "ops.sort.sort": "sort argsort topk",
    "special.functions": "polygamma lgamma_ digamma_ logit_",
    "linalg.solve": "inverse",
    "linalg.products": "trace",
    "linalg.det": "det slogdet",
    "ops.comparison.logical": (
        "logical_and_ logical_or_ logical_xor_ logical_not_ bitwise_and_ bitwise_or_ bitwise_xor_ bitwise_not_ "
        "bitwise_left_shift_ bitwise_right_shift_"
    ),
    "ops.comparison.isclose": "isclose allclose equal isnan isinf isfinite isposinf isneginf isreal signbit",
    "ops.pointwise.round": "floor_ ceil_ trunc_ fix_ frac_ round_ floor_divide_ remainder_ fmod_ gcd_ lcm_",
    "ops.index.masked": "masked_fill_ masked_select",
    "ops.pointwise.addcmul": "addcmul_ addcdiv_ lerp_",
    "ops.matmul.products": "outer bmm",
    "ops.reduction.prod": "prod",
    "ops.index.index_put": "index_put_",
    "ops.view.movedim": "permute adjoint movedim moveaxis",
    "ops.index.scatter": "gather scatter_ scatter_add_ scatter_reduce_",
    "ops.view.as_strided": "as_strided",
    "ops.reduction.max": "max argmax",
    "ops.reduction.min": "amax amin min argmin",
    "ops.index.index_select": "index_select index_add_",
    "ops.inplace.shapes": "swapaxes_",
    "ops.pointwise.exponential": "exp2_ expm1_ log2_ log10_ logaddexp xlogy_ erf_ erfc_ erfinv_",
    "ops.comparison.maximum": "clamp_min_ clamp_max_ maximum minimum fmax fmin",
    "ops.reduction.further": "count_nonzero all any logsumexp",
    "ops.pointwise.powers": "square_",
    "ops.further": (
        "sinc_ float_power_ is_nonzero take_along_dim index_fill_ index_copy_ masked_scatter_ diff argwhere kthvalue quantile "
        "nanquantile histc unique_consecutive split_with_sizes tensor_split fliplr flipud rot90 nansum nanmean"
    ),
    "linalg.further": "inner vdot addmv_ baddbmm_ addbmm_ cross dist matrix_power logdet",
}

# file -> what is a function only
FUNCTIONS: dict[str, str] = {
    "version": "__version__",
    "serialization.float8": "float8_e4m3fn float8_e5m2 float8_e4m3fnuz float8_e5m2fnuz float8_e8m0fnu",
    "backends.switches": "use_deterministic_algorithms set_float32_matmul_precision",
    "cuda.devices": "OutOfMemoryError",
    "amp.autocast_mode": "autocast",
    "amp.state": "is_autocast_enabled get_autocast_dtype",
    "nn.functional.binary_cross_entropy": "binary_cross_entropy_with_logits",
    "nn.functional.hard_activation": "rrelu threshold",
    "nn.functional.smooth_activation": "celu selu",
    "nn.functional.distance": "bilinear cosine_similarity pairwise_distance",
    "nn.functional.folding": "pixel_shuffle pixel_unshuffle channel_shuffle",
    "nn.functional.rnn": "gru_cell lstm_cell rnn_relu_cell rnn_tanh_cell",
    "nn.utils.weight_hooks": "norm_except_dim",
    "nn.functional.group_normalization": "group_norm",
    "nn.functional.layer_normalization": "layer_norm rms_norm",
    "nn.functional.convolution": "conv1d conv2d conv3d",
    "nn.functional.conv_transpose": "conv_transpose1d conv_transpose2d conv_transpose3d",
    "nn.functional.pooling": "max_pool1d max_pool2d max_pool3d",
    "nn.functional.average_pooling": "avg_pool1d adaptive_avg_pool1d adaptive_max_pool1d",
    "creation.legacy": (
        "FloatTensor DoubleTensor HalfTensor BFloat16Tensor ByteTensor CharTensor ShortTensor IntTensor LongTensor "
        "BoolTensor"
    ),
    "creation.asarray": "asarray frombuffer",
    "random.gamma": "_standard_gamma _sample_dirichlet",
    "ops.view.diagonal": "diagonal_copy",
    "ops.copy.meshgrid": "meshgrid",
    "ops.join.hstack": "hstack vstack column_stack",
    "storage": "UntypedStorage",
    "ops.matmul.einsum": "einsum",
    "linalg.norm": "cdist",
    "ops.complex.real_imag": "view_as_real view_as_complex complex polar",
    "creation.linspace": "linspace eye",
    "random.sampling": "rand randn randint randperm",
    "random.like": "rand_like randn_like normal",
    "graph.generators": "is_inference_mode_enabled",
    "ops.tensor_attributes": "is_floating_point is_complex is_signed result_type",
    "utils.printing_options": "set_printoptions get_printoptions",
    "creation.type_info": "finfo iinfo",
    "creation.full": "full full_like",
    "ops.copy.tensor_numbers": "is_tensor numel",
    "linalg.further": "tensordot",
    "random.state": "get_rng_state set_rng_state",
    "ops.threads": "get_num_threads set_num_threads",
    "ops.view.further": "broadcast_tensors",
    "ops.further": (
        "rsub isin searchsorted bucketize atleast_1d atleast_2d atleast_3d tril_indices triu_indices logspace var_mean "
        "std_mean"
    ),
    "ops.inplace.functions": (
        "abs_ acos_ asin_ atan_ ceil_ clamp_ clamp_max_ clamp_min_ cos_ cosh_ erf_ exp_ expm1_ fill_ floor_ log1p_ log_ "
        "logit_ nan_to_num_ neg_ reciprocal_ relu_ round_ rsqrt_ sigmoid_ sin_ sinh_ sqrt_ square_ tan_ tanh_ trunc_ zero_"
    ),
}

# file -> what is a method or a property only
METHODS: dict[str, str] = {
    "autograd.post_accumulate": "register_post_accumulate_grad_hook",
    "creation.asarray": "__cuda_array_interface__",
    "ops.copy.share_memory": "is_shared share_memory_",
    "ops.copy.flip": "__reversed__",
    "ops.copy.repeat": "repeat",
    "ops.inplace.copy_fill": "copy_ fill_ zero_ fill_diagonal_",
    "ops.view.storage": "untyped_storage set_",
    "linalg.norm": "_nuclear_norm",
    "creation.copying": "__deepcopy__ __setstate__ __reduce_ex__ __array__ __array_wrap__",
    "ops.comparison.logical": "__and__ __rand__ __or__ __ror__ __xor__ __rxor__ __invert__ __lshift__ __rshift__",
    "ops.pointwise.round": "_div_floor _div_trunc __floordiv__ __rfloordiv__ __mod__ __rmod__",
    "ops.complex.real_imag": "_view_as_real",
    "ops.inplace.random": "normal_ uniform_ bernoulli_ exponential_ random_",
    "ops.pointwise.addcmul": "_add_scaled _sub_scaled",
    "ops.view.movedim": "H mH",
    "ops.view.memory": "data_ptr storage_offset",
    "ops.view.as_strided": "unfold",
    "ops.tensor_attributes": (
        "to_dense __delitem__ output_nr is_pinned pin_memory _is_view is_sparse is_sparse_csr is_quantized is_nested "
        "is_mps is_xpu is_meta layout name _cdata"
    ),
    "ops.copy.type": "type_as type cpu cuda",
    "ops.pointwise.sign": "__pos__",
    "creation.full": "new_full new_tensor new_zeros new_ones new_empty",
    "ops.inplace.shapes": "squeeze_ unsqueeze_ t_ transpose_",
    "ops.copy.tensor_numbers": (
        "is_signed get_device tolist numpy __len__ __bool__ _number __int__ __float__ __complex__ __index__ __format__ "
        "__contains__"
    ),
    "ops.view.further": "expand_as sum_to_size view_as reshape_as _view_dtype",
    "ops.pointwise.powers": "_power_tensors",
}

for _file, _names in BOTH.items():
    _plain, _in_place = _names.replace("_ ", " ").removesuffix("_"), [_name for _name in _names.split() if _name[-1] == "_"]
    FUNCTIONS[_file] = f"{_plain} {FUNCTIONS.get(_file, '')}"
    METHODS[_file] = " ".join([_plain, *_in_place, METHODS.get(_file, "")])

# the file in which PyTorch has the classes of some of ours: they say that they are from there
HOMES: dict[str, str] = {
    "nn.modules.module": "nn.module nn.module.registry nn.module.mode nn.module.state",
    "autograd.grad_mode": "graph.grad_mode",
    "utils.hooks": "autograd.handle",
    "cuda": "cuda.devices",
    "optim.lr_scheduler": (
        "optim.lr_scheduler.scheduler optim.lr_scheduler.factors optim.lr_scheduler.cosine optim.lr_scheduler.plateau "
        "optim.lr_scheduler.sequence optim.lr_scheduler.cycle"
    ),
}
