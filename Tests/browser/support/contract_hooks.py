"""What the document of the API cannot say: a time is not in the future, a range of days has them in order and not too
many, sets follow the beginning of their session and its end follows them, a version is the present one or any, and a photo,
an exercise, sets and a plan are no random text. Loaded by schemathesis."""

import re

import schemathesis

TIME = re.compile(r"\d{4}-\d\d-\d\dT")
# What only a person can write.
WRITTEN = {"exercise": "Bench Press", "notation": "80x10", "text": "Squat / 5x5"}


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict):
        return body
    if "from" in body and "to" in body:
        body = {**body, "to": body["from"]}
    times = {name for name in ("at", "start", "end") if TIME.match(str(body.get(name)))}
    if "type" in body:
        # A leap year, so that every date exists.
        return {name: "2020" + value[4:] if name in times else value for name, value in body.items()}
    # Workouts are of the present.
    return {name: value for name, value in body.items() if name not in times}


@schemathesis.hook
def map_headers(context, headers):
    if headers and re.fullmatch(r'"[0-9]{1,15}(-[0-9a-f]{16}){0,2}"', str(headers.get("If-Match"))):
        return {**headers, "If-Match": "*"}
    return headers


@schemathesis.hook
def before_call(context, case, kwargs):
    is_positive = case.meta and case.meta.generation.mode.is_positive
    # One that can be left out comes in other ways than through map_headers.
    if is_positive and case.headers and case.headers.get("If-Match"):
        case.headers["If-Match"] = "*"
    if isinstance(case.body, dict) and is_positive:
        case.body = {name: WRITTEN.get(name, value) for name, value in case.body.items()}
        # The session is there, and so must its check-in be.
        if isinstance(case.body.get("checkIn"), (int, float, str)):
            case.body["checkIn"] = 1
    if isinstance(case.body, dict) and isinstance(case.body.get("photo"), (str, bytes)):
        case.body = {name: value for name, value in case.body.items() if name != "photo"}
