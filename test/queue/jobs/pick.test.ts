import { setTimeout } from 'node:timers/promises';
import type { components } from '../../../generated/openapi';
import { LEDGER_TOOLS } from '../../../scripts/ledger';
import { nyseClose } from '../../../src/clock';
import { nextSession, sessionsBetween } from '../../../src/core/calendar/calendars';
import { type Day, fromIso, toIso, weekdayOf } from '../../../src/core/calendar/dates';
import { isHalfDay } from '../../../src/core/calendar/nyse';
import type { LedgerRecord, RecordOf } from '../../../src/core/record/ledger';
import { verifyLedger } from '../../../src/core/record/verification';
import { barsThrough } from '../../../src/core/window/bars';
import { makePick, type PickDeps, scorePicks } from '../../../src/jobs/pick';
import { replay } from '../../../src/jobs/replay';
import { renameSymbol } from '../../../src/jobs/symbolChanges';
import type { PickPredictor } from '../../../src/services/screening/predictions';
import { canonical, sha256 } from '../../../src/storage/hashes';
import { startTestApp, type TestApp } from '../../helpers/app';
import { fakePredictor } from '../../helpers/fakePredictor';
import { perennial } from '../../helpers/perennial';
import { listed, restate, storeBars } from '../../helpers/storage';
import { winterUniverse } from '../../helpers/universe';

type PatternCard = components['schemas']['PatternCard'];

const SYMBOLS = winterUniverse();
const start = (now: string, predictorFor = fakePredictor) => startTestApp({ now, symbols: SYMBOLS, predictorFor });

/** 10:00 in New York on a session, in winter and summer. */
const morning = (session: string) =>
  new Date(nyseClose(fromIso(session)).getTime() - (isHalfDay(fromIso(session)) ? 3 : 6) * 3_600_000).toISOString();
const evening = (session: string) => new Date(Date.parse(morning(session)) + 9 * 3_600_000).toISOString();

const ledgerOf = (app: TestApp) => app.storage.records;
const faultsOf = async (app: TestApp) => verifyLedger(await ledgerOf(app).stored(), LEDGER_TOOLS).faults;
const ofType = async <T extends LedgerRecord['type']>(app: TestApp, type: T) =>
  (await ledgerOf(app).all()).filter((record): record is RecordOf<T> => record.type === type);
const sessionsOf = async (app: TestApp) =>
  (await ledgerOf(app).all()).flatMap((record) =>
    record.type === 'pick' || record.type === 'no_pick' ? [record.session] : [],
  );

let app: TestApp;
afterEach(() => app.close());

/** Starts a service and makes the pick of its day. */
async function picked(now: string): Promise<RecordOf<'pick'>> {
  app = await start(now);
  expect((await makePick(app.service.pick)).status).toBe('recorded');
  return (await ofType(app, 'pick'))[0];
}

const barsOf = (symbol: string) => SYMBOLS.find((one) => one.symbol === symbol)!.bars;

/** What a pick returned, by the definition: from the first close on or after its entry to the last on or before its exit. */
function returnOf(pick: RecordOf<'pick'>) {
  const { day, close } = barsOf(pick.symbol);
  const from = day.findIndex((d) => d >= fromIso(pick.entry_date));
  const to = day.findLastIndex((d) => d <= fromIso(pick.exit_date));
  const change = 100 * (close[to] / close[from] - 1);
  const pct = pick.direction === 'long' ? change : -change;
  return { entry: toIso(day[from]), exit: toIso(day[to]), pct };
}

