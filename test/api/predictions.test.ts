import type { PatternCard, TableRow } from '../../src/answers/shapes';
import { fromIso } from '../../src/core/calendar/dates';
import { featuresOf } from '../../src/core/model/features';
import { type Model, predict } from '../../src/core/model/predict';
import { TASKS } from '../../src/engine/pool';
import type { Schema } from '../../src/schema';
import { startTestApp, type TestApp } from '../helpers/app';
import { recordedTrial } from '../helpers/recordedTrial';
import { forgetCharges, smallModel, storeModel } from '../helpers/storedModel';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';
import { withApp } from '../helpers/withApp';

const universe = plantedUniverse();
const symbols = [...universe, { ...universe[0], symbol: 'COIN-USD', markets: ['16'] }];
let app: TestApp;
let model: Model;
beforeAll(async () => {
  app = await startTestApp({ now: UNIVERSE_NOW, symbols });
  expect(await cardOf('D00')).toMatchObject({ ml: null, tier_notes: expect.stringContaining('no prediction model') });
  expect((await app.get('/v1/methodology')).body.model).toBeNull();
  model = await storeModel(app);
});
afterAll(() => app.close());
beforeEach(() => forgetCharges(app));

const PINNED = 'entry_date=2024-12-23&days_out=20&direction=long';

async function cardOf(symbol: string, query = PINNED, key = 'business'): Promise<PatternCard> {
  const { status, body } = await app.get(`/v1/analyze/${symbol}?${query}`, key);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.card;
}

async function scanned(query: string, key = 'business') {
  const { status, body } = await app.get(`/v1/scan?${query}`, key);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body as Record<string, never> & {
    opportunities: PatternCard[];
    ml_remaining_today: number | null;
    enrichment_capped: boolean;
  };
}

const remaining = async (key: string) => (await app.get('/v1/me', key)).body.ml_remaining_today as number;
const predictedOf = (cards: readonly PatternCard[]) => cards.filter(({ ml }) => ml !== null);

/** The block computed from the bars. */
function wanted(symbol: string, entry: string, hold: number, direction: 'long' | 'short'): Schema<'MlBlock'> {
  const { bars } = symbols.find((one) => one.symbol === symbol)!;
  const setup = { entry: fromIso(entry), hold, direction, asOf: fromIso('2024-12-19') };
  const features = featuresOf(bars, setup, 10, model.settings);
  if (typeof features === 'string') throw new Error(features);
  const { score, winProb, predReturnPct, predMfePct } = predict(model, features);
  const close = (value: number) => expect.closeTo(value, 4) as unknown as number;
  return {
    ml_score: close(score),
    ml_win_prob: close(winProb),
    pred_return_pct: close(predReturnPct),
    pred_mfe_pct: close(predMfePct),
  };
}

describe('a model stored by another process', () => {
  test('is in service with the next request: the card has its prediction and names its version', async () => {
    const card = await cardOf('D00');
    expect(card.ml).toEqual(wanted('D00', '2024-12-23', 20, 'long'));
    expect(card.tier_notes).toContain(`model ${model.version}`);
    expect(card.tier_notes).toContain('not the share of past years won');
    expect(card.tier_notes).toMatch(
      /looks at 10 years whatever `years` says; its skill over the base rate is (not )?significant\.$/,
    );
  });

  test('has its model card in GET /methodology', async () => {
    const { body } = await app.get('/v1/methodology');
    expect(body.model).toMatchObject({ version: model.version, current: true, simulated: false });
    expect(body.model.evaluation.skill.map((one: { against: string }) => one.against)).toEqual([
      'base_rate',
      'shrunk_win_rate',
      'raw_win_rate',
    ]);
    expect(body.model.statements).toEqual(model.card.statements);
  });
});

describe('a prediction is null, with the reason and without a charge', () => {
  test.each([
    ['D00', 'entry_date=2024-12-23&days_out=9', 'holds of 10 to 90 calendar days, this one is 9'],
    ['D00', 'entry_date=2024-12-23&days_out=91', 'this one is 91'],
    ['D00', 'entry_date=2024-12-19&days_out=20', 'lies in the past'],
    ['D00', 'entry_date=2022-12-23&days_out=20', 'lies in the past'],
    ['COIN-USD', PINNED, 'not eligible'],
  ])('%s %s', async (symbol, query, note) => {
    const key = symbol === 'D00' ? 'free' : 'business';
    const card = await cardOf(symbol, query, key);
    expect(card.ml).toBeNull();
    expect(card.tier_notes).toContain(note);
    expect(await remaining('free')).toBe(5);
  });

  test('the shortest and longest hold, today and a year ahead are predicted', async () => {
    const queries = ['entry_date=2024-12-20&days_out=10', 'entry_date=2024-12-20&days_out=90', 'days_out=20'];
    for (const query of queries) expect((await cardOf('D00', query)).ml).not.toBeNull();
  });
});

