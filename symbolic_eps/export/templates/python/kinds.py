

class _Kind(NamedTuple):
    """What is asked of an argument by itself: an interval, and sizes to compute with."""

    low: float
    above: bool = False
    high: float = math.inf
    below: bool = False
    least: float = 0.0
    zero: bool = False
    most: float = math.inf
    whole: bool = False


FILL_kinds
_STEP = 1.1102230246251568e-16  # 2^-53 (1 + 2^-52): this share of a number moves it to the next one
_Function = TypeVar("_Function", bound=Callable[..., float])
