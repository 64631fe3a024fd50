import { setTimeout as sleep } from 'node:timers/promises';
import { LEDGER_TOOLS } from '../../../scripts/ledger';
import { sessionsBetween } from '../../../src/core/calendar/calendars';
import { fromIso, toIso } from '../../../src/core/calendar/dates';
import type { ReplayedSession } from '../../../src/core/record/pickRule';
import { verifyLedger } from '../../../src/core/record/verification';
import { replay } from '../../../src/jobs/replay';
import { DEMO_KEY, startTestApp, type TestApp, type TestAppOptions } from '../../helpers/app';
import { eventually } from '../../helpers/eventually';
import { fakePredictor } from '../../helpers/fakePredictor';
import { pickEntry } from '../../helpers/ledgerEntries';
import { listen } from '../../helpers/listen';
import { callTool, connectClient } from '../../helpers/mcp';
import { storeBars, storedBars } from '../../helpers/storage';
import { seasonalWalk } from '../../helpers/universe';

// biome-ignore lint/suspicious/noExplicitAny: the service itself holds every answer to the contract.
type Body = any;

/** A Friday, before the hour of the pick. */
const NOW = '2024-06-28T13:30:00Z';
const SESSIONS = 15;
const NO_HEAD = '0'.repeat(64);

let app: TestApp;
let others: TestApp[] = [];
async function end(): Promise<void> {
  for (const other of others) await other.close();
  others = [];
  await app.close();
}

const start = (options: TestAppOptions = {}) => startTestApp({ now: NOW, replaySessions: SESSIONS, ...options });

/** The same database, served by a new process. */
async function restart(options: TestAppOptions = {}): Promise<TestApp> {
  const other = await start({ over: app, ...options });
  others.push(other);
  return other;
}

/** Runs everything that the schedule starts, to its end. */
async function replayed(of = app): Promise<void> {
  await of.service.schedule.tick();
}

const pickOf = async (of = app, query = ''): Promise<Body> => (await of.get(`/v1/daily-pick${query}`, 'free')).body;
const recordOf = async (of = app): Promise<Body> => (await of.get('/v1/daily-pick/track-record', 'free')).body;
const walkedBy = async (of: TestApp, from: string, to: string) => {
  const walked: ReplayedSession[] = [];
  for await (const one of replay(of.service.pick.screening, fromIso(from), fromIso(to))) walked.push(one);
  return walked;
};
const noRecord = async () => {
  const stored = await app.storage.records.stored();
  expect(stored).toEqual([]);
  expect(verifyLedger(stored, LEDGER_TOOLS).faults).toEqual([]);
};