describe('scan', () => {
  const QUERY = 'markets=0,11&min_days=10&max_days=60';

  test('every card of an unlimited plan is predicted, whatever the view', async () => {
    const { opportunities, ml_remaining_today } = await scanned(`${QUERY}&limit=100`, 'pro');
    expect(ml_remaining_today).toBeNull();
    expect(opportunities.length).toBeGreaterThan(50);
    for (const { symbol, direction, setup, ml } of opportunities) {
      expect(ml).toEqual(wanted(symbol, setup.entry_date, setup.hold_days, direction));
    }
    const table = await scanned(`${QUERY}&limit=3&view=table`);
    const rows = table.opportunities as unknown as TableRow[];
    expect(rows.map((row) => row.ml_win_prob)).toEqual(
      opportunities.slice(0, 3).map((card) => (card.ml as Schema<'MlBlock'>).ml_win_prob),
    );
  });

  test('rank_by=ml sorts by win probability, with those without a prediction last', async () => {
    const { opportunities } = await scanned('markets=0,16&rank_by=ml&min_days=5&max_days=60&limit=500');
    const probabilities = opportunities.map(({ ml }) => ml?.ml_win_prob ?? -1);
    const pool = probabilities.slice(0, 50);
    expect(pool).toEqual([...pool].sort((a, b) => b - a));
    expect(pool[0]).toBeGreaterThan(0);
    expect(pool).toContain(-1);
  });

  test('charges each prediction shown, once a day', async () => {
    const first = await scanned(QUERY, 'free');
    expect(predictedOf(first.opportunities)).toHaveLength(3);
    expect(first.ml_remaining_today).toBe(2);
    const again = await scanned(QUERY, 'free');
    expect(again).toMatchObject({ ml_remaining_today: 2, opportunities: first.opportunities });
  });

  test('beyond the allowance, predictions are null with a hint to upgrade, and enrichment_capped is true', async () => {
    await scanned(`${QUERY}&direction=long`, 'free');
    const { opportunities, ml_remaining_today, enrichment_capped } = await scanned(`${QUERY}&direction=short`, 'free');
    expect(ml_remaining_today).toBe(0);
    expect(enrichment_capped).toBe(true);
    expect(predictedOf(opportunities)).toHaveLength(2);
    expect(opportunities[2].tier_notes).toMatch(
      /^ml is null: the daily limit of 5 predictions is reached; it resets at 00:00 UTC, or upgrade at http[^ ]+\.$/,
    );
    const table = await scanned(`${QUERY}&direction=short&view=table`, 'free');
    expect(table.opportunities.map(({ tier_notes }) => tier_notes)).toEqual(
      opportunities.map(({ tier_notes }) => tier_notes),
    );
    const last = await cardOf('E05', PINNED, 'free');
    expect(last.ml).toBeNull();
    expect(last.tier_notes).toContain('upgrade at');
  });

  test('rank_by=ml predicts as far as the allowance reaches, and charges only what is shown', async () => {
    const free = await scanned(`${QUERY}&rank_by=ml`, 'free');
    expect(predictedOf(free.opportunities)).toHaveLength(3);
    expect(free.ml_remaining_today).toBe(2);
    expect(free.enrichment_capped).toBe(true);
    const partly = 'Predictions did not reach every setup; those without one come last.';
    expect(free.summary).toContain(partly);
    const wide = await scanned(`${QUERY}&rank_by=ml&limit=10`, 'dev');
    expect(wide.summary).not.toContain(partly);
    expect(wide.ml_remaining_today).toBe(90);
    expect(wide.opportunities.every(({ ml }) => ml !== null)).toBe(true);
  });
});

