import fc from 'fast-check';
import { fromIso, toIso } from '../../src/core/calendar/dates';
import type { Bars } from '../../src/core/window/bars';
import type { ContractOperation } from '../../src/openapi/document';
import { startTestApp, type TestApp, type TestSymbol } from '../helpers/app';
import { barsOf } from '../helpers/bars';
import { bodyPointer, ERROR_POINTER, faultsAgainst } from '../helpers/contractAjv';
import { contract } from '../helpers/shell';
import { syntheticBars } from '../helpers/syntheticBars';
import { seasonalWalk } from '../helpers/universe';

/**
 * The whole query space against the whole service, over extreme prices: never a 500, always a body of the contract, and no
 * number that contradicts another.
 */

const flat = (bars: Bars, price: number): Bars => {
  const values = new Float64Array(bars.day.length).fill(price);
  return { day: bars.day, close: values, high: values, low: values };
};
const spiky = (bars: Bars): Bars => {
  const values = bars.close.map((close, i) => (i % 97 === 0 ? close * 1e6 : close * 1e-6));
  return { day: bars.day, close: values, high: values, low: values };
};

const WALK = seasonalWalk({
  seed: 5,
  from: '1995-01-02',
  to: '2025-06-30',
  season: { month: 12, day: 15, hold: 30, pct: 8 },
});
const SYMBOLS: TestSymbol[] = [
  { symbol: 'AAPL', markets: ['0', '1', '2'], bars: WALK },
  { symbol: 'ROUGH', markets: ['0', '2'], bars: syntheticBars({ seed: 1, fromYear: 1990, toYear: 2025, rough: true }) },
  { symbol: 'FLAT', markets: ['0'], bars: flat(WALK, 100) },
  { symbol: 'SPIKY', markets: ['0', '11'], bars: spiky(WALK) },
  { symbol: 'ONEBAR', markets: ['0'], bars: barsOf([{ date: '2024-12-19', close: 5 }]) },
  {
    symbol: 'TWOBARS',
    markets: ['7'],
    bars: barsOf([
      { date: '2012-02-29', close: 5 },
      { date: '2024-12-19', close: 6 },
    ]),
  },
  { symbol: 'YOUNG', markets: ['11'], bars: seasonalWalk({ seed: 6, from: '2021-03-01', to: '2025-06-30' }) },
  { symbol: 'GONE', markets: ['2', '7'], bars: seasonalWalk({ seed: 7, from: '1999-01-04', to: '2019-05-10' }) },
  { symbol: 'CL=F', markets: ['9'], bars: syntheticBars({ seed: 2, fromYear: 2000, toYear: 2025, rough: true }) },
  {
    symbol: 'BTC-USD',
    markets: ['16'],
    bars: seasonalWalk({ seed: 8, from: '2014-09-17', to: '2025-06-30', daily: true }),
  },
  { symbol: '^GSPC', markets: ['7'], bars: seasonalWalk({ seed: 9, from: '1970-01-02', to: '2025-06-30' }) },
];

let service: TestApp;
let webhookId: string;
beforeAll(async () => {
  service = await startTestApp({ symbols: SYMBOLS });
  const asked = { url: 'https://hooks.example.com/', events: ['data.stale'] };
  webhookId = (await service.post('/v1/webhooks', asked).expect(201)).body.webhook.webhook_id;
});
afterAll(() => service.close());

const TICKERS = 'AAPL AAPL AAPL rough FLAT SPIKY ONEBAR TWOBARS YOUNG GONE CL=F cl BTC/USD ^gspc NOBODY'.split(' ');
const ALIASES = ['0', '1', '2', '7', '9', '11', '16', '5', 'dow30', 'crypto', 'S&P 500 STOCKS', 'moon', '17', ' '];
const RUBBISH = [
  '',
  ' ',
  '-1',
  '0',
  '1e9',
  'NaN',
  'null',
  'ŝ',
  '%',
  "'",
  '2024-02-30',
  'long,short',
  '\u0000',
  '0x10',
  '[]',
  '1;2',
];

/** Internals that no message may contain. */
const INSIDE = /node_modules|\.ts\b|\bat \/|SQLITE|undefined|\[object/;

/** Values a parameter may take: mostly good ones, sometimes on its edges, rarely rubbish. */
function valuesOf({ name, schema }: ContractOperation['parameters'][number]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 39, arbitrary: goodValue(name, schema) },
    { weight: 1, arbitrary: fc.constantFrom(...RUBBISH) },
  );
}

