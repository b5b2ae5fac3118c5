"""saved_names: what PyTorch's steps show of what they saved, `_saved_self`, `_saved_dim`: a table of the names (shelf)."""

# the names | the steps that have them: Sum is SumBackward0, and Sum:1 is SumBackward1
TABLE = """
A LU left pivots result | LinalgSolveEx
A LU pivots result | LinalgDet
A LU pivots sign | LinalgSlogdet
C HxW N eps group input result1 result2 weight | NativeGroupNorm
L upper | LinalgCholeskyEx
LU pivot pivots | LinalgLuFactorEx
Q R mode | LinalgQr
S S_sym_argsize_minus_1 U Vh full_matrices | LinalgSvd
accumulate index source | Put
accumulate indices | IndexPut
align_corners grid input interpolation_mode padding_mode | GridSampler2D GridSampler3D
align_corners output_size scales self_sym_sizes | UpsampleLinear1D
align_corners output_size scales_d scales_h scales_w self_sym_sizes | UpsampleTrilinear3D
align_corners output_size scales_h scales_w self_sym_sizes | UpsampleBicubic2D UpsampleBilinear2D
align_corners size | AffineGridGenerator
alpha | Add Rsub Rsub:1 Sub
alpha batch1 batch1_sym_argsize_0 batch1_sym_argsize_1 batch2 batch2_sym_argsize_2 beta | Addbmm
alpha batch1 batch2 beta | Baddbmm
alpha beta mat vec | Addmv
alpha beta mat1 mat1_sym_sizes mat1_sym_strides mat2 mat2_sym_sizes mat2_sym_strides | Addmm
alpha beta vec1 vec2 | Addr
alpha dim index source source_dim | IndexAdd
alpha input_scale scale self | Elu
alpha self | Celu
approximate self | Gelu
attn_mask dropout_p is_causal key logsumexp output query scale value | ScaledDotProductFlashAttentionForCpu
batch_first input_sym_sizes result1 | PackPaddedSequence
beta reduction self target | SmoothL1Loss
beta self threshold | Softplus
bias input normalized_shape result1 result2 weight | NativeLayerNorm
bias_sym_sizes_opt dilation groups input output_padding padding stride transposed weight | Convolution
blank input_lengths log_probs result0 result1 target_lengths targets zero_infinity | CtcLoss
buffer self | LogSigmoid
ceil_mode count_include_pad divisor_override kernel_size padding self stride | AvgPool2D AvgPool3D
ceil_mode dilation kernel_size padding result1 self stride | MaxPool2DWithIndices MaxPool3DWithIndices
condition | Where
correction dim keepdim result self | Std
correction dim keepdim result0 self | StdMean
correction dim keepdim self | Var VarMean
delta reduction self target | HuberLoss
diagonal | Tril Triu
dilation kernel_size padding self_sym_argsize_minus_1 self_sym_argsize_minus_2 stride | Im2Col
dilation kernel_size padding stride | Col2Im
dim | Cat Cumsum Stack Unbind Unsqueeze
dim end self_sym_sizes start step | Slice
dim end start step | SliceScatter
dim forward normalization | FftC2C
dim g result1 v | WeightNormInterface
dim include_self index reduce result self src | ScatterReduce
dim index | IndexFill Scatter Scatter:1 ScatterAdd SelectScatter
dim index self sparse_grad | Gather
dim index self_sym_sizes | IndexSelect Select
dim index source source_dim | IndexCopy
dim indices keepdim self_sym_sizes | Kthvalue Max Median:1 Min Mode Nanmedian:1
dim indices self | Cummax Cummin
dim indices self_sym_sizes | Sort Topk
dim keepdim ord result self | LinalgVectorNorm
dim keepdim p result self | Norm:1 Norm:3
dim keepdim result self | Amax Amin Logsumexp Prod:1
dim keepdim self | Nansum
dim keepdim self_sym_numel self_sym_sizes | Mean:1
dim keepdim self_sym_sizes | Sum:1
dim normalization | FftC2R
dim normalization onesided self | FftR2C
dim other self | LinalgCross
dim result | LogSoftmax SafeSoftmax Softmax
dim result self | Cumprod Logcumsumexp
dim self | Glu
dim self_sym_sizes | Squeeze:1 Squeeze:2 Squeeze:4
dim self_sym_sizes split_size | Split
dim self_sym_sizes split_sizes | SplitWithSizes
dim0 dim1 | Transpose
dim1 dim2 offset | DiagEmbed DiagonalScatter
dim1 dim2 offset self_sym_sizes | Diagonal
dimension self_sym_sizes size step | Unfold
dims | Flip Permute
dims k | Rot90
dims shifts | Roll
downscale_factor | PixelUnshuffle
eigenvalues eigenvectors | LinalgEig LinalgEigh
end self weight | Lerp:1
eps input result1 result2 running_mean running_var training weight | NativeBatchNorm
eps self | Logit
exponent | Frexp
exponent result self | Pow:1 Pow:2
exponent self | Pow
groups | ChannelShuffle
ignore_index reduction self target total_weight weight | NllLoss NllLoss2D
imag real | Complex
index self | Take
indices | MaxUnpool2D MaxUnpool3D
indices mode offsets padding_idx per_sample_weights result1 result2 result3 scale_grad_by_freq sparse weight
    weight_sym_argsize_0 | EmbeddingBag
indices padding_idx scale_grad_by_freq sparse weight_sym_argsize_0 | Embedding
indices self_sym_sizes | Index
input2 result self upper | CholeskySolve
inverse | LinalgInvEx
is_target reduction self target | MultilabelMarginLoss
kernel_size output_size result1 self | FractionalMaxPool3D
lambd self | Hardshrink Softshrink
left result self unitriangular upper | LinalgSolveTriangular
lower noise self training upper | RreluWithNoise
margin p reduction self target weight | MultiMarginLoss
mask | MaskedFill MaskedFill:1
mask self | MaskedSelect
mask source_sym_sizes | MaskedScatter
mat2 mat2_sym_sizes mat2_sym_strides self self_sym_sizes self_sym_strides | Mm
mat2 self | Bmm
max min self | Clamp Clamp:1
max self | ClampMax
max_val min_val self | Hardtanh
mean_sym_sizes | Normal:1
mean_sym_sizes std_sym_sizes | Normal:3
min self | ClampMin
n self | Polygamma
negative_slope self | LeakyRelu
other p result self | Dist
other result self | Hypot
other rounding_mode self | Div:2
other self | Atan2 Div Fmax Fmin Fmod:1 Igamma Igammac Logaddexp Logaddexp2 Maximum Minimum Mul Nextafter Remainder:1
    SpecialXlog1Py SpecialXlog1Py:1 SpecialXlog1Py:2 SpecialZeta Vdot Xlogy
output_size scales self_sym_sizes | UpsampleNearest1D UpsampleNearestExact1D
output_size scales_d scales_h scales_w self_sym_sizes | UpsampleNearest3D UpsampleNearestExact3D
output_size scales_h scales_w self_sym_sizes | UpsampleNearest2D UpsampleNearestExact2D
p result self | Norm Norm:2
p self | Mvlgamma
pad | ConstantPadNd
padding self | ReflectionPad1D ReflectionPad2D ReflectionPad3D ReplicationPad1D ReplicationPad2D ReplicationPad3D
pos_weight reduction self target weight | BinaryCrossEntropyWithLogits
reduction self target | MseLoss SoftMarginLoss
reduction self target weight | BinaryCrossEntropy
repeats self_sym_sizes | Repeat
result | Exp Exp2 Expm1 Polar Reciprocal Relu Rsqrt Sigmoid SpecialNdtri Sqrt Tan Tanh
result self | Copysign Copysign:1 LinalgPinv Median Nanmedian Prod Sgn SpecialErfcx SpecialI0E SpecialI1 SpecialI1E
    SpecialLogNdtr StandardGamma
result self upper | CholeskyInverse
result1 self | AdaptiveMaxPool3D
self | Abs Acos Acosh AdaptiveAvgPool2D AdaptiveAvgPool3D Angle Asin Asinh Atan Atanh Cos Cosh Digamma Erf Erfc Erfinv
    Hardsigmoid Hardswish I0 Lgamma LinalgMatrixExp Log Log10 Log1P Log2 Mish NanToNum Silu Sin Sinc Sinh SpecialEntr
self tensor | Dot
self threshold | Threshold
self vec | Mv
self weight | PreluKernel
self_sym_numel self_sym_sizes | Mean
self_sym_sizes | Expand ReshapeAlias Squeeze Sum Trace UnsafeView View
size storage_offset stride | AsStrided AsStridedScatter
std_sym_sizes | Normal:2
tensor1 tensor2 value | Addcdiv Addcmul
upscale_factor | PixelShuffle
weight | Lerp
"""


