# What mypy cannot know of Frappe, which has no type information: that `throw` never returns. All else is Any.
from typing import Any, NoReturn

def throw(
	msg: str,
	exc: Any = ...,
	title: str | None = ...,
	is_minimizable: bool = ...,
	wide: bool = ...,
	as_list: bool = ...,
	primary_action: Any = ...,
) -> NoReturn: ...
def __getattr__(name: str) -> Any: ...
