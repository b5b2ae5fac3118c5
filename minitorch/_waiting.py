"""_waiting: the table of what is loaded when it is asked for: in which file each name stands (core)."""

# fmt: off

# package -> {a part of it: the names that are found in that part; none: the part itself}
PARTS: dict[str, dict[str, str]] = {
    "minitorch": {
        "nn": "", "optim": "", "linalg": "", "special": "", "fft": "", "signal": "", "utils": "", "storage": "",
        "viz": "", "course": "", "cuda": "", "datasets": "", "distributions": "", "profiler": "",
        "serialization": "save load",
        "hub": "", "amp": "", "backends": "", "multiprocessing": "", "testing": "", "version": "", "_utils": "",
        "distributed": "",
        "optim.helpers": "_disable_dynamo",
        "amp.grad_scaler": "GradScaler _amp_foreach_non_finite_check_and_unscale_ _amp_update_scale_",
        "utils.dlpack": "to_dlpack",
    },
    "minitorch.autograd.function": {"minitorch.autograd.old_functions": "FunctionMeta InplaceFunction"},
    "minitorch.distributed": {"nn": "", "tensor": "", "_tensor": "", "fsdp": "", "rpc": "", "_composable": ""},
    "minitorch.distributed._tensor": {"experimental": ""},
    "minitorch.autograd": {
        "anomaly_mode": "", "checkpoint": "", "functional": "",
        "anomaly": "detect_anomaly set_detect_anomaly",
        "profiler": "", "graph": "",
        "gradcheck": "GradcheckError gradcheck gradgradcheck",
        "multithreading": "is_multithreading_enabled set_multithreading_enabled",
    },
    "minitorch.graph.grad_mode": {
        "minitorch.utils._contextlib": "_DecoratorContextManager _NoParamDecoratorContextManager",
        "minitorch.autograd.multithreading": "set_multithreading_enabled",
    },
    "minitorch.utils": {
        "benchmark": "", "checkpoint": "", "_pytree": "", "dlpack": "", "data": "", "hooks": "", "serialization": "",
        "_device": "", "_contextlib": "",
    },
    "minitorch.utils.data": {
        "distributed": "DistributedSampler",
        "worker_pool": "_MultiProcessingDataLoaderIter get_worker_info",
        "_utils": "", "datapipes": "",
        "datapipes.datapipe": "IterDataPipe MapDataPipe DataChunk functional_datapipe",
    },
    "minitorch.utils.data._utils": {
        "worker": "MP_STATUS_CHECK_INTERVAL",
        "transport": "", "pin_memory": "",
    },
    "minitorch.nn": {
        "_reduction": "", "attention": "", "common_types": "",
        "factory": "factory_kwargs",
        "grad": "",
        "parallel": "DataParallel",
    },
    "minitorch.nn.attention": {"flex_attention": ""},
    "minitorch.nn.module": {
        "names": (
            "T T_destination _grad_t _EXTRA_STATE_KEY_SUFFIX _addindent _forward_unimplemented _has_any_global_hook "
            "_global_forward_hooks_with_kwargs"
        ),
    },
    "minitorch.datasets": {
        "idx": "read_idx",
        "mnist": "MNIST FashionMNIST",
        "reading": "text",
    },
    "minitorch.random": {"state": "get_rng_state set_rng_state"},
    "minitorch.cuda": {
        "amp": "", "nvtx": "", "comm": "",
        "devices": (
            "can_device_access_peer current_device default_generators device device_count device_of get_arch_list "
            "get_device_capability get_device_name get_device_properties get_gencode_flags has_half has_magma init "
            "ipc_collect is_available is_bf16_supported is_initialized is_tf32_supported set_device synchronize "
            "_initialized"
        ),
        "streams": (
            "Event ExternalStream Stream StreamContext current_stream default_stream is_current_stream_capturing "
            "set_stream stream"
        ),
        "tensor_types": (
            "FloatTensor DoubleTensor HalfTensor BFloat16Tensor ByteTensor CharTensor ShortTensor IntTensor "
            "LongTensor BoolTensor"
        ),
        "memory": (
            "empty_cache max_memory_allocated max_memory_cached max_memory_reserved mem_get_info memory_allocated "
            "memory_cached memory_reserved memory_stats memory_summary OutOfMemoryError reset_max_memory_allocated "
            "reset_max_memory_cached reset_peak_memory_stats"
        ),
        "random": (
            "get_rng_state get_rng_state_all initial_seed manual_seed manual_seed_all seed seed_all set_rng_state "
            "set_rng_state_all"
        ),
    },
    "minitorch.backends": {
        "cudnn": "", "cuda": "", "mps": "", "mkl": "", "mkldnn": "", "openmp": "", "cpu": "", "opt_einsum": "",
        "quantized": "", "mha": "",
    },
    "minitorch.testing": {
        "_comparison": "assert_close assert_allclose",
        "_creation": "make_tensor",
    },
    "minitorch.nn.functional": {
        "minitorch.nn": "grad",
        "hard_activation": "hardtanh relu6 hardsigmoid hardswish hardshrink softshrink threshold",
        "smooth_activation": "celu selu mish glu softsign tanhshrink",
        "random_activation": "rrelu gumbel_softmax",
        "minitorch.ops.inplace.functions": "relu_",
        "inplace": "elu_ leaky_relu_ hardtanh_ celu_ selu_ rrelu_ threshold_",
        "folding": "fold unfold",
        "conv_transpose": "conv_transpose1d conv_transpose2d conv_transpose3d conv_tbc",
        "average_pooling": "avg_pool1d avg_pool2d avg_pool3d lp_pool1d lp_pool2d lp_pool3d",
        "adaptive_pooling": (
            "adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool2d "
            "adaptive_max_pool3d adaptive_max_pool1d_with_indices adaptive_max_pool2d_with_indices "
            "adaptive_max_pool3d_with_indices"
        ),
        "unpooling": "max_unpool1d max_unpool2d max_unpool3d",
        "fractional_pooling": (
            "fractional_max_pool2d fractional_max_pool3d fractional_max_pool2d_with_indices "
            "fractional_max_pool3d_with_indices"
        ),
        "distance": "cosine_similarity pairwise_distance pdist normalize",
        "shuffle": "pixel_shuffle pixel_unshuffle channel_shuffle native_channel_shuffle",
        "upsampling": "interpolate upsample upsample_nearest upsample_bilinear",
        "grid_sampling": "grid_sample GRID_SAMPLE_INTERPOLATION_MODES GRID_SAMPLE_PADDING_MODES",
        "affine": "affine_grid",
        "regression_loss": "smooth_l1_loss huber_loss",
        "likelihood_loss": "kl_div poisson_nll_loss gaussian_nll_loss",
        "margin_loss": (
            "margin_ranking_loss hinge_embedding_loss soft_margin_loss cosine_embedding_loss triplet_margin_loss "
            "triplet_margin_with_distance_loss"
        ),
        "class_margin": "multi_margin_loss multilabel_margin_loss multilabel_soft_margin_loss",
        "ctc": "ctc_loss",
        "linear_loss": "linear_cross_entropy LinearCrossEntropyOptions",
        "group_normalization": "group_norm instance_norm rms_norm local_response_norm",
        "bags": "embedding_bag",
    },
    "minitorch.nn.modules": {
        "linear_cross_entropy": "LinearCrossEntropyLoss LinearCrossEntropyOptions",
        "adaptive": "AdaptiveLogSoftmaxWithLoss",
        "fold": "Fold Unfold",
        "syncbatchnorm": "SyncBatchNorm",
        "bags": "EmbeddingBag",
        "instancenorm": (
            "InstanceNorm1d InstanceNorm2d InstanceNorm3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d"
        ),
        "padding": (
            "CircularPad1d CircularPad2d CircularPad3d ConstantPad1d ConstantPad2d ConstantPad3d ReflectionPad1d "
            "ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d ReplicationPad3d ZeroPad1d ZeroPad2d "
            "ZeroPad3d"
        ),
        "distance": "CosineSimilarity PairwiseDistance",
        "pixelshuffle": "PixelShuffle PixelUnshuffle",
        "channelshuffle": "ChannelShuffle",
        "upsampling": "Upsample UpsamplingBilinear2d UpsamplingNearest2d",
        "rnn": "GRU LSTM RNN RNNBase",
        "transformer": "Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder",
        "lazy": "", "_functions": "",
    },
    "minitorch.nn.modules.conv": {
        "minitorch.nn.modules.conv_transpose": "_ConvTransposeNd ConvTranspose1d ConvTranspose2d ConvTranspose3d",
        "minitorch.nn.modules.lazy_conv": (
            "_LazyConvXdMixin LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d LazyConvTranspose2d "
            "LazyConvTranspose3d"
        ),
    },
    "minitorch.nn.modules.pooling": {
        "minitorch.nn.modules.average_pooling": (
            "_AvgPoolNd _LPPoolNd AvgPool1d AvgPool2d AvgPool3d LPPool1d LPPool2d LPPool3d"
        ),
        "minitorch.nn.modules.adaptive_pooling": (
            "_AdaptiveAvgPoolNd _AdaptiveMaxPoolNd AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d "
            "AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d"
        ),
        "minitorch.nn.modules.unpooling": (
            "_MaxUnpoolNd MaxUnpool1d MaxUnpool2d MaxUnpool3d FractionalMaxPool2d FractionalMaxPool3d"
        ),
    },
    "minitorch.nn.modules.activation": {
        "minitorch.nn.modules.attention": "MultiheadAttention",
        "minitorch.nn.modules.hard_activation": "Threshold Hardtanh ReLU6 Hardsigmoid Hardswish Hardshrink Softshrink",
        "minitorch.nn.modules.smooth_activation": "CELU SELU Mish GLU Softsign Tanhshrink RReLU Softmax2d",
    },
    "minitorch.nn.modules.linear": {"minitorch.nn.modules.lazy": "LazyLinear"},
    "minitorch.nn.modules.container": {
        "minitorch.nn.modules.old_container": "Container",
        "minitorch.nn.modules.parameters": "ParameterList ParameterDict",
    },
    "minitorch.nn.utils": {
        "parametrize": "", "parametrizations": "", "prune": "", "rnn": "", "stateless": "",
        "fusion": "fuse_conv_bn_eval fuse_conv_bn_weights fuse_linear_bn_eval fuse_linear_bn_weights",
        "memory_format": "convert_conv2d_weight_memory_format convert_conv3d_weight_memory_format",
    },
    "minitorch.nn.modules.sparse": {"minitorch.nn.modules.bags": "EmbeddingBag"},
    "minitorch.nn.modules.batchnorm": {
        "minitorch.nn.modules.lazy_batchnorm": "LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d _LazyNormBase",
        "minitorch.nn.modules.syncbatchnorm": "SyncBatchNorm",
    },
    "minitorch.nn.modules.normalization": {
        "minitorch.nn.modules.groupnorm": "GroupNorm RMSNorm LocalResponseNorm CrossMapLRN2d",
    },
    "minitorch.nn.modules.loss": {
        "minitorch.nn.modules.regression_loss": "SmoothL1Loss HuberLoss",
        "minitorch.nn.modules.likelihood_loss": "KLDivLoss PoissonNLLLoss GaussianNLLLoss CTCLoss NLLLoss2d",
        "minitorch.nn.modules.margin_loss": (
            "HingeEmbeddingLoss SoftMarginLoss CosineEmbeddingLoss MarginRankingLoss TripletMarginLoss "
            "TripletMarginWithDistanceLoss"
        ),
        "minitorch.nn.modules.class_margin": "MultiMarginLoss MultiLabelMarginLoss MultiLabelSoftMarginLoss",
        "minitorch.nn.modules.linear_cross_entropy": "LinearCrossEntropyLoss",
    },
    "minitorch.optim": {
        "rmsprop": "RMSprop",
        "adagrad": "Adagrad",
        "adadelta": "Adadelta",
        "adamax": "Adamax",
        "nadam": "NAdam",
        "radam": "RAdam",
        "rprop": "Rprop",
        "asgd": "ASGD",
        "_adafactor": "Adafactor",
        "_muon": "Muon",
        "_functional": "",
        "lbfgs": "LBFGS",
        "sparse_adam": "SparseAdam",
        "_stateless": "swap_in_optimizer_params_and_state",
        "swa_utils": "",
    },
    "minitorch.optim.optimizer": {
        "minitorch.optim.helpers": (
            "ParamsT _use_grad_for_differentiable _get_value _stack_if_compiling _to_scalar _view_as_real "
            "_get_scalar_dtype _default_to_fused_or_foreach StateDict _params_doc _foreach_doc _fused_doc "
            "_capturable_doc _differentiable_doc _maximize_doc _disable_dynamo_if_unsupported "
            "_get_capturable_supported_devices"
        ),
        "minitorch.optim.hooks": "_global_optimizer_pre_hooks _global_optimizer_post_hooks",
    },
    "minitorch.optim.adadelta": {"minitorch.optim.implementations": "_single_tensor_adadelta _multi_tensor_adadelta"},
    "minitorch.optim.adagrad": {"minitorch.optim.implementations": "_single_tensor_adagrad _multi_tensor_adagrad"},
    "minitorch.optim.adam": {"minitorch.optim.implementations": "_single_tensor_adam _multi_tensor_adam"},
    "minitorch.optim.adamax": {"minitorch.optim.implementations": "_single_tensor_adamax _multi_tensor_adamax"},
    "minitorch.optim.asgd": {"minitorch.optim.implementations": "_single_tensor_asgd _multi_tensor_asgd"},
    "minitorch.optim.nadam": {"minitorch.optim.implementations": "_single_tensor_nadam _multi_tensor_nadam"},
    "minitorch.optim.radam": {"minitorch.optim.implementations": "_single_tensor_radam _multi_tensor_radam"},
    "minitorch.optim.rmsprop": {"minitorch.optim.implementations": "_single_tensor_rmsprop _multi_tensor_rmsprop"},
    "minitorch.optim.rprop": {"minitorch.optim.implementations": "_single_tensor_rprop _multi_tensor_rprop"},
    "minitorch.optim.sgd": {"minitorch.optim.implementations": "_single_tensor_sgd _multi_tensor_sgd"},
    "minitorch.optim.lr_scheduler": {
        "factors": "MultiplicativeLR MultiStepLR ConstantLR LinearLR ExponentialLR PolynomialLR",
        "cosine": "CosineAnnealingLR CosineAnnealingWarmRestarts",
        "plateau": "ReduceLROnPlateau",
        "sequence": "SequentialLR ChainedScheduler",
        "cycle": "CyclicLR OneCycleLR",
    },
}

