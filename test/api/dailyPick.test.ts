import { LEDGER_TOOLS, recordsIn } from '../../scripts/ledger';
import { verifyLedger } from '../../src/core/record/verification';
import { ReplayedPicks } from '../../src/services/record/replayedPicks';
import { currentPrices } from '../../src/services/screening/deps';
import { sealed } from '../../src/storage/hashes';
import type { LedgerDraft } from '../../src/storage/ledger';
import { DEMO_KEY, startTestApp, type TestApp } from '../helpers/app';
import { fakePredictor } from '../helpers/fakePredictor';
import { CARD, OLD_RANDOM_DATES, outcomeEntry, pickEntry, randomDatesEntry } from '../helpers/ledgerEntries';
import { restate } from '../helpers/storage';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

// biome-ignore lint/suspicious/noExplicitAny: the service itself holds every answer to the contract.
type Body = any;

const SYMBOLS = plantedUniverse().filter((_, i) => i % 6 === 0);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, predictorFor: fakePredictor, metered: false });
});
afterAll(() => app.close());

const head = () => app.storage.records.head();

test('before the first pick, the answer is 404 with its due date, and the record is empty', async () => {
  const none = await app.get('/v1/daily-pick', 'free');
  expect(none.status).toBe(404);
  expect(none.body.error).toEqual({
    code: 'not_found',
    message: 'No daily pick has been published yet; the next is due on 2024-12-20, after 10:00 New York time.',
  });
  const record = await app.get('/v1/daily-pick/track-record', 'free');
  expect(record.body.picks).toEqual([]);
  expect(record.body.head_hash).toBe('0'.repeat(64));
  expect(record.body.summary).toMatchObject({ count: 0, win_count: 0, win_rate: null, avg_return_pct: null });
  const ledger = await app.get('/v1/daily-pick/ledger', 'free');
  expect(ledger.body).toMatchObject({ records: [], count: 0, next_cursor: null, head_seq: 0 });
});

test.each([
  ['2024-12-20T23:00:00Z', '2024-12-23'],
  ['2024-12-24T18:30:00Z', '2024-12-26'],
  ['2024-12-31T22:00:00Z', '2025-01-02'],
])('at %s the next pick is due on %s', async (now, session) => {
  app.clock.set(now);
  const { body } = await app.get('/v1/daily-pick');
  app.clock.set(UNIVERSE_NOW);
  expect(body.error.message).toContain(`due on ${session}, after 10:00`);
});

