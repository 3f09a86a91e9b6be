"""What the graph of a model in ONNX may be made of, read from its file without any library that would run or resolve something.

A graph is a program: it has loops, chances, programs of its own inside, and numbers that it may say lie in other files of this machine. So the file is walked
through field by field, as the format (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto) and its encoding
(https://protobuf.dev/programming-guides/encoding/) define them, and what is not known is refused. The file is mapped, not read: of two gigabytes some
megabytes are looked at, the rest are numbers.
"""

import mmap
from collections.abc import Iterator, Mapping
from pathlib import Path

from huf.engine.errors import ModelRefused

MOST_FIELDS = 5_000_000
"""That are looked at; the graph of a large model has some hundred thousand."""
MOST_DEPTH = 12
"""Of graphs in nodes in graphs."""
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_LONGEST_VARINT = 10
_ORT = b"ORTM"
"""At byte 4 of a file in the own format of ONNX Runtime."""

_SKIPPED = ""
_FIELDS: Mapping[str, Mapping[int, str]] = {
	# 20 are steps of a training, 25 functions of the file's own, 26 several processors.
	"model": {**dict.fromkeys((1, 2, 3, 4, 5, 6, 8, 14), _SKIPPED), 7: "graph"},
	"graph": {1: "node", 5: "tensor", 15: "sparse", **dict.fromkeys((2, 10, 11, 12, 13, 14, 16), _SKIPPED)},
	"node": {**dict.fromkeys((1, 2, 3, 4, 6, 7, 8, 9), _SKIPPED), 5: "attribute"},
	"attribute": {
		**dict.fromkeys((1, 2, 3, 4, 7, 8, 9, 13, 14, 15, 20, 21), _SKIPPED),
		**{5: "tensor", 6: "graph", 10: "tensor", 11: "graph", 22: "sparse", 23: "sparse"},
	},
	"sparse": {1: "tensor", 2: "tensor", 3: _SKIPPED},
	"tensor": dict.fromkeys((*range(1, 15), 16), _SKIPPED),
}
"""The fields of each kind of message by their numbers, with the kind of message that one holds."""
_OPERATOR, _DOMAIN = 4, 7
"""Of a node."""
_ELSEWHERE, _LOCATION = 13, 14
"""Of a tensor: in which file its numbers lie, and that they lie in one."""

DOMAINS = frozenset({"", "ai.onnx", "com.microsoft"})
"""Of operators: those of ONNX, and the ones that ONNX Runtime brings, which its optimiser makes of them."""
OPERATORS = frozenset(
	"""
	Abs Add And ArgMax ArgMin AveragePool BatchNormalization BitShift Cast CastLike Ceil Clip Compress Concat Constant ConstantOfShape Conv Cos CumSum DequantizeLinear
	Div DynamicQuantizeLinear Einsum Elu Equal Erf Exp Expand EyeLike Flatten Floor Gather GatherElements GatherND Gelu Gemm GlobalAveragePool Greater
	GreaterOrEqual GroupNormalization HardSigmoid HardSwish Identity If InstanceNormalization IsInf IsNaN LayerNormalization LeakyRelu Less LessOrEqual Log LogSoftmax
	LpNormalization MatMul MatMulInteger Max Mean Min Mish Mod Mul Neg NonZero Not OneHot Or PRelu Pad Pow QLinearMatMul QuantizeLinear RMSNormalization Range Reciprocal
	ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare Relu Reshape RotaryEmbedding Round ScatterElements
	ScatterND Selu Shape Sigmoid Sign Sin Size Slice Softmax Softplus Softsign Split Sqrt Squeeze Sub Sum Swish Tan Tanh ThresholdedRelu Tile TopK
	Transpose Trilu Unsqueeze Where Xor Attention
	BiasGelu BiasSoftmax DynamicQuantizeMatMul EmbedLayerNormalization FastGelu FusedGemm FusedMatMul GatherBlockQuantized GroupQueryAttention
	MatMulInteger16 MatMulIntegerToFloat MatMulNBits MultiHeadAttention PackedAttention PackedMultiHeadAttention QAttention QEmbedLayerNormalization QGemm QLinearAdd
	QLinearConcat QLinearMul QLinearSigmoid QLinearSoftmax QOrderedAttention QuickGelu RelativePositionBias RemovePadding RestorePadding
	SimplifiedLayerNormalization SkipLayerNormalization SkipSimplifiedLayerNormalization TransposeMatMul
	""".split()
)
"""Those that models which read texts are exported with. None loops, throws dice, reads a file or takes texts apart."""


