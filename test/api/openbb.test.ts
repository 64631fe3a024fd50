import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import request, { type Response } from 'supertest';
import { z } from 'zod';
import { cardMarkdown, figureOf, recordMetrics } from '../../src/answers/widgets';
import { SERVER_NAME } from '../../src/mcp/server';
import type { OperationId } from '../../src/operation';
import { DEMO_KEY, startTestApp, type TestApp } from '../helpers/app';
import { fakePredictor } from '../helpers/fakePredictor';
import { contract } from '../helpers/shell';
import { storeModel } from '../helpers/storedModel';

/**
 * The service as a backend of OpenBB Workspace: /widgets.json and /apps.json keep the rules of the validators that OpenBB
 * publishes (OpenBB-finance/backends-for-openbb, `scripts/validate_*.py`), warnings included, and each widget gets from
 * its endpoint what its type shows.
 */

const HOSTS = ['https://pro.openbb.co', 'https://pro.openbb.dev', 'http://localhost:1420'];
const COLUMNS = 40;

const text = z.string().min(1);
const param = z
  .strictObject({
    paramName: text,
    label: text,
    description: text,
    type: z.enum(['text', 'number', 'boolean', 'date']),
    value: z.union([text, z.number(), z.boolean(), z.null()]),
    optional: z.boolean(),
    show: z.boolean(),
    options: z.array(z.strictObject({ label: text, value: text })).optional(),
  })
  .refine(({ value, type }) => value === null || typeof value === (type === 'number' ? 'number' : 'string'))
  .refine(({ value, options }) => value === null || !options || options.some((one) => one.value === value))
  .refine(({ value, optional }) => value !== null || optional);
const column = z.strictObject({
  field: text,
  headerName: text,
  headerTooltip: text.optional(),
  cellDataType: z.enum(['text', 'number', 'boolean', 'date', 'dateString', 'object']),
  chartDataType: z.enum(['category', 'series', 'time', 'excluded']),
  formatterFn: z.enum(['int', 'none', 'percent', 'normalized', 'normalizedPercent', 'dateToYear']).optional(),
  renderFn: z.literal('greenRed').optional(),
  hide: z.boolean().optional(),
});
const table = z.strictObject({
  enableCharts: z.boolean(),
  showAll: z.boolean(),
  chartView: z
    .strictObject({ enabled: z.boolean(), chartType: text, cellRangeCols: z.record(text, z.array(text)) })
    .optional(),
  columnsDefs: z.array(column).min(1),
});
const widget = z
  .strictObject({
    name: text,
    description: text,
    category: text,
    subCategory: text,
    type: z.enum(['table', 'chart', 'markdown', 'metric']),
    endpoint: text.regex(/^v1\/[^{}?]+$/),
    gridData: z.strictObject({ w: z.int().min(10).max(COLUMNS), h: z.int().min(4).max(100) }),
    source: z.array(text),
    mcp_tool: z.strictObject({ mcp_server: text, tool_id: text }),
    refetchInterval: z.int().min(1_000),
    staleTime: z.int().min(1_000),
    params: z.array(param),
    data: z.strictObject({ table }).optional(),
  })
  .refine(({ type, data }) => (type === 'table') === (data !== undefined));
const layoutItem = z.strictObject({
  i: text,
  x: z.int().min(0),
  y: z.int().min(0),
  w: z.int().min(1),
  h: z.int().min(1),
  groups: z.array(text.regex(/^Group \d+$/)).optional(),
});
const app = z.strictObject({
  name: text,
  description: text,
  img: z.string(),
  allowCustomization: z.boolean(),
  tabs: z.record(text, z.strictObject({ id: text, name: text, layout: z.array(layoutItem).min(1) })),
  groups: z.array(
    z.strictObject({
      name: text.regex(/^Group \d+$/),
      type: z.enum(['param', 'endpointParam']),
      paramName: text,
      defaultValue: text,
      widgetIds: z.array(text).min(1),
    }),
  ),
  prompts: z.array(text),
});

type Widget = z.infer<typeof widget>;

/** What the answer of a widget's endpoint must be, by the widget's type. */
const SHAPES: Readonly<Record<Widget['type'], z.ZodType>> = {
  table: z.array(z.record(text, z.union([z.string(), z.number(), z.boolean(), z.null()]))).min(1),
  metric: z.array(z.strictObject({ label: text, value: text, delta: text.optional() })).min(1),
  markdown: text,
  chart: z.object({ data: z.array(z.object({ type: text })).min(1), layout: z.object({ meta: z.object({}) }) }),
};