# what to use instead -> what PyTorch has and minitorch leaves out
ABSENT: dict[str, str] = {
    "export": "models are not exported; save a state_dict",
    "nested": "the tensors of a batch have one shape; nn.utils.rnn pads and packs sequences",
}

# file -> its functions, which are found in minitorch
FUNCTIONS: dict[str, str] = {
    "creation.legacy_types": (
        "FloatTensor DoubleTensor HalfTensor BFloat16Tensor ByteTensor CharTensor ShortTensor IntTensor LongTensor "
        "BoolTensor"
    ),
    "creation.dlpack": "from_dlpack",
    "ops.pointwise.fake_quantize": "fake_quantize_per_tensor_affine fake_quantize_per_channel_affine",
    "creation.asarray": "asarray frombuffer",
    "creation.from_file": "from_file",
    "random.multinomial": "multinomial",
    "random.gamma": "_standard_gamma _standard_gamma_grad _sample_dirichlet _dirichlet_grad binomial poisson",
    "ops.pointwise.trigonometric": (
        "sin cos tan asin arcsin acos arccos atan arctan deg2rad rad2deg sinh cosh asinh arcsinh acosh arccosh atanh "
        "arctanh atan2 arctan2 hypot sinc"
    ),
    "ops.pointwise.logaddexp": "logaddexp logaddexp2 xlogy",
    "ops.complex.complex": "view_as_real view_as_complex complex polar",
    "ops.reduction.logsumexp": "logsumexp",
    "ops.reduction.median": "median nanmedian",
    "ops.cumulative.cumsum": "cumsum cumprod",
    "ops.pointwise.float_parts": "copysign heaviside ldexp frexp nextafter nan_to_num",
    "ops.view.atleast": "atleast_1d atleast_2d atleast_3d",
    "ops.view.diagonal": "diagonal diagonal_copy diag_embed diag diagflat",
    "ops.index.scatter": "scatter scatter_reduce index_copy index_fill index_reduce",
    "ops.copy.flip": "flip fliplr flipud roll rot90",
    "ops.copy.repeat": "repeat_interleave tile",
    "ops.copy.tril": "tril triu tril_indices triu_indices",
    "ops.copy.meshgrid": "meshgrid cartesian_prod combinations",
    "ops.index.unravel_index": "unravel_index nonzero_static",
    "ops.join.hstack": "hstack vstack dstack row_stack column_stack block_diag",
    "ops.join.tensor_split": "tensor_split hsplit vsplit dsplit",
    "ops.sort.sort": "sort argsort msort",
    "ops.sort.topk": "topk kthvalue",
    "ops.sort.unique": "unique unique_consecutive isin",
    "ops.sort.searchsorted": "searchsorted bucketize",
    "ops.inplace.fill_diagonal": "fill zero_",
    "ops.cumulative.cummax": "cummax cummin logcumsumexp",
    "ops.copy.view_copy": (
        "expand_copy permute_copy select_copy squeeze_copy t_copy transpose_copy unfold_copy unsqueeze_copy view_copy "
        "as_strided_copy split_copy split_with_sizes_copy unbind_copy view_as_real_copy view_as_complex_copy "
        "detach_copy alias_copy slice_copy narrow_copy unsafe_chunk unsafe_split unsafe_split_with_sizes"
    ),
    "ops.index.select_scatter": "select_scatter slice_scatter diagonal_scatter as_strided_scatter",
    "ops.sort.quantile": "quantile nanquantile",
    "ops.sort.mode": "mode",
    "ops.cumulative.diff": "diff gradient",
    "ops.cumulative.trapezoid": "trapezoid trapz cumulative_trapezoid",
    "ops.sort.histogram": "bincount histc histogram histogramdd",
    "cuda.memory": "OutOfMemoryError",
    "storage": (
        "is_storage UntypedStorage TypedStorage Storage BFloat16Storage BoolStorage ByteStorage CharStorage "
        "ComplexDoubleStorage ComplexFloatStorage DoubleStorage FloatStorage HalfStorage IntStorage LongStorage "
        "ShortStorage"
    ),
    "ops.view.storage": "resize_as_",
    "creation.empty_strided": "empty_strided empty_permuted",
    "tensor_attributes": (
        "is_floating_point is_complex is_signed is_conj is_neg is_same_size is_inference is_distributed typename "
        "_neg_view"
    ),
    "special.bessel": "i0",
    "special.gamma": "lgamma digamma polygamma igamma igammac mvlgamma",
    "special.logit": "logit",
    "ops.inplace.functions": (
        "abs_ acos_ acosh_ arccos_ arccosh_ arcsin_ arcsinh_ arctan_ arctanh_ as_strided_ asin_ asinh_ atan_ atanh_ "
        "ceil_ clamp_ clamp_max_ clamp_min_ clip_ conj_physical_ cos_ cosh_ deg2rad_ erf_ erfc_ exp2_ exp_ expm1_ "
        "fill_ fix_ floor_ frac_ gcd_ index_put_ lcm_ ldexp_ log10_ log1p_ log2_ log_ logit_ nan_to_num_ neg_ "
        "negative_ rad2deg_ reciprocal_ relu_ round_ rsqrt_ sigmoid_ sin_ sinc_ sinh_ sqrt_ square_ tan_ tanh_ trunc_ "
        "xlogy_"
    ),
    "ops.matmul.einsum": "tensordot einsum",
    "linalg.solve_triangular": "triangular_solve",
    "linalg.cholesky": "cholesky cholesky_solve cholesky_inverse",
    "linalg.inv": "inverse",
    "linalg.svd": "svd",
    "linalg.det": "det logdet slogdet",
    "linalg.qr": "qr",
    "linalg.lu": "lu lu_solve lu_unpack",
    "linalg.norm": "nuclear_norm renorm",
    "linalg.cdist": "cdist",
    "linalg.pinv": "pinverse",
    "linalg.cross": "cross",
    "linalg.vander": "vander",
    "linalg.kron": "kron trace",
    "linalg.matrix_power": "matrix_power matrix_exp",
    "linalg.householder_product": "geqrf ormqr orgqr",
    "linalg.svd_lowrank": "svd_lowrank pca_lowrank",
    "linalg.cov": "cov corrcoef",
    "fft.stft": "stft istft",
    "signal.windows": "bartlett_window blackman_window hamming_window hann_window kaiser_window",
    "nn.functional.binary_cross_entropy": "binary_cross_entropy_with_logits",
    "amp.autocast_mode": "autocast",
    "amp.state": (
        "is_autocast_enabled set_autocast_enabled get_autocast_dtype set_autocast_dtype is_autocast_cache_enabled "
        "set_autocast_cache_enabled clear_autocast_cache autocast_increment_nesting autocast_decrement_nesting "
        "is_autocast_cpu_enabled set_autocast_cpu_enabled get_autocast_cpu_dtype set_autocast_cpu_dtype "
        "get_autocast_gpu_dtype set_autocast_gpu_dtype"
    ),
    "nn.functional.activation": "prelu",
    "nn.functional.hard_activation": "hardshrink threshold",
    "nn.functional.smooth_activation": "celu selu",
    "nn.functional.random_activation": "rrelu",
    "nn.functional.inplace": "celu_ selu_ rrelu_ threshold_",
    "nn.functional.native_dropout": (
        "dropout dropout_ alpha_dropout alpha_dropout_ feature_dropout feature_dropout_ feature_alpha_dropout "
        "feature_alpha_dropout_ native_dropout"
    ),
    "nn.functional.masked_softmax": "_masked_softmax",
    "nn.functional.padding": "constant_pad_nd",
    "nn.functional.bilinear": "bilinear",
    "nn.functional.distance": "cosine_similarity pairwise_distance pdist",
    "nn.functional.grid_sampling": "grid_sampler grid_sampler_2d grid_sampler_3d _grid_sampler_2d_cpu_fallback",
    "nn.functional.affine": "affine_grid_generator",
    "nn.functional.shuffle": "pixel_shuffle pixel_unshuffle channel_shuffle native_channel_shuffle",
    "nn.functional.recurrent": "gru_cell lstm_cell rnn_relu_cell rnn_tanh_cell",
    "nn.functional.rnn": "gru lstm rnn_relu rnn_tanh",
    "nn.utils.rnn": "_pack_padded_sequence _pad_packed_sequence",
    "nn.utils.weight_norm": "_weight_norm norm_except_dim",
    "nn.functional.group_normalization": "rms_norm",
    "nn.functional.native_normalization": (
        "batch_norm native_batch_norm batch_norm_update_stats layer_norm native_layer_norm group_norm "
        "native_group_norm instance_norm"
    ),
    "nn.functional.native_embedding": (
        "embedding embedding_bag embedding_renorm_ _embedding_bag _embedding_bag_forward_only"
    ),
    "nn.functional.native_loss": (
        "binary_cross_entropy_with_logits cosine_embedding_loss ctc_loss hinge_embedding_loss kl_div "
        "margin_ranking_loss poisson_nll_loss triplet_margin_loss"
    ),
    "nn.functional.convolution": "conv1d conv2d conv3d",
    "nn.functional.conv_transpose": "conv_transpose1d conv_transpose2d conv_transpose3d convolution conv_tbc",
    "nn.functional.pooling": "max_pool1d max_pool1d_with_indices max_pool2d max_pool3d",
    "nn.functional.average_pooling": "avg_pool1d",
    "nn.functional.adaptive_pooling": "adaptive_avg_pool1d adaptive_max_pool1d",
}