def check_graph(path: Path) -> None:
	"""Look through the model in the file.

	Raises:
		ModelRefused: it has something in it that huf does not take, or is no model in ONNX.
		OSError: it cannot be read.
	"""
	if not path.stat().st_size:
		raise _damaged()
	with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
		if data[4:8] == _ORT:
			raise refused("it is in the own format of ONNX Runtime")
		walk = _Walk(data)
		walk.message("model", 0, len(data), 0)
		if not walk.nodes:
			raise _damaged()


class _Walk:
	"""One way through a file."""

	def __init__(self, data: mmap.mmap) -> None:
		self._data = data
		self._left = MOST_FIELDS
		self.nodes = 0

	def message(self, kind: str, begin: int, end: int, depth: int) -> None:
		"""Check one message, and those in it."""
		if depth > MOST_DEPTH:
			raise refused("it has graphs within graphs")
		known = _FIELDS[kind]
		operators, domains = [], [""]
		for number, wire, first, last in self._fields(begin, end):
			if number not in known:
				raise refused(
					f"it has a part of the kind {kind} with the field {number}, which huf does not know"
				)
			if known[number]:
				if wire != _BYTES:
					raise _damaged()
				self.message(known[number], first, last, depth + 1)
			elif kind == "tensor" and (
				number == _ELSEWHERE or (number == _LOCATION and self._varint(first)[0])
			):
				raise refused("its numbers lie in other files (external data); it has to be one file")
			elif kind == "node" and number == _OPERATOR:
				operators.append(self._text(first, last))
			elif kind == "node" and number == _DOMAIN:
				domains.append(self._text(first, last))
		if kind == "node":
			self._node(operators, domains)

	def _node(self, operators: list[str], domains: list[str]) -> None:
		self.nodes += 1
		# Of a field that stands twice, readers take the last, or so it is said: each is looked at.
		for one in domains:
			if one not in DOMAINS:
				raise refused(f"it has an operator of its own ({operators[-1:]} of {one[:40]!r})")
		if not operators:
			raise _damaged()
		for one in operators:
			if one not in OPERATORS:
				raise refused(f"it has the operator {one[:40]!r}, which is none of a model that reads texts")

	def _fields(self, begin: int, end: int) -> Iterator[tuple[int, int, int, int]]:
		"""Number, wire type, begin and end of the value of each field."""
		place = begin
		while place < end:
			self._left -= 1
			if self._left < 0:
				raise refused(f"it has more than {MOST_FIELDS:,} parts")
			tag, place = self._varint(place)
			number, wire = tag >> 3, tag & 7
			first = place
			if wire == _VARINT:
				_value, place = self._varint(place)
			elif wire in (_FIXED64, _FIXED32):
				place += 8 if wire == _FIXED64 else 4
			elif wire == _BYTES:
				length, first = self._varint(place)
				place = first + length
			else:
				raise _damaged()
			if place > end or not number:
				raise _damaged()
			yield number, wire, first, place

	def _varint(self, place: int) -> tuple[int, int]:
		"""The number that begins at ``place``, and where the next thing begins."""
		value = 0
		for shift in range(_LONGEST_VARINT):
			if place >= len(self._data):
				raise _damaged()
			byte = self._data[place]
			place += 1
			value |= (byte & 0x7F) << (7 * shift)
			if byte < 0x80:
				return value, place
		raise _damaged()

	def _text(self, first: int, last: int) -> str:
		return self._data[first : min(last, first + 100)].decode("utf-8", "replace")


def _damaged() -> ModelRefused:
	return ModelRefused(
		"The file of the model is damaged, or no model in ONNX. Get it again from where it came from."
	)


def refused(why: str) -> ModelRefused:
	"""What is raised where a graph is not taken; ``why`` begins with a small letter."""
	return ModelRefused(f"huf does not take the graph of this model: {why}. Choose another model.")
