import { publishedPicks, trackRecordOf } from '../../../src/answers/trackRecord';
import { fromIso } from '../../../src/core/calendar/dates';
import { EMPTY_HEAD, type LedgerRecord } from '../../../src/core/record/ledger';
import { setupsAmong, summariseTrack, trackedPicks } from '../../../src/core/record/trackRecord';
import {
  chainOf,
  OLD_RANDOM_DATES,
  outcomeEntry,
  pickEntry,
  randomDatesEntry,
  wholeChain,
} from '../../helpers/ledgerEntries';

/** Before the first record: no session has closed since the last one. */
const OPEN_FROM = fromIso('2024-11-27');

/** Picks on consecutive days with the returns given; null stays open. The first two have random dates. */
function recordOf(returns: readonly (number | null)[]): LedgerRecord[] {
  const picks = returns.map((_, i) =>
    pickEntry(`2024-12-${String(i + 2).padStart(2, '0')}`, {
      symbol: `S${i}`,
      direction: i % 3 === 2 ? 'short' : 'long',
    }),
  );
  const outcomes = returns.flatMap((r, i) =>
    r === null ? [] : [(records: LedgerRecord[]) => outcomeEntry(records[i], r, OLD_RANDOM_DATES)],
  );
  const random = [0, 1].map(
    (i) => (records: LedgerRecord[]) =>
      randomDatesEntry(records[i], { figures: { windows: 252, win_rate: 0.5 + i / 10, avg_return_pct: i } }),
  );
  return chainOf(...picks, ...outcomes, ...random);
}

describe('summary', () => {
  const records = recordOf([2, -1, 4, null, 0]);
  const summary = summariseTrack(trackedPicks(records, false));

  test('counts closed picks, where 0 is a loss; open picks count nowhere else', () => {
    expect(summary).toMatchObject({ count: 4, wins: 2, mean: 1.25, median: 1, open: 1, setups: 4, delisted: 0 });
    expect(summary.worst).toEqual({ symbol: 'S1', session: '2024-12-03', returnPct: -1 });
    expect(summary.long).toEqual({ count: 3, wins: 1, mean: 1 / 3 });
    expect(summary.short).toEqual({ count: 1, wins: 1, mean: 4 });
    expect(summary.benchmark).toEqual({ count: 4, wins: 4, mean: 1.5 });
    // Random dates in old outcomes, by another definition, are not counted.
    expect(summary.randomDates).toMatchObject({ count: 2, mean: 0.5, picksMean: 0.5 });
    expect(summary.randomDates!.winRate).toBeCloseTo(0.55, 12);
  });

  test('random dates without a complete window do not count', () => {
    const chain = chainOf(
      pickEntry('2024-12-02'),
      (r) => outcomeEntry(r[0], 1, OLD_RANDOM_DATES),
      (r) => randomDatesEntry(r[0], { figures: null }),
    );
    expect(summariseTrack(trackedPicks(chain, false)).randomDates).toBeNull();
    expect(trackRecordOf(chain, false, EMPTY_HEAD, OPEN_FROM).note).toContain(
      'Random dates to compare with are not over yet',
    );
  });

  test('a setup picked again while it is open is one setup, and delisted picks are counted', () => {
    const again = (session: string, exit: string, over = {}) =>
      pickEntry(session, { entry_date: session, exit_date: exit, ...over });
    const chain = chainOf(
      again('2024-12-02', '2024-12-10'),
      again('2024-12-03', '2024-12-12'),
      again('2024-12-04', '2024-12-10', { direction: 'short' }),
      // Within the window of the second pick, although the first is over.
      again('2024-12-11', '2024-12-16'),
      again('2024-12-17', '2024-12-24'),
      ...[0, 1, 2, 3, 4].map(
        (i) => (r: LedgerRecord[]) =>
          outcomeEntry(r[i], i === 4 ? -30 : 1, { convention: i === 4 ? 'delisted' : null }),
      ),
    );
    const record = trackRecordOf(chain, false, EMPTY_HEAD, OPEN_FROM);
    expect(record).toMatchObject({ count: 5, setup_count: 3, delisted_count: 1, random_dates: null });
    expect(record.note).toContain('of 3 different setups');
    expect(record.note).toContain('1 closed by convention: 1 delisted');
    expect(setupsAmong([])).toBe(0);
  });

  test('the list is newest first, and open picks have no return', () => {
    expect(publishedPicks(trackedPicks(records, false)).map((p) => [p.symbol, p.return_pct, p.result])).toEqual([
      ['S4', 0, 'loss'],
      ['S3', null, 'open'],
      ['S2', 4, 'win'],
      ['S1', -1, 'loss'],
      ['S0', 2, 'win'],
    ]);
  });

  test('the last correction of an outcome counts, and is mentioned', () => {
    const corrected = wholeChain();
    const [first, second] = trackedPicks(corrected, false);
    expect([first.returnPct, first.result, first.corrected]).toEqual([-0.5, 'loss', true]);
    expect(second.result).toBe('open');
    expect(trackRecordOf(corrected, false, EMPTY_HEAD, OPEN_FROM).note).toContain('1 corrected by a later record');
  });

  test('simulated and real picks are never counted together', () => {
    const mixed = chainOf(
      pickEntry('2024-12-02', { simulated: true }),
      (r) => outcomeEntry(r[0], 9, { simulated: true, published_at: '2024-12-02T22:00:00.000Z' }),
      pickEntry('2024-12-03'),
    );
    expect(trackRecordOf(mixed, true, EMPTY_HEAD, OPEN_FROM)).toMatchObject({ count: 1, win_count: 1 });
    const real = trackRecordOf(mixed, false, EMPTY_HEAD, OPEN_FROM);
    expect(real).toMatchObject({ count: 0, win_count: 0, win_rate: null, avg_return_pct: null });
    expect(real.note).toContain('1 pick over simulated prices is in the ledger and not counted');
  });
});

