import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ScanRow } from '../../src/services/results';
import { RowsBeyond } from '../../src/services/rowsBeyond';
import type { Found, Verified } from '../../src/services/verification';

const { signal } = new AbortController();

/** Candidates that are verified as themselves; every fourth cannot be. */
function scan(kept: RowsBeyond, size: number) {
  const candidates = Array.from({ length: size }, (_, i) => ({ candidate: { symbol: i } }) as Found);
  const verified: number[] = [];
  const verify = async (found: readonly Found[]): Promise<Verified[]> =>
    found.map(({ candidate: { symbol } }) => {
      verified.push(symbol);
      return symbol % 4 === 3 ? 'unavailable' : ({ entry: symbol } as ScanRow);
    });
  const beyond = kept.inOrder(candidates, verify);
  const ask = async (count: number) => {
    const { rows, failures } = await beyond(count, { signal });
    return { rows: rows.map(({ entry }) => entry), failures };
  };
  return { ask, verified };
}

test('each candidate is verified once, as far as somebody asks', async () => {
  const { ask, verified } = scan(new RowsBeyond(), 10);
  expect(await ask(4)).toEqual({ rows: [0, 1, 2, 4], failures: 1 });
  expect(await ask(2)).toEqual({ rows: [0, 1], failures: 0 });
  expect(await ask(100)).toEqual({ rows: [0, 1, 2, 4, 5, 6, 8, 9], failures: 2 });
  expect(verified).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('over all scans so many rows are kept; what was let go is verified anew and answers the same', async () => {
  const kept = new RowsBeyond(12);
  const [a, b] = [scan(kept, 8), scan(kept, 8)];
  const first = await a.ask(8);
  await b.ask(8);
  expect(await a.ask(8)).toEqual(first);
  expect(a.verified).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7]);
});

test('more rows than are kept at all are answered, and not kept', async () => {
  const { ask, verified } = scan(new RowsBeyond(5), 8);
  expect((await ask(8)).rows.length).toBe(6);
  expect((await ask(8)).rows.length).toBe(6);
  expect(verified.length).toBe(16);
});

test('what was let go takes no memory any more, though its scan is still known', async () => {
  const kept = new RowsBeyond(12);
  const rows: WeakRef<ScanRow>[] = [];
  const candidates = Array.from({ length: 8 }, () => ({}) as Found);
  const beyond = kept.inOrder(candidates, async (found) =>
    found.map(() => {
      const row = {} as ScanRow;
      rows.push(new WeakRef(row));
      return row;
    }),
  );
  await beyond(8, { signal });
  await scan(kept, 8).ask(8);
  // What a WeakRef was made of stays until the event loop has turned.
  await new Promise(setImmediate);
  collectGarbage();
  expect(rows.map((row) => row.deref())).toEqual(Array(8).fill(undefined));
  expect((await beyond(8, { signal })).rows.length).toBe(8);
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
