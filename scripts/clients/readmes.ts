import { BASE_URL } from '../reference/published';
import { pythonName } from './pythonTypes';
import type { ClientOperation, ClientSurface } from './surface';

/** The section that both clients share. */
function habits({ leftOut }: ClientSurface, names: { error: string; fields: string; wait: string }): string {
  const pages =
    leftOut.length === 0
      ? ''
      : `\nOperations of the account console require the session of a browser. This client does not have them.\n`;
  return `## Retries, errors and security

- Operations that are safe to repeat are retried up to three times after a 429, 502, 503 or 504 and after connection errors:
  after the seconds of \`Retry-After\`, or else after pauses that double, with jitter. \`POST /score\` is one of them, since an item
  is charged once a day. If a pause would end after the deadline, the call fails at once, with \`${names.wait}\`.
- A \`200\` is never retried, even if it holds \`ml: null\`, neutral cards, no cards or \`market_failures\`.
- Every failure is a \`${names.error}\` with ${names.fields}.
- Redirects are not followed, since they would send the key to another server.
- \`accept\` selects tables, files and calendars where the contract has them. Text is returned as text, other types as bytes, both
  whole in memory.
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
or a current browser. With a checkout of the server: \`npm install --install-links path/to/perennial/generated/clients/typescript\`
(without the option npm only links the folder and does not install its dependencies), or \`npm pack\` there and \`npm install\` the
file. Both were tested in an empty project with Node 20, 22 and 24 against a running server, and compiled by TypeScript with
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
\`createPerennial({ baseUrl: '${BASE_URL}', apiKey: 'prn_demo' })\`, where \`baseUrl\` is the base URL of the API. A
missing or invalid setting is a \`TypeError\` that names it.

The first argument has the parameters of path and query, and the body as \`body\`; the second takes \`signal\`, \`deadlineMs\`,
\`accept\`, and \`onHeaders\`, which receives the headers of the answer. \`createPerennial\` also takes \`retries\`, \`timeoutMs\` for
one attempt, \`deadlineMs\` for a call with all attempts and pauses, and \`fetch\`.

## Lists in pages

\`\`\`ts
for await (const record of perennial.iterateLedger()) console.log(record.seq, record.hash);
\`\`\`

The next page is requested once all rows of the previous one were read. \`limit\` is the number of rows per page, \`cursor\` where to
start.

## Webhooks

\`\`\`ts
import { verifyWebhook } from 'perennial-client/webhooks';

const event = verifyWebhook(rawBody, request.headers, process.env.WEBHOOK_SECRET);
\`\`\`

It returns the event if a signature of the message is valid and at most five minutes old, and throws a
\`WebhookVerificationError\` otherwise. \`rawBody\` is the body exactly as received, text or bytes, before it is parsed as JSON. The
module uses the package \`standardwebhooks\`, which a program for browsers contains only if it imports this module.

${habits(surface, { error: 'PerennialError', fields: '`code`, `message`, `status`, `requestId` and `retryAfter`', wait: 'retryAfter' })}
${table(surface.operations, (id) => id)}`;
}

/** README.md of the Python client; its sample runs in the tests. */
export function pythonReadme(surface: ClientSurface): string {
  return `# Client for Python

Generated from the contract ${surface.version} of the Seasonal Pattern Screening API, and of the same version. Python 3.9 or later and
nothing else (pandas, if you want data frames). With a checkout of the server: \`pip install path/to/perennial/generated/clients/python\`, or that folder in \`PYTHONPATH\`.
Both were tested with Python 3.11 against a running server.

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
\`Perennial("${BASE_URL}", "prn_demo")\`, with the base URL of the API. A missing or invalid setting is a \`ValueError\` that names
it.

Parameters of the path come first, all others by name; \`body\` is the body. Every method also takes \`deadline\` in seconds, and
\`on_headers\`, which receives the headers of the answer, with names in lower case. \`Perennial\` also takes \`retries\`, \`timeout\`
for one attempt and \`deadline\` for a call with all attempts and pauses. Answers are dictionaries, typed in
\`perennial_client.models\`. A parameter whose name is a keyword of Python ends with an underscore (\`from_\`).

## Data frames

\`\`\`python
frame = perennial.scan_markets(markets="dow30", view="table").df()
years = perennial.analyze_symbol("AAPL").df()
bars = perennial.get_seasonal_chart(market="dow30", symbol="AAPL", entry_date="2026-12-01", days_out=30).df("per_year_bars")
\`\`\`

\`pip install "path/to/perennial/generated/clients/python[pandas]"\` installs pandas. Dates are \`datetime64\`, null is \`NaN\` or \`NaT\`, and
the index is \`rank\` or \`year\` where the rows have one. Fields of nested objects have dotted names (\`setup.entry_date\`): for flat
columns use \`view="table"\`, or the table of the API, \`df(perennial.scan_markets(accept="application/x-ndjson"))\`. The function
\`df\` of \`perennial_client\` does the same for any answer or rows of your own, and is known to type checkers. An empty list gives
an empty frame.

## Lists in pages

\`\`\`python
for record in perennial.iter_ledger():
    print(record["seq"], record["hash"])
\`\`\`

The next page is requested once all rows of the previous one were read. \`limit\` is the number of rows per page, \`cursor\` where to
start.

## Webhooks

\`\`\`python
import os

from perennial_client import verify_webhook

event = verify_webhook(raw_body, request.headers, os.environ["WEBHOOK_SECRET"])
\`\`\`

It returns the event if a signature of the message is valid and at most five minutes old, and raises a
\`WebhookVerificationError\` otherwise. \`raw_body\` is the body exactly as received, bytes or text, before it is parsed as JSON.

${habits(surface, { error: 'PerennialError', fields: '`code`, `message`, `status`, `request_id` and `retry_after`', wait: 'retry_after' })}
${table(surface.operations, (id) => pythonName(id))}`;
}