describe('over weeks', () => {
  // Thanksgiving on Nov 28, half days on Nov 29 and Dec 24, New Year, a closure on Jan 9.
  const first = '2024-11-25';
  const last = '2025-01-10';
  const sessions = sessionsBetween('nyse', fromIso(first), fromIso(last)).map(toIso);
  const down = new Set(['2024-12-10', '2024-12-11', '2024-12-12']);

  test('records each session of uptime once, before its entry, and each outcome once, by the fixed rule', async () => {
    app = await start('2024-11-24T22:30:00Z');
    for (let day = fromIso(first); day <= fromIso(last); day++) {
      const date = toIso(day);
      if (down.has(date)) continue;
      // After ten and in the evening of New York; on Mondays also at midnight and before ten, when nothing is due.
      for (const time of [...(weekdayOf(day) === 1 ? ['05:00', '13:55'] : []), '15:10', '23:30']) {
        app.clock.set(`${date}T${time}:00Z`);
        if (time === '23:30') await caughtUp(SYMBOLS[0].bars.day.findLast((d) => d <= day)!);
        await app.service.schedule.tick();
      }
    }
    expect(await sessionsOf(app)).toEqual(sessions.filter((session) => !down.has(session)));
    expect(await faultsOf(app)).toEqual([]);

    const picks = await ofType(app, 'pick');
    expect(picks.length).toBeGreaterThan(5);
    for (const pick of picks) {
      expect(Date.parse(pick.published_at)).toBeLessThanOrEqual(
        nyseClose(fromIso(pick.session)).getTime() - 15 * 60_000,
      );
      expect(pick.entry_date >= pick.session && pick.as_of < pick.session).toBe(true);
      expect(pick.hold_days).toBeGreaterThanOrEqual(10);
      expect(pick.hold_days).toBeLessThanOrEqual(90);
      expect(pick.edge_score).toBeGreaterThanOrEqual(40);
    }

    for (const [i, pick] of picks.entries()) {
      const open = picks.slice(0, i).filter(({ exit_date }) => exit_date >= pick.session);
      expect(open.map(({ symbol, direction }) => [symbol, direction])).not.toContainEqual([
        pick.symbol,
        pick.direction,
      ]);
    }

    const outcomes = await ofType(app, 'outcome');
    expect(outcomes.length).toBeGreaterThan(2);
    for (const outcome of outcomes) {
      const pick = picks.find(({ seq }) => seq === outcome.pick.seq)!;
      const { entry, exit, pct } = returnOf(pick);
      expect(outcome.return_pct).toBeCloseTo(pct, 3);
      expect([outcome.entry_session, outcome.exit_session]).toEqual([entry, exit]);
      expect(outcome.published_at.slice(0, 10) >= outcome.exit_session!).toBe(true);
      expect(outcome.benchmark?.symbol).toBe('SPY');
    }
    const due = picks.filter(({ exit_date }) => exit_date <= '2025-01-09').map(({ seq }) => seq);
    expect(outcomes.map((outcome) => outcome.pick.seq).sort((a, b) => a - b)).toEqual(due);
  });
});

describe('the moment of publication', () => {
  test.each([
    ['15 minutes before the close', '2024-12-20T20:45:00Z', '2024-12-20'],
    ['14 minutes before it', '2024-12-20T20:46:00Z', '2024-12-21'],
    ['after it', '2024-12-20T22:00:00Z', '2024-12-21'],
    ['15 minutes before a half day ends', '2024-12-24T17:45:00Z', '2024-12-24'],
    ['after the half day', '2024-12-24T18:30:00Z', '2024-12-25'],
  ])('%s, entries begin on a close that can be reached', async (_, now, earliest) => {
    const pick = await picked(now);
    expect(pick.entry_date >= earliest).toBe(true);
    expect(Date.parse(pick.published_at)).toBeLessThan(nyseClose(fromIso(pick.earliest_entry)).getTime());
    expect(await ledgerOf(app).card(1)).toMatchObject({ setup: { entry_date: pick.entry_date } });
  });

  test.each([
    ['the session closes', '2024-12-20T21:00:01Z', '2024-12-23'],
    // Its close is still ahead, but too near to be traded for certain.
    ['the last 15 minutes before the close begin', '2024-12-20T20:45:01Z', '2024-12-20'],
  ])('if %s during the scan, the entry moves to the next session', async (_, later, earliest) => {
    app = await start('2024-12-20T20:44:00Z');
    const slow: PickDeps = {
      ...app.service.pick,
      predictorFor: (snapshot) => {
        app.clock.set(later);
        return fakePredictor(snapshot);
      },
    };
    // The first scan is of Dec 20: its entries are thrown away, not its session.
    app.clock.set('2024-12-20T20:44:00Z');
    expect((await makePick(slow)).status).toBe('recorded');
    const [pick] = await ofType(app, 'pick');
    expect(pick.session).toBe('2024-12-20');
    expect(pick.earliest_entry).toBe(earliest);
    expect(pick.entry_date > '2024-12-20').toBe(true);
  });

  test('if midnight passes during the scan, the session is missed', async () => {
    app = await start('2024-12-21T04:59:00Z');
    const slow: PickDeps = {
      ...app.service.pick,
      predictorFor: (snapshot) => {
        app.clock.set('2024-12-21T05:00:30Z');
        return fakePredictor(snapshot);
      },
    };
    expect(await makePick(slow)).toEqual({ status: 'missed' });
    expect((await ledgerOf(app).head()).seq).toBe(0);
  });
});