# file -> its methods and properties of Tensor
METHODS: dict[str, str] = {
    "creation.dlpack": "__dlpack__ __dlpack_device__ __cuda_array_interface__",
    "random.multinomial": "multinomial",
    "cuda.streams": "record_stream",
    "ops.pointwise.trigonometric": (
        "sin cos tan deg2rad rad2deg sinh cosh asin arcsin acos arccos atan arctan asinh arcsinh acosh arccosh atanh "
        "arctanh atan2 arctan2 hypot sinc sin_ cos_ tan_ asin_ acos_ atan_ arcsin_ arccos_ arctan_ sinh_ cosh_ asinh_ "
        "acosh_ atanh_ arcsinh_ arccosh_ arctanh_ atan2_ arctan2_ hypot_ sinc_ deg2rad_ rad2deg_"
    ),
    "ops.pointwise.logaddexp": "logaddexp logaddexp2 xlogy xlogy_",
    "ops.complex.complex": "_view_as_real",
    "ops.reduction.logsumexp": "logsumexp",
    "ops.reduction.median": "median nanmedian",
    "ops.cumulative.cumsum": "cumsum cumprod cumsum_ cumprod_",
    "ops.pointwise.float_parts": (
        "ldexp copysign heaviside nextafter nextafter_ frexp nan_to_num copysign_ heaviside_ ldexp_ nan_to_num_"
    ),
    "ops.copy.share_memory": "is_shared share_memory_",
    "ops.view.atleast": "atleast_1d atleast_2d atleast_3d",
    "ops.view.diagonal": "diagonal diag_embed diag diagflat",
    "ops.view.unfold": "unfold",
    "ops.index.scatter": (
        "scatter scatter_reduce index_copy index_fill index_reduce scatter_ scatter_reduce_ index_copy_ index_fill_ "
        "index_reduce_"
    ),
    "ops.copy.flip": "__reversed__ flip fliplr flipud roll rot90",
    "ops.copy.repeat": "repeat tile repeat_interleave",
    "ops.copy.tril": "tril triu tril_ triu_",
    "ops.copy.meshgrid": "combinations",
    "ops.index.unravel_index": "nonzero_static",
    "ops.join.tensor_split": "tensor_split hsplit vsplit dsplit",
    "ops.sort.sort": "sort argsort msort",
    "ops.sort.topk": "topk kthvalue",
    "ops.sort.unique": "unique unique_consecutive",
    "ops.inplace.fill_diagonal": "fill_diagonal_ apply_ map_",
    "ops.inplace.distributions": "geometric_ log_normal_ cauchy_",
    "ops.cumulative.cummax": "cummax cummin logcumsumexp",
    "ops.copy.view_copy": "unsafe_chunk unsafe_split unsafe_split_with_sizes narrow_copy",
    "ops.index.select_scatter": "select_scatter slice_scatter diagonal_scatter as_strided_scatter",
    "ops.sort.quantile": "quantile nanquantile",
    "ops.sort.mode": "mode",
    "ops.cumulative.diff": "diff",
    "ops.sort.histogram": "bincount histc histogram",
    "ops.view.storage": "storage untyped_storage is_set_to set_ resize_ resize_as_",
    "creation.empty_strided": "new_empty_strided new as_subclass _make_subclass",
    "tensor_attributes": (
        "is_same_size is_conj is_neg is_distributed is_pinned pin_memory _is_view is_sparse is_sparse_csr "
        "is_quantized is_meta is_mkldnn is_nested is_xla is_xpu is_mps is_vulkan is_ipu layout name const_data_ptr "
        "_cdata"
    ),
    "special.bessel": "i0 i0_",
    "special.gamma": (
        "lgamma digamma polygamma igamma igamma_ igammac igammac_ mvlgamma mvlgamma_ lgamma_ digamma_ polygamma_"
    ),
    "special.logit": "logit logit_",
    "linalg.solve_triangular": "triangular_solve",
    "linalg.cholesky": "cholesky cholesky_solve cholesky_inverse",
    "linalg.inv": "inverse",
    "linalg.svd": "svd",
    "linalg.det": "det slogdet logdet",
    "linalg.qr": "qr",
    "linalg.lu": "lu lu_solve",
    "linalg.norm": "_nuclear_norm renorm renorm_",
    "linalg.pinv": "pinverse",
    "linalg.cross": "cross",
    "linalg.kron": "kron trace",
    "linalg.matrix_power": "matrix_power matrix_exp",
    "linalg.householder_product": "geqrf orgqr ormqr",
    "linalg.cov": "cov corrcoef",
    "fft.stft": "stft istft",
    "nn.functional.hard_activation": "hardshrink",
    "nn.functional.smooth_activation": "prelu",
}

# file -> {a class of an earlier file, of which it fills holes: their names}
FILLED: dict[str, dict[str, str]] = {
}

# the file in which PyTorch has the classes of some of ours: they say that they are from there
HOMES: dict[str, str] = {
    "nn.modules.module": "nn.module nn.module.registry nn.module.mode nn.module.state",
    "nn.modules.rnn": "nn.modules.rnn_cell",
    "nn.modules.transformer": "nn.modules.transformer_layer",
    "autograd.grad_mode": "graph.grad_mode autograd.multithreading",
    "autograd.graph": "graph.edge",
    "utils.hooks": "autograd.handle",
    "autograd.anomaly_mode": "autograd.anomaly",
    "cuda": "cuda.devices cuda.streams",
    "optim.lr_scheduler": (
        "optim.lr_scheduler.scheduler optim.lr_scheduler.step_lr optim.lr_scheduler.lambda_lr "
        "optim.lr_scheduler.factors optim.lr_scheduler.cosine optim.lr_scheduler.plateau optim.lr_scheduler.sequence "
        "optim.lr_scheduler.cycle"
    ),
    "distributions.transforms": (
        "distributions.transforms.transform distributions.transforms.elementwise distributions.transforms.joint"
    ),
}
