import { FEED_STATES, type Feed, type FeedState, type FeedSymbol } from '../feeds';
import type { FeedHeld } from '../heldPrices';
import { BYTES_PER_BAR, decodeCloses, decodeRange } from './priceBlob';

/** Rows of the tables of feeds, and what they say. */

export interface FeedRow {
  id: number;
  provider: string;
  market_id: string;
  paused: unknown;
  unadjusted: unknown;
  added_at: number;
  next_at: number | null;
  holder: string | null;
  held_until: number | null;
  last_run: string | null;
}

export interface SymbolRow {
  ticker: string;
  spelling: string | null;
  state: FeedState;
  through: number | null;
  tried_at: number | null;
  vanished_at: number | null;
  failures: number;
  fault: string | null;
  validators: string | null;
}

export interface HeldRow {
  feed_id: number;
  ticker: string;
  held_at: number;
  reason: string;
  source: string;
  row_count: number;
  closes: Buffer;
  range: Buffer;
}

export interface CountRow {
  feed_id: number;
  state: FeedState;
  symbols: number;
  failing: number;
}

const dateOrNull = (ms: number | null) => (ms === null ? null : new Date(ms));

export const toSymbol = (row: SymbolRow): FeedSymbol => ({
  ticker: row.ticker,
  spelling: row.spelling,
  state: row.state,
  through: row.through,
  triedAt: dateOrNull(row.tried_at),
  vanishedAt: dateOrNull(row.vanished_at),
  failures: row.failures,
  fault: row.fault,
  validators: row.validators === null ? null : JSON.parse(row.validators),
});

export const toColumns = (symbol: FeedSymbol) => ({
  spelling: symbol.spelling,
  state: symbol.state,
  through: symbol.through,
  tried_at: symbol.triedAt?.getTime() ?? null,
  vanished_at: symbol.vanishedAt?.getTime() ?? null,
  failures: symbol.failures,
  fault: symbol.fault,
  validators: symbol.validators && JSON.stringify(symbol.validators),
});

export function toFeed(row: FeedRow, counts: readonly CountRow[]): Feed {
  const own = counts.filter(({ feed_id }) => feed_id === row.id);
  const ofState = (state: FeedState) => own.find((count) => count.state === state)?.symbols ?? 0;
  return {
    id: row.id,
    provider: row.provider,
    marketId: row.market_id,
    paused: Boolean(row.paused),
    unadjusted: Boolean(row.unadjusted),
    addedAt: new Date(row.added_at),
    nextAt: dateOrNull(row.next_at),
    lastRun: row.last_run === null ? null : JSON.parse(row.last_run),
    runBy: row.holder,
    runUntil: dateOrNull(row.held_until),
    counts: Object.fromEntries(FEED_STATES.map((state) => [state, ofState(state)])) as Record<FeedState, number>,
    failing: own.reduce((sum, { failing }) => sum + failing, 0),
  };
}

export function toHeld({ feed_id, ticker, held_at, reason, source, row_count: n, closes, range }: HeldRow): FeedHeld[] {
  if (closes.length !== n * BYTES_PER_BAR.close || range.length !== n * BYTES_PER_BAR.range) return [];
  const bars = { ...decodeCloses(closes, n), ...decodeRange(range, n) };
  return [{ feedId: feed_id, ticker, heldAt: new Date(held_at), reason, source, bars }];
}
