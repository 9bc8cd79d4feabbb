"""What a source file imports and calls, and what pure code may."""

import ast
from collections.abc import Iterator

ALLOWED = {
    "__future__",
    "collections",
    "collections.abc",
    "dataclasses",
    "functools",
    "hashlib",
    "itertools",
    "json",
    "json.scanner",
    "math",
    "typing",
}

IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint", "id"}


def imports(tree: ast.AST) -> Iterator[str]:
    """The modules that a source imports from outside its package."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""


def calls(tree: ast.AST) -> set[str]:
    """The plain names called in a source."""
    functions = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {function.id for function in functions if isinstance(function, ast.Name)}
