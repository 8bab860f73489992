"""Hooks of `npm run schemathesis` (tools/schemathesis.ts): who calls, what exists, and how the answers are counted."""

import json
import os
import random

import schemathesis

with open(os.environ["MUSTER_SCENES"], encoding="utf-8") as file:
    given = json.load(file)
tokens = given["tokens"]
# By name of a parameter, what the scenes hold.
known = given["known"]
tally = {}
# Not the shared one: that belongs to the maker of requests.
dice = random.Random(given["seed"])


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Most ids that somebody makes up lead to nothing: often there is something."""
    if not isinstance(path_parameters, dict):
        return path_parameters
    scene = dice.choice(known)
    for name in path_parameters:
        values = scene.get(f"{context.operation.definition.raw.get('operationId')}.{name}") or scene.get(name)
        if values and dice.random() < 0.7:
            path_parameters[name] = dice.choice(values)
    return path_parameters


@schemathesis.hook
def before_call(context, case, kwargs):
    """Calls are limited by address and by person, and this is a crowd: one of them calls."""
    case.headers["X-Forwarded-For"] = ".".join(["10", *(str(dice.randint(1, 254)) for _ in range(3))])
    if tokens and dice.random() < 0.97:
        case.headers["Authorization"] = f"Bearer {dice.choice(tokens)}"
    elif "Authorization" in case.headers:
        del case.headers["Authorization"]


@schemathesis.hook
def after_call(context, case, response):
    tally[str(response.status_code)] = tally.get(str(response.status_code), 0) + 1
    if response.status_code >= 500:
        with open(os.environ["MUSTER_FAILURES"], "a", encoding="utf-8") as file:
            file.write(f"{response.status_code} {response.request.method} {response.request.url} {response.request.body!r}\n")
    with open(os.environ["MUSTER_TALLY"], "w", encoding="utf-8") as file:
        json.dump(tally, file)
