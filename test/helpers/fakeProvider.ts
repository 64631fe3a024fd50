import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { loadProviders, type Provider } from '../../src/feeds/provider';

/** A bar as vendors send it; the adjusted close is the close unless it is given. */
export interface FakeRow {
  readonly date: string;
  readonly close: number;
  readonly adjClose?: number;
}

/** A request as the fake received it. */
interface SeenRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

/** An answer instead of prices. `hang`: none, ever. `truncate`: half of the body, then the connection ends. */
type Trouble =
  | 'hang'
  | 'truncate'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string | Buffer };

const ROWS_A_PAGE = 50;

/** A provider on the loopback interface that answers like the seeded ones. Closed after the tests of the file. */
export class FakeProvider {
  /** Rows by the provider's spelling of a symbol. */
  readonly rows = new Map<string, readonly FakeRow[]>();
  readonly seen: SeenRequest[] = [];
  /** Called for every request; undefined = prices. */
  trouble: (request: SeenRequest, number: number) => Trouble | undefined = () => undefined;
  /** Headers sent with prices. */
  headers: Readonly<Record<string, string>> = {};
  private readonly server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', this.url);
    const query = Object.fromEntries(url.searchParams);
    const seen = { path: decodeURIComponent(url.pathname), query, headers: request.headers };
    this.seen.push(seen);
    this.answer(seen, this.trouble(seen, this.seen.length), response);
  });

  static async start(): Promise<FakeProvider> {
    const fake = new FakeProvider();
    await new Promise<void>((resolve) => fake.server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The seeded providers with the URL of this server and without limits. */
  providers(change: (provider: Provider) => Partial<Provider> = () => ({})): ReadonlyMap<string, Provider> {
    const here = [...loadProviders().values()].map((provider): Provider => {
      const { pathname } = new URL(provider.url.replaceAll('{', '%7B').replaceAll('}', '%7D'));
      const url = `${this.url}/${provider.id}${pathname.replaceAll('%7B', '{').replaceAll('%7D', '}')}`;
      const limits = { perMinute: 1e6, perDay: 1e9, concurrency: provider.limits.concurrency };
      const moved = { ...provider, url, limits };
      return { ...moved, ...change(moved) };
    });
    return new Map(here.map((provider) => [provider.id, provider]));
  }

  /** Symbols requested since the last call, in the provider's spelling. */
  askedFor(): string[] {
    return this.seen.splice(0).map((request) => symbolOf(request));
  }

  private answer(request: SeenRequest, trouble: Trouble | undefined, response: ServerResponse): void {
    if (trouble === 'hang') return;
    if (typeof trouble === 'object') {
      response.writeHead(trouble.status, trouble.headers).end(trouble.body ?? '');
      return;
    }
    const { status = 200, body } = this.prices(request);
    const packed = /gzip/.test(String(request.headers['accept-encoding']));
    const bytes = packed ? gzipSync(body) : Buffer.from(body);
    response.writeHead(status, {
      ...this.headers,
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
      'content-length': bytes.length,
    });
    if (trouble === 'truncate') {
      response.write(bytes.subarray(0, bytes.length >> 1));
      setImmediate(() => response.destroy());
    } else response.end(bytes);
  }

  private prices(request: SeenRequest): { status?: number; body: string } {
    const [, id] = request.path.split('/');
    if (id === 'massive-day') return { body: this.grouped(request) };
    const all = this.rows.get(symbolOf(request));
    const [from, to] = spanOf(request);
    const rows = all?.filter(({ date }) => date >= from && date <= to);
    return SHAPES[id](rows, request, this.url);
  }

  private grouped({ path }: SeenRequest): string {
    const date = path.split('/').at(-1);
    const results = [...this.rows].flatMap(([T, rows]) =>
      rows.filter((row) => row.date === date).map((row) => ({ T, ...massiveRow(row) })),
    );
    return JSON.stringify({ status: 'OK', adjusted: true, resultsCount: results.length, results });
  }
}

/** The symbol of a request, in the parameter or path of its provider. */
function symbolOf({ path, query }: SeenRequest): string {
  const named = query.s ?? query.symbol ?? query.series_id;
  if (named !== undefined) return named;
  const parts = path.split('/');
  const after = parts.findIndex((part) => ['daily', 'eod', 'ticker', 'chart'].includes(part));
  return after < 0 ? '' : parts[after + 1];
}

function spanOf({ path, query }: SeenRequest): [string, string] {
  const inPath = /(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)$/.exec(path);
  if (inPath) return [inPath[1], inPath[2]];
  const day = (seconds: string) => new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
  if (query.period1 !== undefined) return [day(query.period1), day(query.period2)];
  const dashed = (text: string | undefined, usual: string) =>
    text === undefined ? usual : text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  return [
    dashed(query.d1 ?? query.startDate ?? query.from ?? query.start_date ?? query.observation_start, ''),
    dashed(query.d2 ?? query.endDate ?? query.to ?? query.end_date ?? query.observation_end, '9999'),
  ];
}

type Rows = readonly FakeRow[] | undefined;
type Shape = (rows: Rows, request: SeenRequest, url: string) => { status?: number; body: string };

const high = ({ close }: FakeRow) => round(close * 1.01);
const low = ({ close }: FakeRow) => round(close * 0.99);
const adjusted = ({ close, adjClose }: FakeRow) => adjClose ?? close;
const ratio = (row: FakeRow) => adjusted(row) / row.close;
const round = (price: number) => Math.round(price * 1e4) / 1e4;
const csv = (header: string, rows: readonly FakeRow[], line: (row: FakeRow) => (string | number)[]) =>
  `${[header, ...rows.map((row) => line(row).join(','))].join('\r\n')}\r\n`;
const massiveRow = (row: FakeRow) => ({
  o: row.close,
  h: high(row),
  l: low(row),
  c: row.close,
  v: 1e6,
  vw: row.close,
  n: 100,
  t: Date.parse(`${row.date}T05:00:00Z`),
});

/** Bodies by provider, with invented numbers; a symbol without rows is unknown. */
const SHAPES: Readonly<Record<string, Shape>> = {
  stooq: (rows) => ({
    body: rows
      ? csv('Date,Open,High,Low,Close,Volume', rows, (row) => [
          row.date,
          row.close,
          high(row),
          low(row),
          row.close,
          1e6,
        ])
      : 'No data',
  }),
  tiingo: (rows) =>
    rows
      ? {
          body: csv(
            'date,close,high,low,open,volume,adjClose,adjHigh,adjLow,adjOpen,adjVolume,divCash,splitFactor',
            rows,
            (row) => [
              row.date,
              row.close,
              high(row),
              low(row),
              row.close,
              1e6,
              adjusted(row),
              high(row) * ratio(row),
              low(row) * ratio(row),
              adjusted(row),
              1e6,
              0,
              1,
            ],
          ),
        }
      : { status: 404, body: JSON.stringify({ detail: "Error: Ticker 'X' not found" }) },
  eodhd: (rows) =>
    rows
      ? {
          body: csv('Date,Open,High,Low,Close,Adjusted_close,Volume', rows, (row) => [
            row.date,
            row.close,
            high(row),
            low(row),
            row.close,
            adjusted(row),
            1e6,
          ]),
        }
      : { status: 404, body: 'Ticker Not Found.' },
  alphavantage: (rows, { query }) => {
    if (!rows) return { body: JSON.stringify({ 'Error Message': 'Invalid API call. Please retry.' }) };
    const own = query.outputsize === 'compact' ? rows.slice(-100) : rows;
    const header = 'timestamp,open,high,low,close,adjusted_close,volume,dividend_amount,split_coefficient';
    return {
      body: csv(header, [...own].reverse(), (row) => [
        row.date,
        row.close,
        high(row),
        low(row),
        row.close,
        adjusted(row),
        1e6,
        '0.0000',
        '1.0',
      ]),
    };
  },
  massive: (rows, { path, query }, url) => {
    if (!rows) return { body: JSON.stringify({ status: 'OK', resultsCount: 0, adjusted: true }) };
    const at = Number(query.cursor ?? 0);
    const page = rows.slice(at, at + ROWS_A_PAGE);
    const isLast = at + ROWS_A_PAGE >= rows.length;
    const next = isLast ? {} : { next_url: `${url}${path}?cursor=${at + ROWS_A_PAGE}` };
    return {
      body: JSON.stringify({ status: 'OK', resultsCount: page.length, results: page.map(massiveRow), ...next }),
    };
  },
  twelvedata: (rows, { query }) => {
    if (!rows)
      return { status: 404, body: JSON.stringify({ code: 404, message: 'symbol not found', status: 'error' }) };
    const newest = [...rows].reverse().slice(0, Number(query.outputsize));
    const values = newest.map((row) => ({
      datetime: row.date,
      open: String(row.close),
      high: String(high(row)),
      low: String(low(row)),
      close: String(row.close),
      volume: '1000000',
    }));
    return { body: JSON.stringify({ meta: { interval: '1day' }, values, status: 'ok' }) };
  },
  yahoo: (rows) => {
    if (!rows) {
      const error = { code: 'Not Found', description: 'No data found, symbol may be delisted' };
      return { status: 404, body: JSON.stringify({ chart: { result: null, error } }) };
    }
    const list = (value: (row: FakeRow) => number) => rows.map(value);
    const quote = {
      open: list(({ close }) => close),
      high: list(high),
      low: list(low),
      close: list(({ close }) => close),
    };
    const indicators = { quote: [{ ...quote, volume: list(() => 1e6) }], adjclose: [{ adjclose: list(adjusted) }] };
    // Midnight in London in summer is 23:00 UTC of the day before.
    const timestamp = list(({ date }) => Date.parse(`${date}T00:00:00+01:00`) / 1000);
    return {
      body: JSON.stringify({ chart: { result: [{ meta: { gmtoffset: 3600 }, timestamp, indicators }], error: null } }),
    };
  },
  fred: (rows, { query }) => {
    if (!rows)
      return {
        status: 400,
        body: JSON.stringify({ error_code: 400, error_message: 'Bad Request.  The series does not exist.' }),
      };
    const at = Number(query.offset ?? 0);
    const observations = rows
      .slice(at, at + ROWS_A_PAGE)
      .map(({ date, close }) => ({ date, value: close === 0 ? '.' : String(close) }));
    return { body: JSON.stringify({ count: rows.length, offset: at, observations }) };
  },
};
