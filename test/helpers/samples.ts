import { spawnSync } from 'node:child_process';
import ts from 'typescript';

/** The request that a code sample of the reference sends. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** Credentials of the request; empty if it has none. */
  readonly authorization: string;
  readonly cookie: string;
  readonly session: string;
  /** Parsed JSON; null when there is none. */
  readonly body: unknown;
}

/**
 * Runs curl samples in one real shell, each in a subshell, with a curl that prints the number of its arguments and the arguments,
 * and a fixed date.
 */
export function runShell(sources: readonly string[], key: string, today: string): SentRequest[] {
  const script = [
    'curl() { printf "%s\\0" "$#" "$@"; }',
    `date() { [ "$TZ $1" = "America/New_York +%F" ] && echo ${today}; }`,
    ...sources.map((source) => `(\n${source}\n)`),
  ].join('\n');
  const { stdout, stderr, status } = spawnSync('sh', ['-eu', '-c', script], {
    encoding: 'utf8',
    env: { ...process.env, API_KEY: key, SESSION_COOKIE: key },
  });
  if (status !== 0) throw new Error(stderr);
  const printed = stdout.split('\0').slice(0, -1);
  const sent: SentRequest[] = [];
  while (printed.length > 0) {
    const [count] = printed.splice(0, 1);
    sent.push(sentBy(printed.splice(0, Number(count))));
  }
  if (sent.length !== sources.length) throw new Error(`${sources.length} samples sent ${sent.length} requests`);
  return sent;
}

/** The request that curl sends with some arguments. */
function sentBy(given: readonly string[]): SentRequest {
  const headers: string[] = [];
  let body: string | null = null;
  const urls: string[] = [];
  let method: string | null = null;
  for (let i = 0; i < given.length; i++) {
    if (given[i] === '-H') headers.push(given[++i]);
    else if (given[i] === '-d') body = given[++i];
    else if (given[i] === '-X') method = given[++i];
    else urls.push(given[i]);
  }
  if (body !== null && !headers.includes('Content-Type: application/json')) throw new Error('the body has no type');
  const [url, ...others] = urls;
  if (others.length > 0) throw new Error(`curl was also given ${others.join(' ')}`);
  const named = (name: string) =>
    headers.find((header) => header.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  return {
    method: method ?? (body === null ? 'GET' : 'POST'),
    url,
    authorization: named('Authorization'),
    cookie: named('Cookie'),
    session: named('X-Session'),
    body: body === null ? null : JSON.parse(body),
  };
}

const AsyncFunction = (async () => undefined).constructor as new (
  ...text: string[]
) => (...given: unknown[]) => Promise<void>;

/** Compiles and runs a TypeScript sample at an instant, with a fetch that records its arguments. */
export async function runTypeScript(source: string, key: string, now: string): Promise<SentRequest> {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText, diagnostics = [] } = ts.transpileModule(source, { compilerOptions, reportDiagnostics: true });
  if (diagnostics.length > 0) throw new Error(ts.flattenDiagnosticMessageText(diagnostics[0].messageText, '\n'));
  class StandingDate extends Date {
    constructor() {
      super(now);
    }
  }
  const sent: SentRequest[] = [];
  const fetch = async (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const sentHeaders = (headers ?? {}) as Record<string, string>;
    const { Authorization: authorization = '', Cookie: cookie = '', 'X-Session': session = '' } = sentHeaders;
    sent.push({
      method,
      url,
      authorization,
      cookie,
      session,
      body: body === undefined ? null : JSON.parse(String(body)),
    });
    return { ok: true, json: async () => ({}), text: async () => '' };
  };
  const run = new AsyncFunction('fetch', 'process', 'console', 'Date', outputText);
  await run(fetch, { env: { API_KEY: key, SESSION_COOKIE: key } }, { log: () => undefined }, StandingDate);
  if (sent.length !== 1) throw new Error(`${sent.length} requests were sent`);
  return sent[0];
}

const PYTHON = `
import json, sys, types
import datetime as real
asked = json.load(sys.stdin)
instant = real.datetime.fromisoformat(asked["now"].replace("Z", "+00:00"))
class datetime(real.datetime):
    @classmethod
    def now(cls, tz):
        return instant.astimezone(tz)
standing = types.ModuleType("datetime")
standing.__dict__.update({**real.__dict__, "datetime": datetime})
sent = []
class Response:
    def raise_for_status(self): pass
    def json(self): return {}
    text = ""
requests = types.ModuleType("requests")
def keep(method):
    def send(url, headers={}, json=None):
        sent.append({"method": method, "url": url, "authorization": headers.get("Authorization", ""), "body": json,
            "cookie": headers.get("Cookie", ""), "session": headers.get("X-Session", "")})
        return Response()
    return send
for name in ["get", "post", "patch", "delete"]:
    setattr(requests, name, keep(name.upper()))
out, sys.stdout = sys.stdout, open("/dev/null", "w")
import zoneinfo
sys.modules["requests"], sys.modules["datetime"] = requests, standing
for source in asked["sources"]:
    exec(compile(source, "sample", "exec"), {})
json.dump(sent, out)
`;

/** Runs Python samples in one process at an instant, with a module `requests` that records its arguments. */
export function runPython(sources: readonly string[], key: string, now: string): SentRequest[] {
  const { stdout, stderr, status } = spawnSync('python3', ['-c', PYTHON], {
    encoding: 'utf8',
    input: JSON.stringify({ sources, now }),
    env: { ...process.env, API_KEY: key, SESSION_COOKIE: key },
  });
  if (status !== 0) throw new Error(stderr);
  const sent: SentRequest[] = JSON.parse(stdout);
  if (sent.length !== sources.length) throw new Error(`${sources.length} samples sent ${sent.length} requests`);
  return sent;
}
