import { BASE_URL } from '../reference/published';
import { pythonName } from './pythonTypes';
import type { ClientOperation, ClientSurface } from './surface';

/** What both clients do alike. */
function habits({ leftOut }: ClientSurface, names: { error: string; fields: string; wait: string }): string {
  const pages =
    leftOut.length === 0
      ? ''
      : `\nOperations of the account console take the session of a browser, never a key: this client has none of them.\n`;
  return `## What it does by itself

- Operations that may be repeated are, up to three times, after a 429, a 502, 503 or 504, or when there was no answer: after
  the seconds of \`Retry-After\`, or else after a wait that doubles, and with a little chance in it. \`POST /score\` is one of
  them: an item is charged once a day. A wait that would end after the deadline is not begun: the error comes at once, with
  \`${names.wait}\`.
- A \`200\` is never repeated. \`ml: null\`, neutral cards, no cards and a non-empty \`market_failures\` are answers.
- Whatever fails is a \`${names.error}\` with ${names.fields}.
- Redirects are not followed: the key goes to the server that it was given for, and to no other.
- Tables, files and calendars (where the contract offers them) are asked for by \`accept\`; text comes as text, other types as
  bytes, all of it in memory.
${pages}`;
}

function table(operations: readonly ClientOperation[], nameOf: (id: string) => string): string {
  const rows = operations.map(
    ({ id, method, path, summary }) => `| \`${nameOf(id)}\` | \`${method} ${path}\` | ${summary} |`,
  );
  return `## Methods\n\n| Method | Operation | |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

/** README.md of the TypeScript client; its sample runs in the tests. */
export function typescriptReadme(surface: ClientSurface): string {
  return `# Client for TypeScript and JavaScript

Generated from the contract ${surface.version} of the Seasonal Pattern Screening API, and of the same version. Node 20.3 or later,
or a browser of today. With a checkout of the server: \`npm install --install-links path/to/perennial/generated/clients/typescript\`
(without the option npm links to the folder, and leaves out what it needs itself), or \`npm pack\` there and \`npm install\` of the
file. Tried both ways into an empty project and under Node 20, 22 and 24 against a running server, compiled by TypeScript with
\`strict\` and \`skipLibCheck: false\`.

\`\`\`ts
import { createPerennial, PerennialError } from 'perennial-client';

const perennial = createPerennial(); // PERENNIAL_URL and PERENNIAL_API_KEY

try {
  const { card } = await perennial.analyzeSymbol({ symbol: 'AAPL', view: 'decision' });
  console.log(card.symbol, card.direction, card.edge_score);
} catch (fault) {
  if (!(fault instanceof PerennialError)) throw fault;
  console.error(fault.code, fault.message, fault.retryAfter, fault.requestId);
}
\`\`\`

The address of the service (\`http://localhost:8080\`, with or without \`/v1\`) and the key come from the environment, or are passed:
\`createPerennial({ baseUrl: '${BASE_URL}', apiKey: 'prn_demo' })\`, where \`baseUrl\` is where the paths begin. A setting that is
missing or wrong is a \`TypeError\` that names it.

The first argument has the parameters of path and query, and the body as \`body\`; the second takes \`signal\`, \`deadlineMs\`,
\`accept\`, and \`onHeaders\`, which is shown the headers of the answer. \`createPerennial\` also takes \`retries\`, \`timeoutMs\` for
one try, \`deadlineMs\` for a call with all its tries and waits, and \`fetch\`.

## Lists in pages

\`\`\`ts
for await (const record of perennial.iterateLedger()) console.log(record.seq, record.hash);
\`\`\`

A page is asked for when the one before is used up; \`limit\` is the length of a page, \`cursor\` where to begin.

## Webhooks

\`\`\`ts
import { verifyWebhook } from 'perennial-client/webhooks';

const event = verifyWebhook(rawBody, request.headers, process.env.WEBHOOK_SECRET);
\`\`\`

The event, if one of the signatures of the message is right and it was signed within the last five minutes; otherwise a
\`WebhookVerificationError\`. \`rawBody\` is the body exactly as received: text or bytes, before any JSON is parsed. The package
\`standardwebhooks\` does it, and a program for browsers that does not import this module does not carry it.

${habits(surface, { error: 'PerennialError', fields: '`code`, `message`, `status`, `requestId` and `retryAfter`', wait: 'retryAfter' })}
${table(surface.operations, (id) => id)}`;
}