def by_step(table):
    """{name of a step: the names that it shows}."""
    found: dict = {}
    for line in table.replace("\n    ", " ").strip().splitlines():
        names, steps = line.split(" | ")
        for step in steps.split():
            found[step.replace(":", "Backward") if ":" in step else f"{step}Backward0"] = tuple(names.split())
    return found


NAMES = by_step(TABLE)

# Of steps with operands that PyTorch has not, or not as tensors: how many of the edges are shown, those of the first inputs.
# A step that is not listed shows all.
EDGES = {
    "BlockDiagBackward0": "parts", "CatBackward0": "parts", "ClampBackward1": 1, "ClampMinBackward0": 1,
    "ClampMaxBackward0": 1, "CopysignBackward1": 1, "FillBackward0": 1, "FillBackward2": 1, "FmodBackward0": 1,
    "GridSampler2DBackward0": 2,
    "GridSampler3DBackward0": 2, "DivBackward1": 1, "IndexFillBackward0": 1, "LerpBackward0": 2, "MaskedFillBackward0": 1,
    "MulBackward1": 1, "NativeBatchNormBackward0": 3, "NativeGroupNormBackward0": 3, "NativeLayerNormBackward0": 3,
    "NotImplemented": "wanted", "PowBackward2": (1,), "RemainderBackward0": 1, "RsubBackward1": 1, "ScatterReduceBackward0": (0, 3),
    "ScaledDotProductFlashAttentionForCpuBackward0": 3, "SpecialZetaBackward1": (1,), "StackBackward0": "parts",
    "AddBackward1": 1, "SubBackward1": 1,
}  # fmt: skip