describe('no pick is made', () => {
  test('on a Saturday, on Christmas, on a day of mourning', async () => {
    app = await start('2024-12-21T15:00:00Z');
    for (const now of ['2024-12-21T15:00:00Z', '2024-12-25T15:00:00Z', '2025-01-09T15:00:00Z']) {
      app.clock.set(now);
      expect([now, await makePick(app.service.pick)]).toEqual([now, { status: 'no_session' }]);
    }
  });

  test('without a model', async () => {
    app = await start('2024-12-20T15:00:00Z', async () => null);
    expect(await makePick(app.service.pick)).toEqual({ status: 'no_model' });
    await app.service.schedule.tick();
    expect((await ledgerOf(app).head()).seq).toBe(0);
  });

  test('twice, nor for a past day by a clock set back', async () => {
    await picked('2024-12-20T15:00:00Z');
    expect(await makePick(app.service.pick)).toEqual({ status: 'exists' });
    app.clock.set('2024-12-20T20:00:00Z');
    await app.service.schedule.tick();
    app.clock.set('2024-12-18T15:00:00Z');
    await expect(makePick(app.service.pick)).rejects.toThrow(/no record is backdated/);
    expect(await sessionsOf(app)).toEqual(['2024-12-20']);
  });

  test('but "no pick" is recorded with its reason if the model has no prediction', async () => {
    const silent: PickPredictor = { version: 'silent', predict: async () => ({ reason: 'no_history' }) };
    app = await start('2024-12-20T15:00:00Z', async () => silent);
    await makePick(app.service.pick);
    const [record] = await ofType(app, 'no_pick');
    expect(record).toMatchObject({ session: '2024-12-20', model_version: 'silent' });
    expect(record.reason).toMatch(/^the model had no prediction for any of \d+ cards$/);
  });

  test('but "no pick" is recorded with its reason if prices are old', async () => {
    app = await start('2025-07-21T15:00:00Z');
    await makePick(app.service.pick);
    expect((await ofType(app, 'no_pick'))[0].reason).toBe('prices are more than 10 days old');
  });
});

test('the pick is the first row of the scan over HTTP, and its record has the hash of the stored card', async () => {
  const pick = await picked('2024-12-20T15:00:00Z');
  const query = 'markets=0,1,2,3,4,11&window=now&min_days=10&max_days=90&rank_by=edge&limit=50';
  const { body } = await app.get(`/v1/scan?${query}`);
  const best = body.opportunities[0];
  expect([pick.symbol, pick.direction, pick.entry_date, pick.hold_days, pick.edge_score]).toEqual([
    best.symbol,
    best.direction,
    best.setup.entry_date,
    best.setup.hold_days,
    best.edge_score,
  ]);
  const card = (await ledgerOf(app).card(pick.seq))!;
  expect(sha256(canonical(card))).toBe(pick.card_hash);
  expect(card).toMatchObject({ receipts: { per_year: best.receipts.per_year }, ml: pick.ml });
});

/** Runs the job of the pick, stops the queue once the pick has `begun` to wait, and checks that nothing was recorded. */
async function stopDuringPick(begun: Promise<void>): Promise<void> {
  const { queue } = app.service;
  await queue.send('daily-pick', {}, { key: 'daily-pick' });
  const settled = queue.settled();
  await begun;
  await queue.stop();
  await settled;
  expect(await ledgerOf(app).all()).toEqual([]);
}

