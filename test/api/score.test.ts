import { fromIso, toIso } from '../../src/core/calendar/dates';
import { featuresOf } from '../../src/core/model/features';
import { type Model, predict } from '../../src/core/model/predict';
import { DEMO_KEY, startTestApp, type TestApp } from '../helpers/app';
import { forgetCharges, storeModel } from '../helpers/storedModel';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

const TODAY = fromIso('2024-12-20');
const universe = plantedUniverse();
let app: TestApp;
let model: Model;
beforeAll(async () => {
  const bitcoin = { ...universe[0], symbol: 'COIN-USD', markets: ['16'] };
  const midcap = { ...universe[1], symbol: 'MID', markets: ['3'] };
  const fund = { ...universe[2], symbol: 'BOTH', markets: ['3', '11'] };
  const halves = [
    { ...universe[3], symbol: 'TWO.L', markets: ['13'] },
    { ...universe[4], symbol: 'TWO-USD', markets: ['16'] },
  ];
  app = await startTestApp({ now: UNIVERSE_NOW, symbols: [...universe, bitcoin, midcap, fund, ...halves] });
  model = await storeModel(app);
});
afterAll(() => app.close());

const item = (symbol = 'D00', changes: object = {}) => ({
  symbol,
  date: '2024-12-23',
  days_out: 20,
  direction: 'long' as const,
  ...changes,
});
const score = (body: unknown, key = 'business') => app.post('/v1/score', body, key);
const remaining = async (key: string) => (await app.get('/v1/me', key)).body.ml_remaining_today;

beforeEach(() => forgetCharges(app));

describe('a scored item', () => {
  test('has the rounded prediction of the model, and the answer names its version', async () => {
    const { body, status } = await score([item()]);
    expect(status).toBe(200);
    const [symbol] = universe;
    const features = featuresOf(
      symbol.bars,
      { entry: fromIso('2024-12-23'), hold: 20, direction: 'long', asOf: fromIso('2024-12-19') },
      10,
      model.settings,
    );
    if (typeof features === 'string') throw new Error(features);
    const want = predict(model, features);
    expect(body).toEqual({
      granted: 1,
      ml_remaining_today: null,
      scores: [
        {
          ...item(),
          ml_score: expect.closeTo(want.score, 4),
          win_prob: expect.closeTo(want.winProb, 4),
          pred_return: expect.closeTo(want.predReturnPct, 4),
          pred_mfe: expect.closeTo(want.predMfePct, 4),
        },
      ],
      model_version: model.version,
      disclaimer: expect.stringContaining('Educational'),
    });
    const [row] = body.scores;
    expect(row.pred_mfe).toBeGreaterThanOrEqual(Math.max(0, row.pred_return));
  });

  test('is the same in both forms of the body and in any batch', async () => {
    const alone = (await score([item()])).body.scores[0];
    const among = (await score({ opportunities: [item('E01'), item(), item('D03')], market: undefined })).body
      .scores[1];
    expect(among).toEqual(alone);
  });
});

describe('the market of an item', () => {
  test.each([
    ['COIN-USD in its only market', [item('COIN-USD')], "'COIN-USD': market 16 (CRYPTO CURRENCIES) is not eligible"],
    ['a market of the item', [item('D00', { market: '7' })], "'D00': market 7 (MARKET INDICES) is not eligible"],
    ['a market of the body', { opportunities: [item()], market: '9' }, "'D00': market 9"],
    ['an unknown symbol in such a market', [item('NOSUCH', { market: '16' })], "'NOSUCH': market 16"],
  ])('%s that is not eligible is 403 naming it', async (_, body, message) => {
    const { status, body: answer } = await score(body);
    expect([status, answer.error.code]).toEqual([403, 'forbidden']);
    expect(answer.error.message).toContain(message);
  });

  test('out of scope is 403 for the whole batch, with the tier that includes it', async () => {
    const { status, body } = await score([item(), item('MID'), item('D01', { market: '2' })], 'free');
    expect([status, body.error.code]).toEqual([403, 'forbidden']);
    expect(body.error.message).toContain(
      "'MID': market 3 (S&P MIDCAP 400 STOCKS) is outside the scope of the Free tier",
    );
    expect(body.error.message).toContain("'D01': market 2");
    expect(body.error.message).toContain('The Pro tier includes it');
    expect(await remaining('free')).toBe(5);
  });

  test('takes precedence over that of the body; without either, one in scope is chosen', async () => {
    const { body } = await score({ opportunities: [item('D00', { market: '0' }), item('D00')], market: '11' });
    expect(body.scores.map((row: object) => 'win_prob' in row)).toEqual([true, false]);
    expect(body.scores[1].note).toContain("symbol 'D00' is not listed in market 11");
    expect((await score([item('BOTH')], 'free')).body.granted).toBe(1);
  });
});

