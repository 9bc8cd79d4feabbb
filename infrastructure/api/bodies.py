"""The bodies of requests."""

from pydantic import BaseModel, ConfigDict


class Body(BaseModel):
    """What a program sends. Unknown names and values of another type are refused, never passed over.

    django-ninja's own ``Schema`` reads any object by its attributes, and so would take ``"x"`` for an empty object.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