describe('note', () => {
  const head = { seq: 9, hash: 'ab'.repeat(32) };
  const noteOf = (records: LedgerRecord[], simulated = false, openFrom = OPEN_FROM) =>
    trackRecordOf(records, simulated, head, openFrom).note;

  test('states start, open picks, interval, median, worst, split, comparisons, limits of the proof, and head', () => {
    const note = noteOf(recordOf([2, -1, 4, null, 0]));
    expect(note).toContain('since 2024-12-02');
    expect(note).toContain('1 open');
    expect(note).toContain('Won 2 of 4 closed picks');
    expect(note).toContain('15.0% to 85.0%');
    expect(note).toContain('median +1.00%, worst -1.00% (S1, 2024-12-03)');
    expect(note).toContain('Long: won 1 of 3, average +0.33%; short: won 1 of 1, average +4.00%');
    expect(note).toContain('benchmark: won 4 of 4, average +1.50%');
    expect(note).toContain('over for 2 of them: won 55.0%, average +0.50%, where those picks averaged +0.50%');
    expect(note).toContain('at 250 the interval is still +-6 points');
    expect(note).toContain(`record 9, ${head.hash}`);
  });

  test('counts sessions without a card and missed sessions', () => {
    const records = chainOf(pickEntry('2024-11-27'), pickEntry('2024-12-03'));
    // Nov 27, Nov 29 (Thanksgiving is none), Dec 2, Dec 3.
    expect(noteOf(records)).toContain('Of 4 sessions 0 had no card to pick and 2 were missed');
  });

  test.each([
    ['2024-12-03', 'Of 4 sessions 0 had no card to pick and 2 were missed'],
    ['2024-12-04', 'Of 4 sessions 0 had no card to pick and 2 were missed'],
    ['2024-12-05', 'Of 5 sessions 0 had no card to pick and 3 were missed'],
    ['2024-12-09', 'Of 7 sessions 0 had no card to pick and 5 were missed'],
    ['2025-12-03', 'Of 253 sessions 0 had no card to pick and 251 were missed'],
  ])('counts the sessions since the last record that have closed by %s', (openFrom, sentence) => {
    const records = chainOf(pickEntry('2024-11-27'), pickEntry('2024-12-03'));
    expect(noteOf(records, false, fromIso(openFrom))).toContain(sentence);
  });

  test('names the sandbox, and says that a set clock proves nothing', () => {
    expect(noteOf(chainOf(pickEntry('2024-12-02', { simulated: true })), true)).toMatch(
      /^Sandbox: prices are simulated/,
    );
    expect(noteOf(chainOf(pickEntry('2024-12-02', { clock: 'set' })))).toContain('their times prove nothing');
    expect(noteOf([])).toMatch(/^No pick has been made yet\. None is closed yet\./);
  });
});
