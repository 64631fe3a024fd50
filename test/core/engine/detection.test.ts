import { fromIso } from '../../../src/core/calendar/dates';
import { compareCandidates } from '../../../src/core/detection/candidate';
import type { DetectionRequest } from '../../../src/core/detection/plan';
import { drawRotations, rotationKey } from '../../../src/core/significance/rotation';
import { evidenceOf } from '../../../src/core/window/evidence';
import type { Work } from '../../../src/deadline';
import type { Engine } from '../../../src/engine/engine';
import type { RequestedWindow } from '../../../src/engine/tasks/evidence';
import { windowIn } from '../../../src/engine/tasks/search';
import { refOf } from '../../../src/engine/tasks/thread';
import { priceDatabase } from '../../helpers/engine';

const db = priceDatabase();

/** The account of all work here. */
const WORK: Work = { account: 'somebody' };

const request: DetectionRequest = {
  entries: [17, 18, 20, 21].map((d) => ({ day: fromIso(`2024-06-${d}`), asOf: fromIso('2024-06-13') })),
  years: 10,
  cycle: 'consecutive',
  minHold: 5,
  maxHold: 120,
  minWins: 7,
  minObservations: 5,
  gapLimit: 10,
  liveOnly: true,
};

test('detection gives the same results here and in a thread', async () => {
  const names = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE'];
  for (const [i, name] of names.entries()) await db.put(name, '0', i + 1);
  const engine = db.engine();
  const threaded = db.engine({ workers: 1 });
  await Promise.all([engine.start(), threaded.start()]);
  // Enough windows for the thread to be used.
  const entries = Array.from({ length: 365 }, (_, i) => ({
    day: fromIso('2024-06-14') + i,
    asOf: fromIso('2024-06-13'),
  }));
  const wide = { ...request, entries };
  const job = (from: Engine) => ({ symbols: from.snapshot().markets.get('0')!.symbols, request: wide });
  const here = await engine.detect(job(engine), WORK);
  expect(await threaded.detect(job(threaded), WORK)).toEqual(here);
  expect(here.length).toBeGreaterThan(5);
});

test('detection stops at the signal', async () => {
  await db.put('AAA', '0', 1);
  const engine = db.engine();
  await engine.start();
  const job = { symbols: engine.snapshot().markets.get('0')!.symbols, request };
  await expect(engine.detect(job, { ...WORK, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
    'enough',
  );
});

test('finds no candidate in a symbol that stopped trading, unless requested', async () => {
  await db.put('OLD', '0', 3, 2022);
  await db.put('NEW', '0', 4);
  const engine = db.engine();
  await engine.start();
  const { symbols } = engine.snapshot().markets.get('0')!;
  const names = async (changes: Partial<DetectionRequest>) => {
    const found = await engine.detect({ symbols, request: { ...request, minWins: 0, ...changes } }, WORK);
    return [...new Set(found.map((c) => engine.snapshot().symbols.get(c.symbol)!.symbol))].sort();
  };
  expect(await names({})).toEqual(['NEW']);
  expect(await names({ liveOnly: false })).toEqual(['NEW', 'OLD']);
});

test('the entry run extends at most three days, meets the threshold and stays within the entries', async () => {
  for (let i = 0; i < 12; i++) await db.put(`S${i}`, '0', 100 + i);
  const engine = db.engine();
  await engine.start();
  const snapshot = engine.snapshot();
  const asOf = fromIso('2024-06-13');
  const entries = Array.from({ length: 30 }, (_, i) => ({ day: fromIso('2024-06-14') + i, asOf }));
  const wide = { ...request, entries };
  const found = await engine.detect({ symbols: [...snapshot.symbols.values()], request: wide }, WORK);
  const windows = found.map(
    (candidate): RequestedWindow => ({
      symbol: refOf(snapshot.symbols.get(candidate.symbol)!),
      window: windowIn(candidate, wide),
      direction: candidate.direction,
      peers: null,
      searchEntry: entries[0].day,
      gapLimit: 10,
      search: wide,
      mlEligible: false,
      measured: 'strength',
    }),
  );
  const predictor = { model: null, facts: null, today: asOf };
  const draws = drawRotations(rotationKey('runs'), 0, 20);
  const input = { draws, predictor, windows };
  const runs = (await engine.run('evidence', input, WORK)).map((one) => typeof one !== 'string' && one.entryRun);
  let extended = 0;
  for (const [i, { entry, hold, direction, symbol }] of found.entries()) {
    const bars = await engine.bars(snapshot.symbols.get(symbol)!);
    const keeps = (day: number) => {
      if (day < entries[0].day || day > entries[29].day) return false;
      const window = { entry: day, end: day + hold - 1, years: 10, cycle: 'consecutive', asOf } as const;
      const evidence = evidenceOf(bars, window, direction, 10);
      return evidence !== null && evidence.yearsTested >= 5 && evidence.wins >= 7;
    };
    let { from, to } = { from: entry, to: entry };
    while (from > entry - 3 && keeps(from - 1)) from -= 1;
    while (to < entry + 3 && keeps(to + 1)) to += 1;
    expect(runs[i]).toEqual({ from, to });
    if (from < to) extended += 1;
  }
  expect(extended).toBeGreaterThan(3);
});

test('orders candidates by Sharpe, years, entry, hold, ticker and direction', () => {
  const base = {
    symbol: 1,
    entry: 100,
    hold: 10,
    direction: 'long',
    yearsTested: 10,
    wins: 9,
    mean: 1,
    deviation: 1,
    sharpe: 1,
  } as const;
  const ordered = [
    { ...base, sharpe: 2 },
    { ...base, yearsTested: 11 },
    { ...base, entry: 99 },
    { ...base, hold: 9 },
    base,
    { ...base, direction: 'short' as const },
    { ...base, symbol: 0 },
  ];
  const ticker = (id: number) => ['ZZZ', 'AAA'][id];
  expect([...ordered].reverse().sort((a, b) => compareCandidates(a, b, ticker))).toEqual(ordered);
});
