import type { DetectionRequest } from '../../../src/core/detection/plan';
import type { LoadedSymbol, Snapshot } from '../../../src/engine/snapshot';
import { nullJobFrom, nullJobPayload } from '../../../src/services/screening/nullDistributions';

const REQUEST: DetectionRequest = {
  entries: Array.from({ length: 366 }, (_, i) => ({ day: 20_000 + i, asOf: 19_999 + i })),
  years: 10,
  cycle: 'consecutive',
  minHold: 2,
  maxHold: 366,
  direction: undefined,
  minWins: 'default',
  minObservations: 5,
  gapLimit: 10,
  liveOnly: true,
};
const SYMBOLS = Array.from({ length: 10_000 }, (_, i) => ({ id: 100_000 + i, hash: `${i}` }) as LoadedSymbol);
const snapshotOf = (symbols: readonly LoadedSymbol[]) =>
  ({ symbols: new Map(symbols.map((symbol) => [symbol.id, symbol])) }) as unknown as Snapshot;

test('the largest search fits into a job, and is restored from it unchanged', () => {
  const searches = Array.from({ length: 17 }, (_, i) => ({
    symbols: i === 0 ? SYMBOLS : SYMBOLS.slice(0, 100),
    request: REQUEST,
  }));
  const text = JSON.stringify(nullJobPayload('k', { dataVersion: 'd', searches }));
  expect(text.length).toBeLessThan(400_000);
  expect(nullJobFrom(snapshotOf(SYMBOLS), JSON.parse(text))).toEqual({ dataVersion: 'd', searches });
});

test('a job is void once the prices of one of its symbols changed or were removed', () => {
  const some = SYMBOLS.slice(0, 3);
  const payload = nullJobPayload('k', { dataVersion: 'd', searches: [{ symbols: some, request: REQUEST }] });
  expect(nullJobFrom(snapshotOf(SYMBOLS), payload)).not.toBeNull();
  expect(nullJobFrom(snapshotOf([...some.slice(0, 2), { ...some[2], hash: 'other' }]), payload)).toBeNull();
  expect(nullJobFrom(snapshotOf(some.slice(0, 2)), payload)).toBeNull();
});