describe('opportunities', () => {
  test('rows have the prediction under its legacy names, and the list names the model', async () => {
    const { body } = await app.get('/v1/opportunities?market=0&from=2024-12-20&min_days=10&max_days=60&limit=4', 'dev');
    expect(body.opportunities).toHaveLength(4);
    for (const { symbol, direction, entry_date, days_out, ml } of body.opportunities) {
      const block = wanted(symbol, entry_date, days_out, direction);
      expect(ml).toEqual({
        ml_score: block.ml_score,
        win_prob: block.ml_win_prob,
        pred_return: block.pred_return_pct,
        pred_mfe: block.pred_mfe_pct,
      });
    }
    expect(body.ml_remaining_today).toBe(96);
    expect(body.tier_notes).toContain(`model ${model.version} on 4 of 4 rows`);
  });

  test("rows that were not evaluated are not predicted; a symbol's own list is, from today on", async () => {
    const { body } = await app.get('/v1/opportunities?market=2&min_days=10&limit=500');
    for (const row of body.opportunities) if (row.evidence_status !== 'verified') expect(row.ml).toBeNull();
    const list = (await app.get('/v1/opportunities/D00?market=0', 'dev')).body;
    const past = list.opportunities.filter((row: { entry_date: string }) => row.entry_date < '2024-12-20');
    expect(past.length).toBeGreaterThan(0);
    expect(past.every((row: { ml: unknown }) => row.ml === null)).toBe(true);
    expect(list.tier_notes).toContain('lies in the past');
    const predicted = list.opportunities.filter((row: { ml: unknown }) => row.ml !== null);
    expect(list.ml_remaining_today).toBe(100 - predicted.length);
  });
});

test('fifty concurrent requests of all kinds charge each item once, within the allowance, without an error', async () => {
  const shown = new Set<string>();
  const note = (symbol: string, entry: string, hold: number, direction: string) =>
    shown.add([symbol, entry, hold, direction].join('|'));
  const jobs = Array.from({ length: 50 }, async (_, i) => {
    const hold = 10 + (i % 5);
    if (i % 3 === 0) {
      const rank = i % 2 === 0 ? 'ml' : 'sharpe';
      const { opportunities, ml_remaining_today } = await scanned(
        `markets=0,11&min_days=${hold}&max_days=${hold + 30}&rank_by=${rank}&limit=${5 + (i % 7)}`,
        'dev',
      );
      expect(ml_remaining_today).toBeGreaterThanOrEqual(0);
      for (const { symbol, setup, direction } of predictedOf(opportunities)) {
        note(symbol, setup.entry_date, setup.hold_days, direction);
      }
      return;
    }
    const query = `entry_date=2024-12-23&days_out=${hold}&direction=long`;
    const card = await cardOf(`E${String(i % 30).padStart(2, '0')}`, query, 'dev');
    if (card.ml !== null) note(card.symbol, card.setup.entry_date, card.setup.hold_days, card.direction);
  });
  await Promise.all(jobs);
  expect(shown.size).toBeLessThanOrEqual(100);
  expect(await remaining('dev')).toBe(100 - shown.size);
});

