import { createHash } from 'node:crypto';
import { fixedClock } from '../../src/clock';
import { Engine } from '../../src/engine/engine';
import { loadMarkets } from '../../src/seeds';
import { openStorage } from '../../src/storage/open';
import { describeWithPostgres } from '../helpers/postgres';
import { storeBars } from '../helpers/storage';
import { syntheticBars } from '../helpers/syntheticBars';

describeWithPostgres('prices in PostgreSQL', (database) => {
  test('that threads read are those read here, bit for bit, and those that changed are taken up', async () => {
    const storage = await openStorage(await database.emptied());
    const put = (symbol: string, seed: number) =>
      storeBars(storage.prices, { symbol, markets: ['0'] }, syntheticBars({ seed, fromYear: 2019, toYear: 2024 }));
    // More than one block holds.
    for (let i = 0; i < 70; i++) await put(`S${i}`, i + 1);
    const reads = jest.spyOn(storage.prices, 'readCloses');
    const clock = fixedClock('2024-06-14T12:00:00Z');
    const engines = [0, 2].map(
      (workers) =>
        new Engine({ prices: storage.prices, markets: loadMarkets(), clock, workers, refreshWaitMs: 60_000 }),
    );
    const told = async (engine: Engine) => {
      const { symbols, dataVersion, markets } = await engine.current();
      const known = [...symbols.values()].map(({ columns, ...rest }) => ({
        ...rest,
        bytes: createHash('sha256').update(new Uint8Array(columns.buffer)).digest('hex'),
      }));
      return { dataVersion, known, sessions: Array.from(markets.get('0')!.sessions) };
    };
    const [here, there] = engines;
    await here.start();
    reads.mockClear();
    await there.start();
    expect(await told(there)).toEqual(await told(here));
    await put('NEW', 100);
    const taken = await told(there);
    expect(reads).not.toHaveBeenCalled();
    expect(taken.known).toHaveLength(71);
    expect(taken).toEqual(await told(here));
    for (const engine of engines) await engine.close();
    await storage.close();
  });
});