/** README.md of the Python client; its sample runs in the tests. */
export function pythonReadme(surface: ClientSurface): string {
  return `# Client for Python

Generated from the contract ${surface.version} of the Seasonal Pattern Screening API, and of the same version. Python 3.9 or later and
nothing else (pandas, if you want data frames). With a checkout of the server: \`pip install path/to/perennial/generated/clients/python\`, or that folder in \`PYTHONPATH\`.
Tried both ways with Python 3.11 against a running server.

\`\`\`python
from perennial_client import Perennial, PerennialError

perennial = Perennial()  # PERENNIAL_URL and PERENNIAL_API_KEY

try:
    card = perennial.analyze_symbol("AAPL", view="decision")["card"]
    print(card["symbol"], card["direction"], card["edge_score"])
except PerennialError as fault:
    print(fault.code, fault.message, fault.retry_after, fault.request_id)
\`\`\`

The address of the service (\`http://localhost:8080\`, with or without \`/v1\`) and the key come from the environment, or are passed:
\`Perennial("${BASE_URL}", "prn_demo")\`, where the address is where the paths begin. A setting that is missing or wrong is a
\`ValueError\` that names it.

Parameters of the path come first, all others by name; \`body\` is the body. Every method also takes \`deadline\` in seconds, and
\`on_headers\`, which is shown the headers of the answer, their names in lower case. \`Perennial\` also takes \`retries\`, \`timeout\`
for one try and \`deadline\` for a call with all its tries and waits. Answers are dictionaries, typed in
\`perennial_client.models\`; a parameter that Python has a word for has an underscore at its end (\`from_\`).

## Data frames

\`\`\`python
frame = perennial.scan_markets(markets="dow30", view="table").df()
years = perennial.analyze_symbol("AAPL").df()
bars = perennial.get_seasonal_chart(market="dow30", symbol="AAPL", entry_date="2026-12-01", days_out=30).df("per_year_bars")
\`\`\`

\`pip install "path/to/perennial/generated/clients/python[pandas]"\` brings pandas. Dates are \`datetime64\`, null is \`NaN\` or \`NaT\`, and
the index is \`rank\` or \`year\` where the rows have one. Fields of nested objects have dotted names (\`setup.entry_date\`): for flat
columns ask for \`view="table"\`, or for the table of the API, \`df(perennial.scan_markets(accept="application/x-ndjson"))\`. \`df\` of
\`perennial_client\` does the same to any answer and to rows of your own, and is what type checkers know. An empty list is an
empty frame.

## Lists in pages

\`\`\`python
for record in perennial.iter_ledger():
    print(record["seq"], record["hash"])
\`\`\`

A page is asked for when the one before is used up; \`limit\` is the length of a page, \`cursor\` where to begin.

## Webhooks

\`\`\`python
import os

from perennial_client import verify_webhook

event = verify_webhook(raw_body, request.headers, os.environ["WEBHOOK_SECRET"])
\`\`\`

The event, if one of the signatures of the message is right and it was signed within the last five minutes; otherwise a
\`WebhookVerificationError\`. \`raw_body\` is the body exactly as received: bytes or text, before any JSON is parsed.

${habits(surface, { error: 'PerennialError', fields: '`code`, `message`, `status`, `request_id` and `retry_after`', wait: 'retry_after' })}
${table(surface.operations, (id) => pythonName(id))}`;
}
