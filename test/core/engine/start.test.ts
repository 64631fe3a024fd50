import { createHash } from 'node:crypto';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { fromIso, toIso } from '../../../src/core/calendar/dates';
import { EngineNotReadyError } from '../../../src/engine/engine';
import { readableMarket } from '../../../src/engine/snapshot';
import { priceDatabase } from '../../helpers/engine';
import { storeBars } from '../../helpers/storage';
import { syntheticBars } from '../../helpers/syntheticBars';

const db = priceDatabase();

function digest(buffer: SharedArrayBuffer): string {
  return createHash('sha256').update(new Uint8Array(buffer)).digest('hex');
}

test('is not ready until prices are loaded, and then has all markets and symbols', async () => {
  await db.put('AAA', '0', 1);
  await db.put('COIN-USD', '16', 2);
  const engine = db.engine();
  expect(engine.ready).toBe(false);
  expect(() => engine.snapshot()).toThrow(new EngineNotReadyError('the engine is loading prices'));
  await expect(engine.current()).rejects.toThrow(EngineNotReadyError);
  const started = engine.start();
  expect(() => engine.snapshot()).toThrow(new EngineNotReadyError('the engine is loading prices'));
  await started;
  expect(engine.ready).toBe(true);
  const snapshot = await engine.current();
  const asOf = (id: string) => snapshot.markets.get(id)!.asOf;
  // Friday 08:00 in New York: Thursday's bar is final there; of crypto, yesterday's has been since 00:30 UTC.
  expect([asOf('0'), asOf('16'), asOf('2')]).toEqual([fromIso('2024-06-13'), fromIso('2024-06-13'), null]);
  expect([...snapshot.symbols.values()].map((s) => [s.symbol, s.markets, toIso(s.lastDay), s.source])).toEqual([
    ['AAA', ['0'], '2024-06-13', 'test'],
    ['COIN-USD', ['16'], '2024-06-13', 'test'],
  ]);
  expect(snapshot.simulated).toBe(false);
});

test('an empty database is a ready engine without prices', async () => {
  const engine = db.engine();
  await engine.start();
  const snapshot = await engine.current();
  expect([snapshot.symbols.size, snapshot.markets.size, snapshot.markets.get('0')!.asOf]).toEqual([0, 17, null]);
  expect(readableMarket(snapshot, '0').symbols).toEqual([]);
});

test('threads read the same prices bit for bit, and a damaged series is read again here and named', async () => {
  const stored: number[] = [];
  // More than fit into one block.
  for (let i = 0; i < 70; i++) {
    const bars = syntheticBars({ seed: i + 1, fromYear: 2019, toYear: 2024 });
    stored.push(await storeBars(db.prices, { symbol: `S${i}`, markets: ['0'] }, bars));
  }
  db.damage(stored[3]);
  const reads = jest.spyOn(db.prices, 'readCloses');
  const told = async (workers: number) => {
    const engine = db.engine({ workers });
    await engine.start();
    const { symbols, unreadable } = engine.snapshot();
    const known = [...symbols.values()].map(({ columns, ...rest }) => ({
      ...rest,
      bytes: digest(columns.buffer),
    }));
    const asked = [...new Set(reads.mock.calls.flatMap(([ids]) => ids))].sort((a, b) => a - b);
    reads.mockClear();
    return {
      known,
      named: [...unreadable.values()].map(({ symbol, damage }) => `${symbol}: ${damage.message}`),
      asked,
    };
  };
  const here = await told(0);
  const there = await told(1);
  expect([there.known, there.named]).toEqual([here.known, here.named]);
  expect(here.named).toEqual([expect.stringMatching(/^S3: .*hash/)]);
  expect([here.asked, there.asked]).toEqual([stored, [stored[3]]]);
});

test.each([0, 1])('is ready only with the prices written during its start: %i threads', async (workers) => {
  await db.put('AAA', '0', 1);
  const engine = db.engine({ workers });
  const readiness: boolean[] = [];
  const write = async () => {
    await nextLoop();
    await db.put('BBB', '0', 2);
    readiness.push(engine.ready);
  };
  await engine.start(write());
  expect(readiness).toEqual([false]);
  expect([...engine.snapshot().symbols.values()].map(({ symbol }) => symbol)).toEqual(['AAA', 'BBB']);

  const other = db.engine({ workers });
  await expect(other.start(Promise.reject(new Error('the disk is full')))).rejects.toThrow('the disk is full');
  expect(other.ready).toBe(false);
});
