"""Makes the given calls with the Python client, and writes the outcome of each as JSON."""

import json
import re
import sys

from perennial_client import Perennial, PerennialError

told = json.loads(sys.argv[1])
settings = {name: told[name] for name in ("retries", "timeout", "deadline") if name in told}
perennial = Perennial(told["baseUrl"], told["apiKey"], **settings)

outcomes = []
for call in told["calls"]:
    method = getattr(perennial, re.sub(r"([A-Z])", r"_\1", call["operation"]).lower())
    args = dict(call.get("args", {}))
    if "accept" in call:
        args["accept"] = call["accept"]
    seen = {}
    try:
        value = method(**args, on_headers=seen.update)
        is_bytes = isinstance(value, bytes)
        outcomes.append({"value": list(value) if is_bytes else value, "kind": "bytes" if is_bytes else "value", "headers": seen})
    except PerennialError as fault:
        outcomes.append(
            {
                "code": fault.code,
                "message": fault.message,
                "status": fault.status,
                "requestId": fault.request_id,
                "retryAfter": fault.retry_after,
            }
        )
    except (TypeError, ValueError) as fault:
        outcomes.append({"misuse": str(fault)})
print(json.dumps(outcomes))