describe('with a pick', () => {
  let full: Body;
  beforeAll(async () => {
    await app.service.schedule.tick();
    full = (await app.get('/v1/daily-pick')).body;
  });

  test('the answer carries card, record, head and dates', async () => {
    expect(full).toMatchObject({
      featured_date: '2024-12-20',
      as_of: '2024-12-19',
      view: 'full',
      head_hash: (await head()).hash,
    });
    expect(full.card).toMatchObject({
      rank: 1,
      ml: { ml_score: 50, ml_win_prob: 0.55, pred_return_pct: 1, pred_mfe_pct: 2 },
    });
    expect(full.card.bias).not.toBe('neutral');
    expect(full.card.next_step.order_ticket.symbol).toBe(full.card.symbol);
    expect(full.card.tier_notes).toContain('0.55');
    expect(full.card.chart).toBeUndefined();
    expect(full.card.receipts.live_track_record).toEqual(full.track_record);
    expect(full.track_record.note).toContain((await head()).hash);
  });

  test.each(['evidence', 'decision', 'table'])('view=%s shows a part of the same card', async (view) => {
    const { body } = await app.get(`/v1/daily-pick?view=${view}`);
    expect([body.view, body.card.symbol, body.card.edge_score]).toEqual([view, full.card.symbol, full.card.edge_score]);
    expect(body.card.receipts?.per_year !== undefined).toBe(view === 'evidence');
    if (view === 'table') expect(body.card.ml_win_prob).toBe(0.55);
    else expect(body.card.receipts.live_track_record).toEqual(full.track_record);
  });

  test('include=chart adds the chart of the publication; the table has none', async () => {
    const { body } = await app.get('/v1/daily-pick?include=chart');
    expect(body.card.chart.seasonal_curve.length).toBeGreaterThan(360);
    expect(body.card.chart.per_year_bars.map((bar: { return_pct: number }) => bar.return_pct)).toEqual(
      full.card.receipts.per_year.map((year: { return_pct: number }) => year.return_pct),
    );
    expect((await app.get('/v1/daily-pick?include=chart&view=table')).body.card.chart).toBeUndefined();
  });

  test.each(['free', DEMO_KEY])('%s may read pick, track record and ledger, and spends no prediction', async (key) => {
    const left = async () => (await app.get('/v1/me', key)).body.ml_remaining_today;
    const before = await left();
    for (const path of ['', '/track-record', '/ledger']) {
      const { status, body } = await app.get(`/v1/daily-pick${path}`, key);
      expect([path, status]).toEqual([path, 200]);
      expect(body.head_hash).toBe((await head()).hash);
    }
    expect((await app.get('/v1/daily-pick', key)).body.card.ml).toEqual(full.card.ml);
    expect(await left()).toBe(before);
  });

  test('the card stays the one published when prices are restated, days pass and no new pick is made', async () => {
    const { bars } = SYMBOLS.find(({ symbol }) => symbol === full.card.symbol)!;
    const restated = { ...bars, close: bars.close.map((c, i) => (i % 2 ? c : c * 1.1)) };
    await restate(app.storage.prices, full.card.symbol, restated);
    app.clock.set('2024-12-30T16:00:00Z');
    const { card, ...rest } = (await app.get('/v1/daily-pick')).body;
    const { card: published, ...told } = full;
    // The record now has the four sessions since then that have closed without a pick.
    const since = (text: string) =>
      JSON.parse(
        text.replaceAll('Of 1 session 0 had', 'Of 5 sessions 0 had').replaceAll('0 were missed', '4 were missed'),
      );
    expect(rest).toEqual(since(JSON.stringify(told)));
    const { order_ticket: _ticket, set_reminder: _reminder, ...step } = published.next_step;
    const headline = `No order ticket: the entry date ${published.setup.entry_date} is past.`;
    expect(card).toEqual({ ...since(JSON.stringify(published)), next_step: { ...step, headline } });
    app.clock.set(`${published.setup.entry_date}T22:00:00Z`);
    const evening = (await app.get('/v1/daily-pick')).body.card.next_step;
    expect(evening.headline).toBe(`No order ticket: the session of ${published.setup.entry_date} has closed.`);
  });
});

