"""What Schemathesis cannot know about tools: bad arguments are reported in the answer, and not by its status."""

import schemathesis


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """A tool's path also answers GET with what the tool is. That is no operation of the document, which may only have
    so many; said here, it is tested like the others, and any further method is known to be wrong."""
    for item in raw_schema["paths"].values():
        described = {"description": "The tool.", "content": {"application/json": {"schema": {"type": "object"}}}}
        item.setdefault("get", {"responses": {"200": described}})


def holds(value, wanted) -> bool:
    """Whether `wanted` is true of a value somewhere in there."""
    if isinstance(value, dict):
        return any(holds(member, wanted) for member in value.values())
    if isinstance(value, list):
        return any(holds(item, wanted) for item in value)
    return wanted(value)


def is_null(value) -> bool:
    """Many clients send `null` for what they leave out, so that it passes for an optional argument."""
    return value is None


def is_integral_float(value) -> bool:
    """Strict arguments are stricter than JSON Schema in one thing: `2.0` is no integer."""
    return isinstance(value, float) and value.is_integer()


@schemathesis.check
def arguments_are_judged_as_the_schema_says(ctx, response, case):
    """Data that does not fit is refused, and the checker has no complaint about data that fits."""
    if response.status_code != 200 or not case.meta or case.method != "POST":
        return
    answer = response.json()
    if case.meta.generation.mode.is_negative:
        assert holds(case.body, is_null) or not answer["ok"], "accepted a body that does not fit the schema"
    elif not answer["ok"] and not holds(case.body, is_integral_float):
        # A tool may refuse more than its schema can say; then there is no list of problems.
        assert "problems" not in answer["error"], f"refused a body that fits the schema: {answer['error']['message']}"
