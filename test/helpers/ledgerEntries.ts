import type { PatternCard } from '../../src/answers/shapes';
import {
  GENESIS,
  type LedgerBody,
  type LedgerEntry,
  type LedgerRecord,
  type OutcomeEntry,
  type PickEntry,
  type RandomDatesEntry,
} from '../../src/core/record/ledger';
import { canonical, sealed, sha256 } from '../../src/storage/hashes';

/** Any object serves as a card if only its bytes matter. */
export const CARD = { symbol: 'AAPL', headline: 'Ä card – with “text”' } as unknown as PatternCard;

export function pickEntry(session: string, over: Partial<PickEntry> = {}): PickEntry {
  return {
    type: 'pick',
    published_at: `${session}T15:00:00.000Z`,
    session,
    simulated: false,
    clock: 'system',
    as_of: session,
    engine_version: '1',
    data_version: 'd1',
    model_version: 'm1',
    market_failures: [],
    symbol: 'AAPL',
    market: '0',
    direction: 'long',
    entry_date: session,
    exit_date: session,
    hold_days: 10,
    earliest_entry: session,
    edge_score: 61,
    ml: { ml_score: 71.5, ml_win_prob: 0.61, pred_return_pct: -0.25, pred_mfe_pct: 1e-4 },
    card_hash: sha256(canonical(CARD)),
    ...over,
  };
}

export function outcomeEntry(pick: LedgerRecord, returnPct: number, over: Partial<OutcomeEntry> = {}): OutcomeEntry {
  return {
    type: 'outcome',
    published_at: '2024-12-31T23:10:00.000Z',
    simulated: false,
    clock: 'system',
    pick: { seq: pick.seq, hash: pick.hash },
    entry_session: '2024-12-03',
    exit_session: '2024-12-20',
    return_pct: returnPct,
    result: returnPct > 0 ? 'win' : 'loss',
    convention: null,
    benchmark: { symbol: 'SPY', return_pct: 1.5 },
    data_version: 'd2',
    ...over,
  };
}

/** Additional fields of an outcome of engine version 1. */
export const OLD_RANDOM_DATES = { random_dates: { windows: 99, win_rate: 0.99, avg_return_pct: 99 } };

export function randomDatesEntry(pick: LedgerRecord, over: Partial<RandomDatesEntry> = {}): RandomDatesEntry {
  return {
    type: 'random_dates',
    published_at: '2025-07-31T23:10:00.000Z',
    simulated: false,
    clock: 'system',
    pick: { seq: pick.seq, hash: pick.hash },
    figures: { windows: 252, win_rate: 0.56, avg_return_pct: 0.4 },
    data_version: 'd3',
    ...over,
  };
}

/** A chain of entries; each may be computed from the records before it. */
export function chainOf(...entries: (LedgerEntry | ((records: LedgerRecord[]) => LedgerEntry))[]): LedgerRecord[] {
  const records: LedgerRecord[] = [];
  for (const one of entries) {
    const entry = typeof one === 'function' ? one(records) : one;
    const prev_hash = records.at(-1)?.hash ?? GENESIS;
    records.push(sealed({ ...entry, seq: records.length + 1, prev_hash } as LedgerBody));
  }
  return records;
}

/** One record of every type; the outcome has the fields of engine version 1. */
export function wholeChain(): LedgerRecord[] {
  return chainOf(
    pickEntry('2024-12-02'),
    { ...pickEntry('2024-12-03', { symbol: 'BRK-B', direction: 'short' }) },
    {
      type: 'no_pick',
      published_at: '2024-12-04T15:00:00.000Z',
      session: '2024-12-04',
      simulated: false,
      clock: 'system',
      as_of: null,
      engine_version: '1',
      data_version: 'd1',
      model_version: 'm1',
      market_failures: ['4'],
      reason: 'all 3 cards were neutral',
    },
    (records) => outcomeEntry(records[0], 2.5, OLD_RANDOM_DATES),
    (records) => ({
      type: 'correction',
      published_at: '2025-01-02T12:00:00.000Z',
      simulated: false,
      clock: 'system',
      corrects: { seq: 4, hash: records[3].hash },
      reason: 'the vendor restated a dividend',
      return_pct: -0.5,
    }),
    (records) => randomDatesEntry(records[0]),
  );
}

/** Changes of the second record by a user who removes the triggers, with the reported problem. */
export const TAMPERINGS: readonly (readonly [sql: string, problem: RegExp])[] = [
  ['UPDATE ledger_record SET hash = upper(hash) WHERE seq = 2', /hashes to/],
  ['UPDATE ledger_record SET prev_hash = upper(prev_hash) WHERE seq = 2', /stored with prev_hash/],
  ["UPDATE ledger_record SET unique_key = 'session 2030-01-02' WHERE seq = 2", /stored under the key/],
  ["UPDATE ledger_record SET body = '[]' WHERE seq = 2", /not JSON/],
  ["UPDATE ledger_card SET card = card || ' ' WHERE seq = 2", /not the published one/],
  ['DELETE FROM ledger_card WHERE seq = 2', /card is missing/],
  ['DELETE FROM ledger_record WHERE seq = 2', /records are missing/],
];