describe('the ledger', () => {
  beforeAll(async () => {
    const ledger = app.storage.records;
    const add = (key: string | null, draft: LedgerDraft) => ledger.append(key, () => draft);
    for (let i = 0; i < 5; i++) {
      const session = `2025-0${1 + i}-15`;
      const record = await add(`session ${session}`, { entry: pickEntry(session) });
      const published_at = `${session}T23:00:00.000Z`;
      const convention = i === 4 ? 'delisted' : null;
      // The first outcome is in an old format, with figures of its own that no longer count.
      const entry = outcomeEntry(record!, i - 1.5, { published_at, convention, ...(i === 0 ? OLD_RANDOM_DATES : {}) });
      await add(`outcome ${record!.seq}`, { entry });
    }
    await add(null, {
      entry: {
        type: 'correction',
        published_at: '2025-06-01T00:00:00.000Z',
        simulated: false,
        clock: 'system',
        corrects: { seq: 3, hash: (await ledger.all())[2].hash },
        reason: 'a split was missed',
        return_pct: 2.25,
      },
    });
    const pick = (await ledger.all())[1];
    await add(`random_dates ${pick.seq}`, { entry: randomDatesEntry(pick) });
  });

  test('is served in pages that join to a chain anyone can verify', async () => {
    const records: unknown[] = [];
    let cursor: string | null = '0';
    let pages = 0;
    while (cursor !== null) {
      const { body }: { body: Body } = await app.get(`/v1/daily-pick/ledger?limit=5&cursor=${cursor}`, 'free');
      records.push(...body.records);
      cursor = body.next_cursor;
      pages += 1;
    }
    expect([pages, records.length]).toEqual([3, 13]);
    expect(records[2]).toMatchObject({ type: 'outcome', ...OLD_RANDOM_DATES });
    expect(records[12]).toMatchObject({ type: 'random_dates', pick: { seq: 2 }, figures: { windows: 252 } });
    const verdict = verifyLedger(recordsIn(JSON.stringify(records)), LEDGER_TOOLS);
    expect(verdict.faults).toEqual([]);
    expect(verdict.head).toEqual(await head());
    for (const { hash, ...body } of records as Parameters<typeof sealed>[0][] & { hash: string }[]) {
      expect(sealed(body as never).hash).toBe(hash);
    }
  });

  test('the evaluation lists the picks of the track record, each with its place in the ledger', async () => {
    const { body } = await app.get('/v1/daily-pick/evaluation', DEMO_KEY);
    const record = (await app.get('/v1/daily-pick/track-record', DEMO_KEY)).body;
    const said = ({ symbol, featured_date, rule_version, return_pct, result }: Body) => ({
      symbol,
      featured_date,
      rule_version,
      return_pct,
      result,
    });
    expect(body.picks.map(said)).toEqual(record.picks);
    expect(body).toMatchObject({ replay: false, head: await head(), disclaimer: record.disclaimer });
    const chain = await app.storage.records.all();
    for (const pick of body.picks) {
      const { seq, hash } = pick.record;
      expect(chain[seq - 1]).toMatchObject({ type: 'pick', hash, symbol: pick.symbol, session: pick.featured_date });
      expect(pick.ml_win_prob).toBe((chain[seq - 1] as Body).ml.ml_win_prob);
    }
    expect(body.picks.find((pick: Body) => pick.record.seq === 2)).toMatchObject({
      return_pct: 2.25,
      corrected: true,
      random_dates: { windows: 252, win_rate: 0.56, avg_return_pct: 0.4 },
    });
    expect(body.picks[0]).toMatchObject({ convention: 'delisted', benchmark: { symbol: 'SPY', return_pct: 1.5 } });
  });

  test('picks are compared with random dates and the benchmark, and their probabilities with the results', async () => {
    const { excess, calibration } = (await app.get('/v1/daily-pick/evaluation')).body;
    expect(excess[0]).toMatchObject({ over: 'random_dates', picks: 1, awaited: 4, sum_pct: 1.85 });
    // 2.25, -0.5, 0.5, 1.5 and 2.5 less 1.5 each.
    const sums = excess[1].points.map((point: Body) => point.cumulative_pct);
    expect([excess[1].over, excess[1].awaited, sums]).toEqual(['benchmark', 0, [0.75, -1.25, -2.25, -2.25, -1.25]]);
    expect(calibration).toMatchObject({ picks: 5, bins: [{ picks: 5, predicted: 0.61, observed: 0.8 }] });
  });

  test('a cursor past the end is an empty page', async () => {
    const { body } = await app.get('/v1/daily-pick/ledger?cursor=99');
    expect(body).toMatchObject({ records: [], count: 0, next_cursor: null, head_seq: 13 });
  });

  test.each(['cursor=x', 'cursor=-1'])('%s is refused', async (query) => {
    const { status, body } = await app.get(`/v1/daily-pick/ledger?${query}`);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toContain(query.split('=')[0]);
  });

  test('the track record counts closed picks, with corrections, newest first', async () => {
    const { body } = await app.get('/v1/daily-pick/track-record', 'free');
    // -1.5 was corrected to 2.25; then -0.5, 0.5, 1.5, 2.5; the first pick is open.
    expect(body.summary).toMatchObject({ count: 5, win_count: 4, win_rate: 0.8, avg_return_pct: 1.25 });
    expect(body.summary).toMatchObject({
      setup_count: 5,
      delisted_count: 1,
      random_dates: { count: 1, win_rate: 0.56, avg_return_pct: 0.4, picks_avg_return_pct: 2.25 },
    });
    expect(body.picks.map((pick: { return_pct: number | null }) => pick.return_pct)).toEqual([
      2.5,
      1.5,
      0.5,
      -0.5,
      2.25,
      null,
    ]);
    expect(body.picks.at(-1)).toEqual({
      symbol: expect.any(String),
      featured_date: '2024-12-20',
      rule_version: 2,
      return_pct: null,
      result: 'open',
    });
  });
});