/** The path of a widget as OpenBB asks for it: with the values of its parameters, and the theme. */
function pathOf({ endpoint, params }: Widget, values: Readonly<Record<string, unknown>> = {}): string {
  const sent = Object.fromEntries(params.map(({ paramName, value }) => [paramName, value]));
  const all = Object.entries({ ...sent, theme: 'dark', ...values }).filter(([, value]) => value !== null);
  return `/${endpoint}?${new URLSearchParams(all.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

let service: TestApp;
let widgets: Readonly<Record<string, Widget>>;
beforeAll(async () => {
  service = await startTestApp({
    now: '2024-06-28T15:00:00Z',
    predictorFor: fakePredictor,
    metered: true,
    env: { CORS_ORIGINS: HOSTS.join() },
  });
  await service.service.schedule.tick();
  widgets = z.record(text, widget).parse((await request(service.app).get('/widgets.json').expect(200)).body);
});
afterAll(() => service.close());

test('the widgets have every type that is promised, and name existing tools of the agent interface', async () => {
  const all = Object.values(widgets);
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['table', 'metric', 'markdown', 'chart']));
  const ask = (method: string, params = {}) =>
    service
      .post('/mcp', { jsonrpc: '2.0', id: 1, method, params })
      .set({ Accept: 'application/json, text/event-stream', Origin: HOSTS[0] });
  const clientInfo = { name: 'test', version: '1' };
  const hello = await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  const listed = await ask('tools/list').expect(200);
  const tools = listed.body.result.tools.map(({ name }: { name: string }) => name);
  for (const { mcp_tool: tool } of all) {
    expect(tool.mcp_server).toBe(hello.body.result.serverInfo.name);
    expect(tools).toContain(tool.tool_id);
  }
});

test('with its defaults, every widget gets an answer in the shape of its type, at an allowed host', async () => {
  for (const [id, one] of Object.entries(widgets)) {
    const answer = await service.get(pathOf(one), 'pro').set('Origin', HOSTS[0]);
    expect([id, answer.status, answer.headers['access-control-allow-origin']]).toEqual([id, 200, HOSTS[0]]);
    expect(answer.headers['content-type']).toMatch(/^application\/json;/);
    expect([id, SHAPES[one.type].safeParse(answer.body).error]).toEqual([id, undefined]);
    const columns = one.data?.table.columnsDefs.map(({ field }) => field);
    if (columns) expect(Object.keys(answer.body[0])).toEqual(columns);
    const { line = [] } = one.data?.table.chartView?.cellRangeCols ?? {};
    for (const field of line) expect(columns).toContain(field);
  }
});

test('every choice of a parameter is accepted, and both themes', async () => {
  for (const one of Object.values(widgets)) {
    const choices = one.params.flatMap(({ paramName, options = [], show }) =>
      show ? options.map(({ value }) => ({ [paramName]: value })) : [],
    );
    for (const values of [...choices, { theme: 'light' }]) {
      expect([values, (await service.get(pathOf(one, values), 'business')).status]).toEqual([values, 200]);
    }
  }
});

test('the app has every widget once, on 40 columns, without overlaps', async () => {
  const { body } = await request(service.app).get('/apps.json').expect(200);
  const [{ tabs, groups, ...only }] = z.array(app).length(1).parse(body);
  expect(only.name).toBe('Perennial');
  const placed = Object.entries(tabs).flatMap(([id, tab]) => {
    expect(tab.id).toBe(id);
    const cells = tab.layout.flatMap(({ x, y, w, h }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { x, w } of tab.layout) expect(x + w).toBeLessThanOrEqual(COLUMNS);
    return tab.layout;
  });
  expect(placed.map(({ i }) => i).sort()).toEqual(Object.keys(widgets).sort());
  for (const { name, paramName, defaultValue, widgetIds } of groups) {
    expect(placed.filter((item) => item.groups?.includes(name)).map(({ i }) => i)).toEqual(widgetIds);
    const shared = widgetIds.map((id) => widgets[id].params.find((one) => one.paramName === paramName)?.value);
    expect(new Set(shared)).toEqual(new Set([defaultValue]));
  }
});

test('a preflight with X-API-Key passes from the hosts of OpenBB only', async () => {
  const ask = (origin: string, path: string) =>
    request(service.app)
      .options(path)
      .set({ Origin: origin, 'Access-Control-Request-Method': 'GET', 'Access-Control-Request-Headers': 'x-api-key' });
  for (const path of ['/widgets.json', '/apps.json', ...Object.values(widgets).map((one) => pathOf(one))]) {
    for (const origin of HOSTS) {
      const { status, headers } = await ask(origin, path);
      expect([status, headers['access-control-allow-origin']]).toEqual([204, origin]);
      expect(headers['access-control-allow-headers'].toLowerCase().split(',')).toContain('x-api-key');
    }
    const { headers } = await ask('https://pro.openbb.co.example.com', path);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  }
});

test('a widget requires a key, counts as a request, and is limited to the markets of the plan or the demo', async () => {
  for (const one of Object.values(widgets)) await request(service.app).get(pathOf(one)).expect(401);
  const left = ({ headers }: Response) => Number(headers['x-ratelimit-remaining-day']);
  const before = left(await service.get('/v1/me', 'dev'));
  for (const one of [widgets.symbol_heat_map, widgets.symbol_setup]) {
    await service.get(pathOf(one, { market: '11', symbol: 'SPY' }), 'free').expect(200);
    const { body } = await service.get(pathOf(one, { market: '16', symbol: 'BTC-USD' }), 'free').expect(403);
    expect(body.error.code).toBe('forbidden');
    await service.get(pathOf(one, { symbol: 'NOBODY' }), 'dev').expect(404);
    await service.get(pathOf(one), DEMO_KEY).expect(200);
    await service.get(pathOf(one, { symbol: 'KO' }), DEMO_KEY).expect(403);
  }
  expect(left(await service.get('/v1/me', 'dev'))).toBe(before - 3);
});

test('widgets show the numbers of the operations behind them, and say that prices are simulated', async () => {
  const pick = (await service.get('/v1/daily-pick', 'dev').expect(200)).body;
  expect((await service.get(pathOf(widgets.daily_pick), 'dev')).body).toBe(cardMarkdown(pick.card, pick.disclaimer));
  const { card, disclaimer } = (await service.get('/v1/analyze/AAPL?view=full', 'dev').expect(200)).body;
  const { body: markdown } = await service.get(pathOf(widgets.symbol_setup), 'dev').expect(200);
  expect(markdown).toBe(cardMarkdown(card, disclaimer));
  expect(markdown).toContain('Sandbox: all prices are simulated');
  const map = (await service.get('/v1/symbols/AAPL/heatmap?measure=win_rate&entry_step=7', 'dev').expect(200)).body;
  const shown = await service.get(pathOf(widgets.symbol_heat_map, { measure: 'win_rate' }), 'dev').expect(200);
  expect(shown.body).toEqual(figureOf(map, 'dark'));
  expect(shown.body.layout.xaxis.title.text).toContain('simulated prices');
  const { summary } = (await service.get('/v1/daily-pick/track-record', 'dev').expect(200)).body;
  expect((await service.get(pathOf(widgets.track_record), 'dev')).body).toEqual(recordMetrics(summary, false));
  expect(recordMetrics(summary, false)[0].value).toBe('Published, simulated prices');
});

test('a symbol’s text shows the prediction that it is charged for, or says why there is none', async () => {
  await storeModel(service, { simulated: true });
  const remaining = async () => (await service.get('/v1/me', 'dev').expect(200)).body.ml_remaining_today;
  const before = await remaining();
  const path = pathOf(widgets.symbol_setup, { market: '0', symbol: 'KO' });
  const { body: markdown } = await service.get(path, 'dev').expect(200);
  expect(await remaining()).toBe(before - 1);
  const { ml, tier_notes } = (await service.get('/v1/analyze/KO?market=0', 'dev').expect(200)).body.card;
  const [winProb, expected] = [(100 * ml.ml_win_prob).toFixed(1), Math.abs(ml.pred_return_pct).toFixed(2)];
  expect(markdown).toMatch(
    new RegExp(`^- Predicted win probability ${winProb}%, return [+-]${expected}%\\. ml is `, 'm'),
  );
  expect(markdown).toContain(tier_notes);
  expect(await remaining()).toBe(before - 1);
  const ineligible = pathOf(widgets.symbol_setup, { market: '16', symbol: 'BTC-USD' });
  const { body: without } = await service.get(ineligible, 'business').expect(200);
  expect(without).toContain('\n- ml is null: this market is not eligible for predictions.\n');
  expect(without).not.toContain('Predicted');
});

test('the guide gives the hosts of OpenBB, and the name of the agent interface', () => {
  const guide = readFileSync(join(__dirname, '../../seeds/guides/integrations.md'), 'utf8');
  expect(guide).toContain(`CORS_ORIGINS=${HOSTS.join()}`);
  expect(guide).toContain(`under the name \`${SERVER_NAME}\``);
});