describe('a fresh sandbox', () => {
  beforeAll(async () => {
    app = await start();
    expect((await app.get('/v1/daily-pick')).status).toBe(404);
    await replayed();
  });
  afterAll(end);

  test('shows the picks of the sessions through yesterday, each made with the prices of the day before', async () => {
    const sessions = sessionsBetween('nyse', fromIso('2024-04-01'), fromIso('2024-06-27')).slice(-SESSIONS).map(toIso);
    const walked = await walkedBy(app, sessions[0], sessions[SESSIONS - 1]);
    const picks = walked.flatMap(({ session, pick, outcome }) =>
      pick === null
        ? []
        : [
            {
              symbol: pick.symbol,
              featured_date: session,
              rule_version: 2,
              return_pct: outcome?.return_pct ?? null,
              result: outcome?.result ?? 'open',
            },
          ],
    );
    const record = await recordOf();
    expect(record.picks).toEqual(picks.reverse());
    expect(record.summary).toMatchObject({
      count: picks.filter(({ result }) => result !== 'open').length,
      win_count: picks.filter(({ result }) => result === 'win').length,
    });
    expect(picks.length).toBeGreaterThan(0);
    expect(record.summary.note).toContain(`in ${SESSIONS} sessions from ${sessions[0]} to 2024-06-27`);
    const none = walked.filter(({ pick }) => pick === null);
    expect(none.length).toBeGreaterThan(0);
    expect(record.summary.note).toContain(
      `${none.length} had no card to pick, the last of them ${none.at(-1)!.session}`,
    );
    // The reason stands by itself: it names the level of p_symbol that it speaks of.
    expect(none.map(({ reason }) => reason)).toEqual(
      none.map(() => expect.stringContaining('a p_symbol of at most 0.05')),
    );

    const body = await pickOf();
    const latest = walked.findLast(({ pick }) => pick !== null)!;
    expect([body.featured_date, body.as_of]).toEqual([latest.session, latest.as_of]);
    expect(body.as_of < body.featured_date).toBe(true);
    expect(body.card).toMatchObject({ symbol: latest.pick!.symbol, edge_score: latest.pick!.edge_score, ml: null });
    await noRecord();
  });

  test('its evaluation marks the picks as unpublished: no ledger record, no prediction', async () => {
    const { body } = await app.get('/v1/daily-pick/evaluation', 'free');
    const record = await recordOf();
    expect(body).toMatchObject({
      replay: true,
      calibration: null,
      head: { seq: 0, hash: NO_HEAD },
      disclaimer: record.disclaimer,
    });
    expect(body.picks.map((pick: Body) => [pick.symbol, pick.featured_date, pick.return_pct])).toEqual(
      record.picks.map((pick: Body) => [pick.symbol, pick.featured_date, pick.return_pct]),
    );
    for (const pick of body.picks) expect(pick).toMatchObject({ record: null, ml_win_prob: null, random_dates: null });
    const [random, benchmark] = body.excess;
    expect(random).toMatchObject({ picks: 0, awaited: record.summary.count, points: [] });
    expect(benchmark.points.length).toBe(record.summary.count);
    for (const { return_pct, against_pct, excess_pct } of benchmark.points)
      expect(excess_pct).toBeCloseTo(return_pct - against_pct, 3);
  });

  test('the return of a closed pick is that of its window, from close to close', async () => {
    const { picks } = await recordOf();
    const closed = picks.filter(({ result }: Body) => result !== 'open');
    for (const { featured_date, symbol, return_pct } of closed) {
      const card = await cardOf(featured_date);
      const { day, close } = await storedBars(app.storage.prices, symbol);
      const from = day.findIndex((d) => d >= fromIso(card.setup.entry_date));
      const to = day.findLastIndex((d) => d <= fromIso(card.setup.exit_date));
      const change = 100 * (close[to] / close[from] - 1);
      expect(return_pct).toBeCloseTo(card.direction === 'long' ? change : -change, 3);
    }
  });

  test('every answer says that it is a replay', async () => {
    const body = await pickOf();
    const record = await recordOf();
    const said = /Replayed over simulated prices.*not published in advance/;
    for (const answer of [body, record]) {
      expect(answer).toMatchObject({ replay: true, head_hash: NO_HEAD });
      expect(answer.disclaimer).toMatch(said);
    }
    for (const summary of [body.track_record, record.summary]) {
      expect(summary.note).toMatch(/A replay, not a forward record, and not published in advance/);
      expect(summary.note).toMatch(/nothing of this replay is in it/);
      expect(summary.note).toContain(
        'Effects were planted in some symbols: what is won here says nothing of a market.',
      );
      expect(summary.note).toContain(
        'No daily pick has been published yet; the next is due on 2024-06-28, after 10:00',
      );
    }
    expect(body.card.disclaimer).toMatch(said);
    expect(body.card.tier_notes).toMatch(/a replay of past sessions is made without the model/);
    expect(body.card.next_step.copy_text).toMatch(/^Replayed, not published in advance: /);
    // The live track record contains none of the replay.
    expect(body.card.receipts.live_track_record).toMatchObject({ count: 0, random_dates: null });
    for (const view of ['evidence', 'decision', 'table']) {
      const shown = await pickOf(app, `?view=${view}`);
      expect([shown.view, shown.replay, shown.card.symbol]).toEqual([view, true, body.card.symbol]);
    }
    expect((await pickOf(app, '?include=chart')).card.chart.seasonal_curve.length).toBeGreaterThan(360);
    const demo = await app.get('/v1/daily-pick', DEMO_KEY);
    expect([demo.status, demo.headers['x-data-source']]).toEqual([200, 'sandbox']);
    const ledger = await app.get('/v1/daily-pick/ledger');
    expect(ledger.body).toMatchObject({ records: [], count: 0, head_hash: NO_HEAD, head_seq: 0 });
  });

  test('MCP tools say that it is a replay, too', async () => {
    const server = await listen(app.app);
    const client = await connectClient(server.url, app.keys.pro);
    const pick = await callTool(client, 'daily_pick');
    expect(pick.body.replay).toBe(true);
    expect(pick.text).toMatch(/^Replayed pick, not published in advance, of 2024-0[56]-/);
    const record = await callTool(client, 'pick_track_record');
    expect(record.body.replay).toBe(true);
    expect(record.text).toMatch(/A replay, not a forward record/);
    await client.close();
    await server.close();
  });

  test('has no ticket once the entry is past', async () => {
    const { card } = await pickOf();
    const entry = fromIso(card.next_step.order_ticket?.suggested_entry_date ?? card.setup.entry_date);
    app.clock.set(new Date(Date.parse(toIso(entry + 1)) + 14 * 3_600_000));
    const later = (await pickOf()).card;
    app.clock.set(NOW);
    expect(later.next_step.order_ticket).toBeUndefined();
    expect(later.next_step.set_reminder).toBeUndefined();
    expect(later.next_step.headline).toBe(`No order ticket: the entry date ${card.setup.entry_date} is past.`);
  });

  test('is served by another process without being repeated', async () => {
    const first = await recordOf();

    // With one rotation the choice would differ: the answer must come from the database.
    const other = await restart({ nullDistributions: { rotations: 1 } });
    await replayed(other);
    expect(await recordOf(other)).toEqual(first);
    expect(await pickOf(other)).toEqual(await pickOf());
  });

  test('is extended by the schedule when the sandbox gains a day', async () => {
    const first = await recordOf();
    app.clock.set('2024-07-01T04:10:00Z');
    await replayed();
    app.clock.set('2024-07-01T04:20:00Z');
    await replayed();
    const { summary, picks } = await recordOf();
    expect(summary.note).toContain(`in ${SESSIONS + 1} sessions from`);
    expect(summary.note).toContain('to 2024-06-28');
    const before = picks.filter(({ featured_date }: Body) => featured_date < '2024-06-28');
    const named = (all: Body[]) => all.map(({ symbol, featured_date }) => [symbol, featured_date]);
    expect(named(before)).toEqual(named(first.picks));
  });

  test('shows no session after the clock, and starts over after a long gap', async () => {
    const earlier = await restart({ now: '2024-06-10T13:30:00Z' });
    await replayed(earlier);
    const past = await recordOf(earlier);
    expect(past.summary.note).toContain('to 2024-06-07');
    expect(past.picks.every(({ featured_date }: Body) => featured_date < '2024-06-10')).toBe(true);

    const muchLater = await restart({ now: '2024-12-20T13:30:00Z' });
    await replayed(muchLater);
    const { note } = (await recordOf(muchLater)).summary;
    expect(note).toContain(`in ${SESSIONS} sessions from`);
    expect(note).toContain('to 2024-12-19');
  });
});