describe('the model in service', () => {
  test('stays when prices change, and its card says so', async () => {
    await withApp({ now: UNIVERSE_NOW, symbols: universe.slice(0, 3) }, async (moved) => {
      await storeModel(moved, { version: 'before', dataVersion: 'other prices' });
      const { model: card } = (await moved.get('/v1/methodology')).body;
      expect(card).toMatchObject({ version: 'before', current: false });
      expect(card.statements.join(' ')).toContain('Prices have changed since');
      await storeModel(moved, { version: 'these' });
      expect((await moved.get('/v1/methodology')).body.model).toMatchObject({ version: 'these', current: true });
    });
  });

  test('has the last trial of inputs on its card, and whether the prices have changed since', async () => {
    await withApp({ now: UNIVERSE_NOW, symbols: universe.slice(0, 3) }, async (tried) => {
      await storeModel(tried);
      const cardNow = async () => (await tried.get('/v1/methodology').expect(200)).body.model;
      expect(await cardNow()).not.toHaveProperty('inputs_tried');
      const { models } = tried.storage;
      await models.putTrial(recordedTrial());
      const card = await cardNow();
      expect(card.inputs_tried).toMatchObject({ kept: 'today', current: false, symbols: 599 });
      expect(card.statements.join(' ')).toContain("and today's model stays");
      const { dataVersion } = await tried.storage.prices.index();
      await models.putTrial(recordedTrial({ dataVersion }));
      expect((await cardNow()).inputs_tried.current).toBe(true);
      await models.putTrial(recordedTrial({ pricesThrough: '2999-12-31' }));
      expect(await cardNow()).not.toHaveProperty('inputs_tried');
    });
  });

  test('is neither one of simulated prices nor one trained on outcomes after today', async () => {
    await withApp({ now: UNIVERSE_NOW, symbols: universe.slice(0, 3) }, async (fresh) => {
      await storeModel(fresh, { version: 'invented', simulated: true });
      await storeModel(fresh, { version: 'future', trainedThrough: '2024-12-21' });
      const answer = await fresh.post('/v1/score', [
        { symbol: 'D00', date: '2024-12-23', days_out: 20, direction: 'long' },
      ]);
      expect(answer.body).toMatchObject({ granted: 0, model_version: null });
      // A row of scores has no other fields that could be complete.
      expect(answer.body.scores[0].note).toBe('Not scored: no prediction model is in service.');
      expect((await fresh.get('/v1/analyze/D00')).body.card.tier_notes).toBe(
        'ml is null: no prediction model is in service. All other fields are complete.',
      );
    });
  });

  test('moves the edge score only with proven skill, by at most 10 points, and the card says by how much', async () => {
    const plain = await cardOf('E00');
    expect(plain.edge_basis).not.toContain('The model adds');
    await withApp({ now: UNIVERSE_NOW, symbols: universe }, async (proven) => {
      const { card } = smallModel();
      const evaluation = { ...card.evaluation!, significant: true, suspectedLeak: [] };
      await storeModel(proven, { version: 'proven', card: { ...card, evaluation } });
      const { body } = await proven.get('/v1/scan?markets=0,11&min_days=5&max_days=60&limit=60&include=chart');
      const before = await scanned('markets=0,11&min_days=5&max_days=60&limit=60');
      const scoreBefore = new Map(before.opportunities.map((c) => [`${c.symbol} ${c.direction}`, c.edge_score]));
      let moved = 0;
      for (const card of body.opportunities as PatternCard[]) {
        const old = scoreBefore.get(`${card.symbol} ${card.direction}`)!;
        if (old === undefined) continue;
        const tilt = card.ml === null ? 0 : (card.ml.ml_score - 50) / 5;
        expect(Math.abs(tilt)).toBeLessThanOrEqual(10);
        expect(card.edge_basis.includes('The model adds')).toBe(tilt !== 0);
        const capped = [old, card.edge_score].some((score) => score === 0 || score === 39 || score === 100);
        if (!capped) expect(Math.abs(card.edge_score - old - tilt)).toBeLessThanOrEqual(1);
        if (card.edge_score !== old) moved += 1;
      }
      expect(moved).toBeGreaterThan(0);
      expect((await proven.get('/v1/methodology')).body.model.evaluation.moves_edge_score).toBe(true);
    });
  });
});

describe('an answer that fails is not charged', () => {
  afterEach(() => jest.restoreAllMocks());

  test.each([
    ['a scan', '/v1/scan?limit=20'],
    ['a scan ranked by the model', '/v1/scan?limit=3&rank_by=ml'],
    ['an analysis', `/v1/analyze/D01?${PINNED}`],
    ['the list of a market', '/v1/opportunities?market=0&from=2024-12-23'],
  ])('%s', async (_, path) => {
    const before = await remaining('dev');
    const failing = jest.spyOn(TASKS, 'answer').mockRejectedValueOnce(new Error('torn'));
    await app.get(path, 'dev').expect(500);
    expect(failing).toHaveBeenCalledTimes(1);
    expect(await remaining('dev')).toBe(before);
    const { body } = await app.get(path, 'dev').expect(200);
    expect(body.ml_remaining_today ?? (await remaining('dev'))).toBeLessThan(before);
    expect(await remaining('dev')).toBe(body.ml_remaining_today ?? before - 1);
  });

  test('scores', async () => {
    const items = ['D01', 'D02'].map((symbol) => ({ symbol, date: '2024-12-23', days_out: 20, direction: 'long' }));
    const before = await remaining('dev');
    jest.spyOn(TASKS, 'answer').mockRejectedValueOnce(new Error('torn'));
    await app.post('/v1/score', items, 'dev').expect(500);
    expect(await remaining('dev')).toBe(before);
    await app.post('/v1/score', items, 'dev').expect(200);
    expect(await remaining('dev')).toBe(before - 2);
  });
});
