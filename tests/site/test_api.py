"""The API as a whole: its document, its errors, its limits."""

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from tests.support.api import Program

pytestmark = pytest.mark.django_db


def test_the_document_is_valid_openapi_and_describes_every_operation() -> None:
    document = Program().get("/openapi.json").json()
    assert [str(error) for error in OpenAPIV31SpecValidator(document).iter_errors()] == []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], path
            assert operation["operationId"], path
            assert "security" in operation, path
            assert {"401", "429"} <= operation["responses"].keys(), path
            success = next(answer for code, answer in operation["responses"].items() if code.startswith("2"))
            assert all("example" in content for content in success["content"].values()), (method, path)
