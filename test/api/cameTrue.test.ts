import { startTestApp, type TestApp } from '../helpers/app';
import { describeServed } from '../helpers/servedFromBoth';
import { storeBars } from '../helpers/storage';
import { syntheticBars } from '../helpers/syntheticBars';

const symbols = Array.from({ length: 22 }, (_, i) => ({
  symbol: `S${String.fromCharCode(65 + i)}`,
  markets: i < 19 ? ['0', '2'] : ['2'],
  bars: syntheticBars({ seed: 30 + i, fromYear: 1994, toYear: 2024 }),
}));

describeServed(() => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ symbols, luck: { mode: 'background', rotations: 1 } });
  });
  afterAll(() => app.close());

  const cameTrue = async () => (await app.get('/v1/methodology').expect(200)).body.came_true;

  test('is empty before it is measured', async () => {
    expect(await cameTrue()).toEqual([]);
  });

  test('appears once it is measured in the background, for markets of at least 20 members', async () => {
    await app.service.start();
    await app.service.queue.settled();
    const measured = await cameTrue();
    expect(measured).toMatchObject([{ market: '2', name: 'S&P 500 STOCKS' }]);
    const [{ shares, reading, data_version: version }] = measured;
    expect(version).toMatch(/^[0-9a-f]+/);
    expect(reading).toMatch(
      /^Of what windows showed beyond their peers, this came true in the last ten years: -?\d+ %/,
    );
    expect(shares.map((row: { studied_hold: number; from_year: number }) => [row.studied_hold, row.from_year])).toEqual(
      [10, 20, 40, 80].flatMap((hold) => [
        [hold, 2003],
        [hold, 2013],
      ]),
    );
    for (const { share, standard_error: error, low, high } of shares) {
      expect(Math.abs(share)).toBeLessThan(4 * error);
      expect(high - low).toBeCloseTo(2.56 * error, 3);
    }
  });

  test('is measured anew after new prices, and until then not shown', async () => {
    const [before] = await cameTrue();
    await storeBars(app.storage.prices, symbols[0], syntheticBars({ seed: 90, fromYear: 1994, toYear: 2024 }));
    expect(await cameTrue()).toEqual([]);
    await app.service.queue.send('came-true', {}, { key: 'came-true' });
    await app.service.queue.settled();
    const [after] = await cameTrue();
    expect(after.data_version).not.toBe(before.data_version);
    expect(after.shares).not.toEqual(before.shares);
  });
});