const day = (from: string, to: string) => fc.integer({ min: fromIso(from), max: fromIso(to) }).map(toIso);
const date = fc.oneof(
  { weight: 6, arbitrary: day('2024-01-01', '2024-12-31') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('2024-02-29', '2024-12-31', '2025-01-01', '2024-01-01', '2023-12-31', '2025-01-02'),
  },
  { weight: 2, arbitrary: day('1965-01-01', '2026-01-01') },
);
const window = fc.oneof(
  fc.constantFrom('now', 'next_2_weeks', 'next_month'),
  fc.tuple(date, fc.integer({ min: -2, max: 60 })).map(([from, days]) => `${from}..${toIso(fromIso(from) + days)}`),
);

const anyOf = (...values: string[]) => fc.constantFrom(...values);
const someOf = (values: readonly string[]) =>
  fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 4 }).map((list) => list.join());

/** Values of parameters that their schema does not tell. */
const BY_NAME: Readonly<Record<string, fc.Arbitrary<string>>> = {
  symbol: anyOf(...TICKERS),
  prefix: anyOf(...TICKERS),
  symbols: someOf(TICKERS),
  markets: someOf(ALIASES),
  market: anyOf('0', '0', '0', '2', '7', '9', '11', '16', '5'),
  market_id: anyOf('0', '0', '0', '2', '7', '9', '11', '16', '5'),
  window,
  to: date,
  years: anyOf('5', '10', '12', '25', '98', '4'),
  min_winning_years: anyOf('4', '5', '8', '9', '10', '19', '90'),
  min_win_rate: anyOf('0', '0.5', '0.9', '1', '70'),
  limit: anyOf('1', '3', '25', '1000000'),
};

function goodValue(name: string, schema: ContractOperation['parameters'][number]['schema']): fc.Arbitrary<string> {
  // It is created after this file is read.
  if (name === 'webhook_id') return anyOf(webhookId);
  if (name in BY_NAME) return BY_NAME[name];
  if (schema.format === 'date') return date;
  if (schema.enum) return anyOf(...schema.enum.map(String));
  if (schema.type === 'boolean') return anyOf('true', 'false');
  if (schema.type === 'integer')
    return fc.oneof(anyOf('2', '3', '5', '10', '30', '90', '366'), fc.integer({ min: 0, max: 400 }).map(String));
  if (schema.type === 'number') return anyOf('-5', '0', '0.5', '1.25', '20', '1e3');
  // A refusal repeats the value, which by chance may look like a file name.
  return fc.string({ maxLength: 5 }).filter((text) => !INSIDE.test(text));
}

/** A request of an operation: required parameters almost always, a few of the optional ones. */
function requestOf(operation: ContractOperation): fc.Arbitrary<string> {
  const inPath = operation.parameters.filter((one) => one.in === 'path');
  const inQuery = operation.parameters.filter((one) => one.in === 'query');
  const path = fc
    .tuple(...inPath.map(valuesOf))
    .map((values) =>
      inPath.reduce(
        (url, { name }, i) => url.replace(`{${name}}`, encodeURIComponent(values[i] || 'x')),
        operation.path,
      ),
    );
  const query = fc.tuple(
    ...inQuery.map((one) => {
      const given = valuesOf(one).map((value) => `${one.name}=${encodeURIComponent(value)}`);
      const [present, absent] = one.required ? [30, 1] : [2, Math.max(2, inQuery.length - 2)];
      return fc.oneof({ weight: present, arbitrary: given }, { weight: absent, arbitrary: fc.constant(null) });
    }),
  );
  return fc.tuple(path, query).map(([url, pairs]) => `/v1${url}?${pairs.filter((pair) => pair !== null).join('&')}`);
}

const OPERATIONS = contract.operations.filter(
  ({ method, access, parameters }) => method === 'get' && access === 'key' && parameters.length > 0,
);
const RUNS_PER_OPERATION = 15;

const seen = new Map<number, number>();