describe('the replay', () => {
  afterEach(end);

  test('is not made with SIGNIFICANCE=off', async () => {
    app = await start({ env: { SIGNIFICANCE: 'off' } });
    await replayed();
    expect((await app.get('/v1/daily-pick')).status).toBe(404);
    expect(await recordOf()).toMatchObject({ picks: [], replay: false });
  });

  test('is continued after an interruption', async () => {
    app = await start();
    const first = await startTestApp({ now: NOW, replaySessions: SESSIONS, over: app });
    const walking = first.service.schedule.tick();
    const stored = async () => (await app.sql('replayed_session').count({ n: '*' }))[0].n as number;
    await eventually(async () => (await stored()) > 0);
    await first.close();
    await walking;
    const kept = await stored();
    expect(kept).toBeLessThan(SESSIONS);
    await replayed();
    expect((await recordOf()).summary.note).toContain(`in ${SESSIONS} sessions from`);
    expect((await app.sql('replayed_session').count({ n: '*' }))[0].n).toBe(SESSIONS);
  });

  describe('next to real data', () => {
    test('the first real pick replaces the replay in both answers', async () => {
      app = await start({ predictorFor: fakePredictor });
      await replayed();
      expect(await pickOf()).toMatchObject({ replay: true });
      app.clock.set('2024-06-28T15:00:00Z');
      await replayed();
      const [record] = await app.storage.records.all();
      expect(record).toMatchObject({ type: 'pick', seq: 1 });
      const body = await pickOf();
      expect(body).toMatchObject({ replay: false, featured_date: '2024-06-28', head_hash: record.hash });
      expect(body.card.ml.ml_win_prob).toBe(0.55);
      expect(body.disclaimer).not.toMatch(/Replayed/);
      expect(await recordOf()).toMatchObject({
        replay: false,
        summary: { count: 0, setup_count: 0 },
        picks: [{ featured_date: '2024-06-28', result: 'open' }],
      });
    });

    test('a session without a pick keeps the replay, shown with the real head of the ledger', async () => {
      app = await start();
      await replayed();
      const { published_at, session, simulated: _, clock, ...rest } = pickEntry('2024-06-27');
      const { as_of, engine_version, data_version, model_version, market_failures } = rest;
      const shared = {
        published_at,
        session,
        clock,
        as_of,
        engine_version,
        data_version,
        model_version,
        market_failures,
      };
      const record = await app.storage.records.append('session 2024-06-27', () => ({
        entry: { ...shared, simulated: true, type: 'no_pick', reason: 'no setup qualified' },
      }));
      for (const body of [await pickOf(), await recordOf()])
        expect(body).toMatchObject({ replay: true, head_hash: record!.hash });
      expect((await pickOf()).card.receipts.live_track_record.note).toContain('Of 1 session 1 had no card to pick');
    });

    test('begins once no model is trained: the two at once would take too much memory', async () => {
      app = await start({ replaySessions: 2 });
      const { queue } = app.service;
      let endTraining = () => {};
      const trained = new Promise<void>((resolve) => {
        endTraining = resolve;
      });
      queue.work('train', () => trained);
      await queue.send('train', {}, { key: 'model' });
      const replaying = replayed();
      await eventually(async () => (await queue.list({ queue: 'sandbox-replay', state: 'active' })).length === 1);
      await sleep(1_500);
      expect(await app.sql('replayed_session').select('session')).toEqual([]);
      endTraining();
      await replaying;
      expect(await app.sql('replayed_session').select('session')).toHaveLength(2);
    });

    test('real prices end the replay at once, and it is never shown with them', async () => {
      app = await start();
      await replayed();
      const bars = seasonalWalk({ seed: 1, from: '2010-01-04', to: '2024-06-27' });
      await storeBars(app.storage.prices, { symbol: 'REAL', markets: ['0'] }, bars);
      const none = await app.get('/v1/daily-pick');
      expect([none.status, none.body.error.message]).toEqual([404, expect.not.stringMatching(/replay/i)]);
      expect(await recordOf()).toMatchObject({ replay: false, picks: [], summary: { count: 0 } });
      expect(JSON.stringify(await recordOf())).not.toMatch(/simulated|Replayed/);
      await replayed();
      const other = await restart();
      await replayed(other);
      for (const each of [app, other]) {
        expect((await each.get('/v1/daily-pick')).status).toBe(404);
        expect(await recordOf(each)).toMatchObject({ replay: false, picks: [] });
      }
      await noRecord();
    });
  });
});

/** The stored card of a replayed session. */
async function cardOf(session: string): Promise<Body> {
  const text = await app.sql('replayed_session').where({ session }).first('card');
  return JSON.parse(text.card);
}