test('a process that stops does not wait for the significance of the pick', async () => {
  app = await start('2024-12-20T15:00:00Z');
  const { engine } = app.service.pick.screening;
  const begun = new Promise<void>((resolve) => {
    jest.spyOn(engine, 'rotate').mockImplementation(() => {
      resolve();
      return new Promise(() => {});
    });
  });
  await stopDuringPick(begun);
});

describe('what came true in the market of the pick', () => {
  const symbols = winterUniverse(20, '2004-01-02');
  const studied = async () => {
    const lines: string[] = [];
    const logTo = { write: (line: string) => void lines.push(line) };
    app = await startTestApp({ now: '2024-12-20T15:00:00Z', symbols, predictorFor: fakePredictor, logTo });
    return lines;
  };
  const recorded = async () => (await ledgerOf(app).card(1)) as PatternCard;

  test('is measured before the pick is made', async () => {
    await studied();
    expect((await makePick(app.service.pick)).status).toBe('recorded');
    expect((await recorded()).came_true).toMatchObject({ status: 'ready', share: expect.any(Number) });
  });

  test('is the same while another process measures it', async () => {
    await studied();
    const other = await startTestApp({ over: app, now: '2024-12-20T15:00:00Z' });
    try {
      await other.service.queue.send('came-true', {}, { key: 'came-true' });
      await Promise.all([makePick(app.service.pick), other.service.queue.settled()]);
      const { came_true, analyze_url } = await recorded();
      expect(came_true).toMatchObject({ status: 'ready' });
      expect((await other.get(analyze_url!).expect(200)).body.card.came_true).toEqual(came_true);
    } finally {
      await other.close();
    }
  });

  test('is not waited for by a process that stops', async () => {
    await studied();
    const { engine } = app.service.pick.screening;
    const begun = new Promise<void>((resolve) => {
      jest.spyOn(engine, 'studyMarket').mockImplementation((_, { signal }) => {
        resolve();
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      });
    });
    await stopDuringPick(begun);
  });

  test('stays pending if it cannot be measured, and the log says why', async () => {
    const lines = await studied();
    jest.spyOn(app.service.pick.screening.engine, 'studyMarket').mockRejectedValue(new Error('no memory'));
    expect((await makePick(app.service.pick)).status).toBe('recorded');
    expect((await recorded()).came_true).toMatchObject({ status: 'pending' });
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        market: '0',
        msg: 'what came true in a market could not be measured',
        err: expect.objectContaining({ message: 'no memory' }),
      }),
    );
  });
});

test('no record holds a price, and prices restated after scoring change none', async () => {
  const pick = await picked('2024-12-02T15:00:00Z');
  app.clock.set(evening('2025-03-31'));
  const [outcome] = await scorePicks(app.service.pick);
  expect(outcome).toMatchObject({ type: 'outcome', pick: { seq: pick.seq } });
  const before = await ledgerOf(app).all();

  const closes = new Set(SYMBOLS.flatMap(({ bars }) => [...bars.close].map((c) => c.toFixed(2))));
  const numbers = before.flatMap((record) => canonical(record).match(/-?\d+\.\d{2,}/g) ?? []);
  // A return of a few percent may look like a price of a few dollars: these cost 20 and more.
  for (const number of numbers) if (Number(number) > 20) expect(closes.has(Number(number).toFixed(2))).toBe(false);

  const bars = barsOf(pick.symbol);
  const restated = { ...bars, close: bars.close.map((c, i) => c * (1 + i / 1000)) };
  await restate(app.storage.prices, pick.symbol, restated);
  expect(await scorePicks(app.service.pick)).toEqual([]);
  await app.service.schedule.tick();
  expect((await ledgerOf(app).all()).slice(0, 2)).toEqual(before);
  expect(await faultsOf(app)).toEqual([]);
});

/** Waits until the service shows the bars of the clock's day, which takes a little longer on a busy machine. */
async function caughtUp(through: Day): Promise<void> {
  const { engine } = app.service.pick.screening;
  while ((await engine.current()).markets.get('0')?.asOf !== through) await setTimeout(1);
}