test.each(OPERATIONS.map((operation) => [operation.path, operation] as const))('GET %s', async (path, operation) => {
  const tier = fc.constantFrom('free', 'dev', 'pro', 'business', 'business', 'business', 'prn_demo');
  const now = fc.constantFrom('2024-12-20T15:00:00Z', '2024-12-20T15:00:00Z', '2025-01-01T04:59:59Z');
  const property = fc.asyncProperty(requestOf(operation), tier, now, async (url, key, instant) => {
    service.clock.set(instant);
    const { status, body, text, headers } = await service.get(url, key);
    seen.set(status, (seen.get(status) ?? 0) + 1);
    expect([url, [200, 400, 403, 404].includes(status) ? 'answered' : status]).toEqual([url, 'answered']);
    const format = status === 200 && (/[?&]format=(csv|ndjson|rows)\b/.exec(url)?.[1] as TableFormat | undefined);
    if (format) {
      expect(headers['content-type']).toBe(FILE_TYPES[format]);
      checkTable(format, text ?? '');
      return;
    }
    expect([url, faultsAgainst(status === 200 ? bodyPointer(path) : ERROR_POINTER, body)]).toEqual([url, []]);
    expect(headers['content-type']).toMatch(/^application\/json/);
    if (status === 200 && typeof body === 'object') checkNumbers(body);
    else if (status === 200) expect(body).not.toMatch(/NaN|undefined|Infinity|\[object/);
    else expect(body.error.message).not.toMatch(INSIDE);
  });
  await fc.assert(property, { numRuns: RUNS_PER_OPERATION });
});

test('the requests above got answers and refusals of every kind', () => {
  for (const status of [200, 400, 403, 404]) expect([status, (seen.get(status) ?? 0) > 10]).toEqual([status, true]);
  expect(seen.get(200)! / [...seen.values()].reduce((a, b) => a + b, 0)).toBeGreaterThan(0.2);
});

const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  rows: 'application/json; profile=rows; charset=utf-8',
};

type TableFormat = keyof typeof FILE_TYPES;

/** Every line has every column, and no NaN or undefined. */
function checkTable(format: TableFormat, text: string): void {
  expect(text).not.toMatch(/NaN|undefined|Infinity|\[object/);
  if (format === 'csv') {
    const [head, ...rows] = text.trimEnd().split('\r\n');
    for (const row of rows) expect(row.split(',').length).toBeGreaterThanOrEqual(head.split(',').length);
    return;
  }
  const rows: object[] =
    format === 'rows'
      ? JSON.parse(text)
      : text
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line));
  for (const row of rows) expect(Object.keys(row)).toEqual(Object.keys(rows[0]));
}

interface Receipts {
  readonly years_tested: number;
  readonly wins: number;
  readonly losses: number;
  readonly historical_win_rate: number;
  readonly avg_return_pct: number;
  readonly as_of: string;
  readonly best_year: { return_pct: number };
  readonly worst_year: { return_pct: number };
  readonly per_year?: { return_pct: number; result: string }[];
}

/** What must hold within any answer. */
function checkNumbers(body: Record<string, unknown>): void {
  const rows = (body.opportunities ?? (body.card ? [body.card] : [])) as Record<string, unknown>[];
  for (const row of rows) {
    if ('receipts' in row) checkReceipts(row.receipts as Receipts, row);
    if ('evidence_status' in row) expect(row.win_rate !== null).toBe(row.evidence_status === 'verified');
  }
  if ('count' in body && 'opportunities' in body) expect(rows.length).toBe(body.count);
  const bars = (body.per_year_bars ?? []) as { return_pct: number; mfe_pct: number; mae_pct: number }[];
  for (const { return_pct: r, mfe_pct, mae_pct } of bars) {
    expect(mae_pct <= Math.min(0, r) && Math.max(0, r) <= mfe_pct).toBe(true);
  }
}

function checkReceipts(receipts: Receipts, card: Record<string, unknown>): void {
  const { years_tested: n, wins, losses, best_year, worst_year, avg_return_pct, per_year, as_of } = receipts;
  expect(wins + losses).toBe(n);
  expect(receipts.historical_win_rate).toBeCloseTo(wins / n, 4);
  expect(worst_year.return_pct <= avg_return_pct + 1e-4 && avg_return_pct <= best_year.return_pct + 1e-4).toBe(true);
  const { bias, edge_score, next_step, setup } = card as {
    bias: string;
    edge_score: number;
    next_step: { order_ticket?: object };
    setup: { entry_date: string; hold_days: number; exit_date: string };
  };
  expect(bias === 'neutral').toBe(edge_score < 40 || receipts.historical_win_rate < 0.55 || n < 5);
  if (bias === 'neutral') expect(next_step.order_ticket).toBeUndefined();
  expect(fromIso(setup.exit_date) - fromIso(setup.entry_date) + 1).toBe(setup.hold_days);
  expect(as_of <= '2024-12-31').toBe(true);
  if (!per_year) return;
  expect(per_year.length).toBe(n);
  expect(per_year.filter((year) => year.result === 'win').length).toBe(wins);
  for (const { return_pct } of per_year)
    expect(return_pct >= worst_year.return_pct && return_pct <= best_year.return_pct).toBe(true);
}
