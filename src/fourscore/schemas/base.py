"""What all schemas share: how they are made from objects, and columns that count from 1."""

from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationInfo,
)

__all__ = ["Column", "Player", "Result", "Row", "Schema", "one_of"]


class Schema(BaseModel):
    """The JSON of an object."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True)

    @classmethod
    def of(cls, source: object, **others: Any) -> Self:
        """Take the fields from an object's attributes of the same names, except for others.

        >>> from fourscore.core.position import Cell
        >>> class CellView(Schema):
        ...     column: Column
        ...     row: Row
        >>> CellView.of(Cell(3, 0)).model_dump_json()
        '{"column":4,"row":1}'
        """
        own = {name: getattr(source, name, others) for name in cls.model_fields.keys() - others}
        found = {name: value for name, value in own.items() if value is not others}
        return cls.model_validate({**found, **others})


def one_of(*values: str | int) -> Any:
    """List the values in the OpenAPI document; the code that makes them needs no checking."""
    return Field(json_schema_extra={"enum": list(values)})


def _read_place(number: int, info: ValidationInfo) -> int:
    return number - 1 if info.mode == "json" else number


def _write_place(number: int) -> int:
    return number + 1


Column = Annotated[
    int,
    AfterValidator(_read_place),
    PlainSerializer(_write_place, return_type=int, when_used="json"),
]
"""A column: from 0 in code, from 1 in JSON. No other code in the schemas converts columns."""
Row = Column
"""A row, from the bottom: from 0 in code, from 1 in JSON."""
Player = Annotated[str, one_of("X", "O")]
Result = Annotated[int, one_of(1, 0, -1)]