test('random dates get their own record once the last of them is over', async () => {
  const pick = await picked('2024-09-03T14:30:00Z');
  const bars = barsOf(pick.symbol);
  const days = [...bars.day];
  const own = days.findIndex((d) => d >= fromIso(pick.entry_date));
  const end = days[own + 126] + pick.hold_days - 1;
  const over = days.find((d) => d >= end)!;

  const types = async (session: number) => {
    app.clock.set(evening(toIso(session)));
    await caughtUp(days.findLast((d) => d <= session)!);
    return (await scorePicks(app.service.pick)).map(({ type }) => type);
  };
  expect(await types(fromIso(pick.exit_date) + 5)).toEqual(['outcome']);
  expect(await types(days[days.indexOf(over) - 1])).toEqual([]);
  expect(await types(over)).toEqual(['random_dates']);
  expect(await types(over + 1)).toEqual([]);

  // By the definition, without the code under test.
  const returns: number[] = [];
  for (let i = own - 126; i <= own + 126; i++) {
    const out = days.findLastIndex((d) => d <= days[i] + pick.hold_days - 1);
    const change = 100 * (bars.close[out] / bars.close[i] - 1);
    if (i !== own) returns.push(pick.direction === 'long' ? change : -change);
  }
  const [record] = await ofType(app, 'random_dates');
  const { windows, win_rate, avg_return_pct } = record.figures!;
  expect([record.pick.seq, windows]).toEqual([pick.seq, 252]);
  expect(win_rate).toBeCloseTo(returns.filter((r) => r > 0).length / 252, 4);
  expect(avg_return_pct).toBeCloseTo(returns.reduce((a, b) => a + b, 0) / 252, 4);
  expect((await ofType(app, 'outcome'))[0]).not.toHaveProperty('random_dates');
  expect(await faultsOf(app)).toEqual([]);
  const { body } = await app.get('/v1/daily-pick/track-record');
  expect(body.summary).toMatchObject({
    count: 1,
    setup_count: 1,
    random_dates: { count: 1, win_rate, avg_return_pct },
  });
});

describe('a pick whose symbol was renamed later', () => {
  const rename = (...options: string[]) =>
    perennial({ DATABASE_URL: app.file, NOW: app.clock.now().toISOString() }, 'symbols', 'rename', ...options);

  test('keeps its symbol, is not picked again while it is open, and is scored under the new ticker', async () => {
    const pick = await picked('2024-12-02T15:00:00Z');
    expect(await rename(pick.symbol, 'NEWCO')).toMatchObject({ code: 0, err: '' });
    expect(await perennial({ DATABASE_URL: app.file }, 'symbols', 'remove', 'newco')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`a pick of the record on ${pick.symbol} is still open, and would never be scored`),
    });

    app.clock.set('2024-12-03T15:00:00Z');
    await makePick(app.service.pick);
    const next = (await ofType(app, 'pick'))[1];
    expect(next === undefined || next.symbol !== 'NEWCO' || next.direction !== pick.direction).toBe(true);

    // Beyond the 90 days after which a symbol without a trade is delisted.
    app.clock.set(evening('2025-06-20'));
    await app.service.schedule.tick();
    const outcome = (await ofType(app, 'outcome')).find((one) => one.pick.seq === pick.seq)!;
    const { exit, pct } = returnOf(pick);
    expect(outcome).toMatchObject({ convention: null, exit_session: exit });
    expect(outcome.return_pct).toBeCloseTo(pct, 3);
    expect(await faultsOf(app)).toEqual([]);
    // The record keeps the ticker of its time, even if another company has it by now.
    expect((await app.get('/v1/daily-pick/track-record')).body.picks.at(-1).symbol).toBe(pick.symbol);
  });

  test('is scored by its own prices if renamed at the same instant and its ticker is reused', async () => {
    const pick = await picked('2024-12-02T15:00:00Z');
    const { clock, storage } = app;
    await renameSymbol({ ...storage, clock }, pick.symbol, 'NEWCO', {});
    const other = { symbol: pick.symbol, markets: ['0'] };
    const bars = barsOf(pick.symbol);
    await storeBars(app.storage.prices, other, { ...bars, close: bars.close.map(() => 5) });
    app.clock.set(evening('2025-06-20'));
    await app.service.schedule.tick();
    const outcome = (await ofType(app, 'outcome')).find((one) => one.pick.seq === pick.seq)!;
    expect(outcome.return_pct).not.toBe(0);
  });
});

