"""Tools report bad arguments in the answer, and not by its status: the check that Schemathesis has for bad data is
replaced by one that knows this."""

import schemathesis


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """A tool's path also answers GET with what the tool is. That is no operation of the document, which may only have
    so many; said here, it is tested like the others, and any further method is known to be wrong."""
    for item in raw_schema["paths"].values():
        described = {"description": "The tool.", "content": {"application/json": {"schema": {"type": "object"}}}}
        item.setdefault("get", {"responses": {"200": described}})


def has_null(value) -> bool:
    """Whether a member of an object in there is `null`."""
    if isinstance(value, dict):
        return any(member is None or has_null(member) for member in value.values())
    return isinstance(value, list) and any(has_null(item) for item in value)


@schemathesis.check
def arguments_are_judged_as_the_schema_says(ctx, response, case):
    """Data that does not fit is refused; data that fits is never called invalid."""
    if response.status_code != 200 or not case.meta or case.method != "POST":
        return
    answer = response.json()
    if case.meta.generation.mode.is_negative:
        # Many clients send `null` for what they leave out, and the schema is plain about what it takes otherwise.
        assert has_null(case.body) or answer["ok"] is False, "accepted a body that does not fit the schema"
    elif answer["ok"] is False:
        code = answer["error"]["code"]
        assert code != "invalid_arguments", f"refused a body that fits the schema: {answer['error']['message']}"