describe('an item that cannot be scored keeps its place and is not charged', () => {
  const rows = [
    { item: item('D00', { days_out: 9 }), note: 'holds of 10 to 90 calendar days, this one is 9' },
    { item: item('D00', { days_out: 10 }), note: null },
    { item: item('D00', { days_out: 90 }), note: null },
    { item: item('D00', { days_out: 91 }), note: 'holds of 10 to 90 calendar days, this one is 91' },
    { item: item('D00', { date: toIso(TODAY - 1) }), note: 'from today through 5 days ahead' },
    { item: item('D00', { date: toIso(TODAY) }), note: null },
    { item: item('D00', { date: toIso(TODAY + 5) }), note: null },
    { item: item('D00', { date: toIso(TODAY + 6) }), note: 'from today through 5 days ahead' },
    { item: item('NOSUCH'), note: "unknown symbol 'NOSUCH'" },
    { item: item('d-00 nonsense!'), note: 'unknown symbol' },
  ];

  test('by each rule', async () => {
    const { body } = await score(
      rows.map((row) => row.item),
      'dev',
    );
    expect(body.granted).toBe(4);
    expect(body.ml_remaining_today).toBe(96);
    expect(body.scores).toHaveLength(rows.length);
    for (const [i, { item: asked, note }] of rows.entries()) {
      expect(body.scores[i]).toMatchObject(asked);
      if (note === null) expect(body.scores[i].note).toBeUndefined();
      else expect(body.scores[i].note).toContain(note);
      expect('win_prob' in body.scores[i]).toBe(note === null);
    }
  });

  test('in a batch of such items only too, even when the allowance is spent', async () => {
    await score(
      Array.from({ length: 5 }, (_, i) => item(`D0${i}`)),
      'free',
    );
    const { body } = await score([item('D00', { days_out: 91 }), item('NOSUCH')], 'free');
    expect(body).toMatchObject({ granted: 0, ml_remaining_today: 0 });
    expect(body.scores).toHaveLength(2);
    expect((await score([], 'free')).body).toMatchObject({ granted: 0, scores: [] });
  });
});

describe('the allowance', () => {
  const five = Array.from({ length: 5 }, (_, i) => item(`D0${i}`));

  test('leaves items beyond it unscored, with a note', async () => {
    const { body } = await score([...five, item('D05'), item('D06')], 'free');
    expect(body).toMatchObject({ granted: 5, ml_remaining_today: 0 });
    expect(body.scores[4]).toHaveProperty('win_prob');
    for (const row of body.scores.slice(5)) expect(row.note).toContain('the daily limit of 5 predictions is reached');
  });

  test('spent before: the answer names the upgrade in place of scores', async () => {
    await score(five, 'free');
    const { status, body } = await score([item('D05'), item('NOSUCH')], 'free');
    expect(status).toBe(200);
    expect(body).toEqual({
      requires: 'upgrade',
      reason: 'ml_daily_limit',
      message: expect.stringContaining('daily limit of 5 predictions'),
      upgrade_url: expect.stringMatching(/^http/),
      ml_remaining_today: 0,
    });
  });

  test('spent before: a batch with a new item is refused as a whole, one of items scored that day is a retry', async () => {
    const first = await score(five, 'free');
    const mixed = await score([...five, item('D05')], 'free');
    expect(mixed.body).toMatchObject({ requires: 'upgrade', ml_remaining_today: 0 });
    expect(mixed.body).not.toHaveProperty('scores');
    // Nothing was charged for what was not shown, and what was scored is scored again as before.
    const retry = await score(five, 'free');
    expect(retry.body).toEqual(first.body);
    const noted = await score([five[0], item('NOSUCH'), item('D01', { days_out: 91 })], 'free');
    expect(noted.body).toMatchObject({ granted: 1, ml_remaining_today: 0 });
    expect(noted.body.scores).toHaveLength(3);
  });

  test('a retry is not charged, in the other form, in another market or with repeats, spent or not', async () => {
    await score(five.slice(0, 3), 'free');
    expect(await remaining('free')).toBe(2);
    const again = await score({ opportunities: [...five.slice(0, 3), five[0], item('d00')] }, 'free');
    expect(again.body).toMatchObject({ granted: 5, ml_remaining_today: 2 });
    await score(five, 'free');
    expect((await score(five, 'free')).body).toMatchObject({ granted: 5, ml_remaining_today: 0 });
    await score([item('D00', { market: '0' })], 'dev');
    await score([item('D00', { market: '2' })], 'dev');
    expect(await remaining('dev')).toBe(99);
  });

  test('fifty concurrent batches charge each item once and never exceed the allowance', async () => {
    const batches = Array.from({ length: 50 }, (_, i) =>
      Array.from({ length: 4 }, (_, k) =>
        item(`D${String((i + k) % 30).padStart(2, '0')}`, { days_out: 10 + (i % 7) }),
      ),
    );
    const answers = await Promise.all(batches.map((batch) => score(batch, 'dev')));
    const scored = new Set<string>();
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.ml_remaining_today).toBeGreaterThanOrEqual(0);
      for (const row of body.scores ?? []) if ('win_prob' in row) scored.add(`${row.symbol} ${row.days_out}`);
    }
    const asked = new Set(batches.flat().map((row) => `${row.symbol} ${row.days_out}`));
    expect(asked.size).toBeGreaterThan(100);
    expect(scored.size).toBe(100);
    expect(await remaining('dev')).toBe(0);
  });
});

test('invalid bodies and more than 1,000 items are 400; the demo token may not score', async () => {
  const cases: [unknown, string][] = [
    ['"text"', 'The body must be array or object'],
    [[{ ...item(), note: 'x' }], "Unknown field 'note' in [0]"],
    [[item('D00', { date: '2024-02-30' })], 'must be a date YYYY-MM-DD that exists'],
    [[item('D00', { direction: 'up' })], 'direction must be one of long, short'],
    [{ opportunities: [item()], market: '17' }, "market must be an id '0' to '16', a name or an alias"],
    [Array(1001).fill(item()), 'The body must NOT have more than 1000 items; got a list of 1001'],
  ];
  for (const [body, message] of cases) {
    const answer = await score(body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    expect(answer.body.error.message).toContain(message);
  }
  expect((await score(Array(1000).fill(item()))).body.granted).toBe(1000);
  expect((await score([item()], DEMO_KEY)).body.error.code).toBe('demo_restricted');
});