test('a symbol without trades counts as delisted if its market continues; if a part of it ends too, the pick stays open', async () => {
  const pick = await picked('2024-12-02T15:00:00Z');
  const others = SYMBOLS.map(({ symbol }) => symbol).filter((symbol) => symbol !== pick.symbol);
  const last = nextSession('nyse', fromIso(pick.entry_date) + 3);
  app.clock.set(evening('2025-06-20'));
  /** Scores the pick while the picked symbol and some others have no bar since just after its entry. */
  const outcomeWithout = async (...stopped: string[]) => {
    for (const { symbol, bars } of SYMBOLS) {
      const hasStopped = symbol === pick.symbol || stopped.includes(symbol);
      await restate(app.storage.prices, symbol, hasStopped ? barsThrough(bars, last) : bars);
    }
    return (await scorePicks(app.service.pick)).filter(({ type }) => type === 'outcome');
  };
  expect(await outcomeWithout(...others.slice(1))).toEqual([]);
  // Four of fourteen end together: the market continues.
  expect(await outcomeWithout(...others.slice(0, 3))).toEqual([]);
  expect(await outcomeWithout()).toMatchObject([{ pick: { seq: pick.seq }, convention: 'delisted' }]);
  expect((await app.get('/v1/daily-pick/track-record')).body.summary.delisted_count).toBe(1);
});

test('two services over one database make one record', async () => {
  app = await start('2024-12-20T15:00:00Z');
  const other: PickDeps = { ...app.service.pick, ledger: ledgerOf(app) };
  const results = await Promise.all([makePick(app.service.pick), makePick(other), makePick(app.service.pick)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['exists', 'exists', 'recorded']);
  expect(await sessionsOf(app)).toEqual(['2024-12-20']);
});

test('the sandbox is extended after midnight, and its record says that prices are simulated', async () => {
  app = await startTestApp({ now: '2024-12-19T15:00:00Z', predictorFor: fakePredictor });
  const lastDay = async () => toIso((await listed(app.storage.prices, 'AAPL'))!.series!.lastDay);
  expect(await lastDay()).toBe('2024-12-18');
  await app.service.schedule.tick();
  app.clock.set('2024-12-20T04:59:00Z');
  await app.service.schedule.tick();
  expect(await lastDay()).toBe('2024-12-18');
  app.clock.set('2024-12-20T05:00:00Z');
  await app.service.schedule.tick();
  expect(await lastDay()).toBe('2024-12-19');
  expect((await ledgerOf(app).all()).every(({ simulated }) => simulated)).toBe(true);
  expect((await ledgerOf(app).head()).seq).toBe(1);
});

test('a replay makes the same choices point in time, and records nothing', async () => {
  app = await start('2025-03-31T23:00:00Z');
  const walked = [];
  for await (const one of replay(app.service.pick.screening, fromIso('2024-12-18'), fromIso('2024-12-26')))
    walked.push(one);
  expect(walked.map(({ session }) => session)).toEqual([
    '2024-12-18',
    '2024-12-19',
    '2024-12-20',
    '2024-12-23',
    '2024-12-24',
    '2024-12-26',
  ]);
  expect(walked.every((one) => one.replay && one.as_of! < one.session)).toBe(true);
  expect((await ledgerOf(app).head()).seq).toBe(0);

  // As a service would have picked on the first morning, with a model that prefers nothing.
  const live = await start(morning('2024-12-18'));
  await makePick(live.service.pick);
  const [pick] = await ofType(live, 'pick');
  await live.close();
  const same = walked[0].pick!;
  expect([same.symbol, same.direction, same.entry_date, same.exit_date, same.edge_score]).toEqual([
    pick.symbol,
    pick.direction,
    pick.entry_date,
    pick.exit_date,
    pick.edge_score,
  ]);

  // Like the record, it does not pick a setup again while it is open.
  for (const [i, { session, pick: later }] of walked.entries()) {
    const open = walked.slice(0, i).filter((one) => one.pick !== null && one.pick.exit_date >= session);
    for (const { pick: one } of open)
      expect([one!.symbol, one!.direction]).not.toEqual([later?.symbol, later?.direction]);
  }
});