/** The first example of an operation's answer. */
function example(id: OperationId): never {
  const { examples } = contract.operations.find((one) => one.id === id)!;
  return Object.values(examples)[0].value as never;
}

test('the examples of widgets are made of those of the operations behind them', () => {
  const { card, disclaimer }: { card: never; disclaimer: string } = example('analyzeSymbol');
  expect(example('getSymbolWidget')).toBe(cardMarkdown(card, disclaimer));
  const pick: { card: never; disclaimer: string } = example('getDailyPick');
  expect(example('getPickWidget')).toBe(cardMarkdown(pick.card, pick.disclaimer));
  expect(example('getHeatMapWidget')).toEqual(figureOf(example('getHeatMap'), 'dark'));
  const { summary, replay }: { summary: never; replay: boolean } = example('getTrackRecord');
  expect(example('getRecordWidget')).toEqual(recordMetrics(summary, replay));
});

test('the metrics of the record compare closed picks with random dates', () => {
  const random_dates = { count: 4, win_rate: 0.5, avg_return_pct: 0.5, picks_avg_return_pct: 0.25 };
  const counts = { count: 5, win_count: 3, win_rate: 0.6, avg_return_pct: 1.25, setup_count: 5, delisted_count: 0 };
  expect(recordMetrics({ ...counts, rules: [], random_dates, note: 'Forward record.' }, false)).toEqual([
    { label: 'Record', value: 'Published in advance' },
    { label: 'Closed picks', value: '5' },
    { label: 'Won', value: '60.0%' },
    { label: 'Average return', value: '+1.25%', delta: '1.25' },
    { label: 'Beyond random dates', value: '-0.25%', delta: '-0.25' },
  ]);
});
