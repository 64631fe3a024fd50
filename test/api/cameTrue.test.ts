import { startTestApp, type TestApp } from '../helpers/app';
import { describeServed } from '../helpers/servedFromBoth';
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
    await app.service.start();
  });
  afterAll(() => app.close());

  test('appears once it is measured in the background, for markets of at least 20 members', async () => {
    await app.service.queue.settled();
    const { body } = await app.get('/v1/methodology').expect(200);
    expect(body.came_true).toMatchObject([{ market: '2', name: 'S&P 500 STOCKS' }]);
    const [{ shares, reading, data_version: version }] = body.came_true;
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
});