test('in the sandbox, every answer says that prices are simulated', async () => {
  const sandbox = await startTestApp({ now: '2024-06-28T15:00:00Z', predictorFor: fakePredictor });
  await sandbox.service.schedule.tick();
  const pick = await sandbox.get('/v1/daily-pick', 'free');
  expect(pick.headers['x-data-source']).toBe('sandbox');
  expect(pick.body.disclaimer).toMatch(/simulated/);
  expect(pick.body.card.disclaimer).toMatch(/simulated/);
  expect(pick.body.track_record.note).toMatch(/^Sandbox: prices are simulated/);
  const { body } = await sandbox.get('/v1/daily-pick/ledger', 'free');
  expect(body.records.map((record: { simulated: boolean }) => record.simulated)).toEqual([true]);
  expect(body.disclaimer).toMatch(/simulated/);
  await sandbox.close();
});

test('without a model, the 404 says that the model is missing', async () => {
  const bare = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS.slice(0, 2), predictorFor: async () => null });
  await bare.service.schedule.tick();
  const { status, body } = await bare.get('/v1/daily-pick', 'free');
  expect(status).toBe(404);
  expect(body.error.message).toContain('No prediction model is in service, and without one no pick is made');
  await bare.close();
});

/** Old records name no rule: they remain, verify and count as version 1. New picks are made by version 2. */
describe('with picks of the first version of the rule', () => {
  let app: TestApp;
  let old: { seq: number; hash: string }[];
  beforeAll(async () => {
    app = await startTestApp({ now: UNIVERSE_NOW, symbols: SYMBOLS, predictorFor: fakePredictor, metered: false });
    const { records } = app.storage;
    const published = { engine_version: '2', simulated: false };
    const first = await records.append('session 2024-12-02', () => ({
      entry: pickEntry('2024-12-02', published),
      card: CARD,
    }));
    const second = await records.append('session 2024-12-03', () => ({
      entry: pickEntry('2024-12-03', { ...published, symbol: 'MSFT' }),
      card: CARD,
    }));
    const outcome = outcomeEntry(first!, 2.5, { published_at: '2024-12-17T23:10:00.000Z' });
    await records.append(`outcome ${first!.seq}`, () => ({ entry: outcome }));
    old = [first!, second!];
    await app.service.schedule.tick();
  });
  afterAll(() => app.close());

  test('old records verify unchanged and name no rule, the new one names its own', async () => {
    const { body } = await app.get('/v1/daily-pick/ledger').expect(200);
    const picks = body.records.filter(({ type }: { type: string }) => type === 'pick');
    expect(picks.map(({ rule_version }: { rule_version?: number }) => rule_version)).toEqual([undefined, undefined, 2]);
    expect(picks.slice(0, 2).map(({ hash }: { hash: string }) => hash)).toEqual(old.map(({ hash }) => hash));
    expect(verifyLedger(await app.storage.records.stored(), LEDGER_TOOLS).faults).toEqual([]);
  });

  test('the latest pick and the record have the rule of each pick, and the number of picks of each rule', async () => {
    const latest = await app.get('/v1/daily-pick').expect(200);
    expect(latest.body.rule_version).toBe(2);
    const { body } = await app.get('/v1/daily-pick/track-record').expect(200);
    const rules = [
      { rule_version: 1, picks: 2 },
      { rule_version: 2, picks: 1 },
    ];
    expect(body.summary.rules).toEqual(rules);
    expect(latest.body.track_record.rules).toEqual(rules);
    expect(body.summary.note).toContain('2 picks by version 1 of the rule, 1 pick by version 2 of the rule');
    const ruleOf = ({ rule_version }: { rule_version: number }) => rule_version;
    expect(body.picks.map(ruleOf)).toEqual([2, 1, 1]);
    const evaluation = await app.get('/v1/daily-pick/evaluation').expect(200);
    expect(evaluation.body.picks.map(ruleOf)).toEqual([2, 1, 1]);
  });

  test.each([
    // 2024-12-02 to 20: fifteen sessions, three of them with a pick.
    ['2024-12-20T22:00:00Z', 'Of 15 sessions 0 had no card to pick and 12 were missed.'],
    ['2024-12-23T20:59:59Z', 'Of 15 sessions 0 had no card to pick and 12 were missed.'],
    ['2024-12-23T21:00:00Z', 'Of 16 sessions 0 had no card to pick and 13 were missed.'],
    ['2024-12-24T18:00:00Z', 'Of 17 sessions 0 had no card to pick and 14 were missed.'],
    ['2024-12-26T15:00:00Z', 'Of 17 sessions 0 had no card to pick and 14 were missed.'],
  ])('at %s a session that has closed without a record was missed, in every answer', async (now, sentence) => {
    app.clock.set(now);
    const { summary } = (await app.get('/v1/daily-pick/track-record').expect(200)).body;
    expect(summary.note).toContain(sentence);
    const { track_record, card } = (await app.get('/v1/daily-pick').expect(200)).body;
    expect([track_record, card.receipts.live_track_record]).toEqual([summary, summary]);
    app.clock.set(UNIVERSE_NOW);
  });

  test.each([
    ['track-record', ['2', '1', '1']],
    ['ledger', ['1', '1', '', '2']],
  ])('the table of the %s has the rule of each pick', async (what, versions) => {
    const { text } = await app.get(`/v1/daily-pick/${what}?format=csv`).expect(200);
    const [header, ...lines] = text.trim().split('\r\n');
    const column = header.split(',').indexOf('rule_version');
    expect(lines.map((line) => line.split(',')[column])).toEqual(versions);
  });

  test('the methodology describes both versions', async () => {
    const { text } = await app.get('/v1/methodology').expect(200);
    expect(text).toContain('Version 1: as above, but with the former strength');
    expect(text).toContain('Version 2: as above.');
  });

  test('a replay that was stored by another version of the rule is ignored, and deleted with the first new one', async () => {
    const snapshot = { ...(await currentPrices(app.service.pick.screening)), simulated: true };
    const [{ source }] = snapshot.symbols.values();
    const { replays } = app.storage;
    const choice = { session: '2024-12-19', as_of: '2024-12-18', pick: null, reason: 'none' };
    const formerKeys = [`${source}|2|1`, `${source}|3|1|1`];
    for (const key of formerKeys) await replays.put(key, { ...choice, rule_version: 1 }, null);
    const replayed = new ReplayedPicks(replays);
    expect(await replayed.walked(snapshot)).toEqual([]);
    await replayed.keep(snapshot, { ...choice, rule_version: 2 }, null);
    expect(await replayed.walked(snapshot)).toEqual([{ ...choice, rule_version: 2 }]);
    for (const key of formerKeys) expect(await replays.choices(key)).toEqual([]);
  });
});
