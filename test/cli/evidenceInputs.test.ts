import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromIso } from '../../src/core/calendar/dates';
import { openStorage } from '../../src/storage/open';
import { modelUniverse } from '../helpers/modelUniverse';
import { perennial } from '../helpers/perennial';
import { storeBars } from '../helpers/storage';
import { tempFolder } from '../helpers/tempFolder';

const folder = tempFolder();
const file = join(folder, 'prices.sqlite');
const env = { DATABASE_URL: file, NOW: '2018-06-29T15:00:00Z', NODE_ENV: 'test' };
const universe = modelUniverse({ seed: 'tried', symbols: 3, fromYear: 2002, toYear: 2017, season: 0.08 });

async function store(url: string, market: string, years = Number.POSITIVE_INFINITY): Promise<void> {
  const storage = await openStorage(url);
  for (const { symbol, bars } of universe) {
    const [day, close, high, low] = [bars.day, bars.close, bars.high, bars.low].map((of) => of.slice(0, 261 * years));
    await storeBars(
      storage.prices,
      { symbol, markets: [market] },
      {
        day: Int32Array.from(day),
        close: Float64Array.from(close),
        high: Float64Array.from(high),
        low: Float64Array.from(low),
      },
    );
  }
  await storage.close();
}

async function lastTrial() {
  const storage = await openStorage(file);
  try {
    return await storage.models.lastTrial({ simulated: false, through: fromIso('2018-06-29') });
  } finally {
    await storage.close();
  }
}

const inputs = (settings: NodeJS.ProcessEnv, ...more: string[]) => perennial(settings, 'evidence', 'inputs', ...more);

describe('perennial evidence inputs', () => {
  beforeAll(() => store(file, '0'));

  test('prints and stores the result, which the model card shows; a second run gives the same figures', async () => {
    const { code, out, err } = await inputs(env, '--rotations', '19');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(
      /^3 symbols, prices through 2017-12-29, tested 20\d\d to 2017, p_symbol from 19 shuffled calendars a quarter, data [\da-f]{64}\n/,
    );
    expect(out).toContain('95 % interval of the paired difference');
    for (const kind of ['weekly', 'selected'])
      expect(out.split('\n').filter((line) => line.startsWith(`${kind} `))).toHaveLength(4);
    const first = (await lastTrial())!;
    expect(first).toMatchObject({ symbols: 3, rotations: 19, simulated: false, pricesThrough: '2017-12-29' });
    expect(first.madeAt).toMatch(/^2018-06-29T15:/);
    expect(first.trial.variants.map(({ name }) => name)).toEqual(['today', 'selected_rows', 'z', 'z_and_log_p']);
    const report = join(folder, 'card.md');
    expect((await perennial(env, 'train', '--report', report)).code).toBe(0);
    expect(readFileSync(report, 'utf8')).toContain(`data ${first.dataVersion}.`);
    await inputs(env, '--rotations', '19');
    expect((await lastTrial())!.trial).toEqual(first.trial);
  });

  test('describes itself and its options', async () => {
    const { out } = await inputs(env, '--help');
    expect(out).toContain('--rotations <n>');
    expect(out.replace(/\s+/g, ' ')).toContain('does not change the model in service');
    const { code, err } = await inputs(env, '--rotations', '0');
    expect(code).toBe(1);
    expect(err).toContain('accepted is a whole number from 19 to 9999');
  });

  test.each([
    ['no prices in a market with predictions', '16', 20, 'no prices in an ML-eligible market'],
    ['too few years', '0', 9, 'too few or of too few years to test on'],
  ])('%s: refused with the reason', async (name, market, years, reason) => {
    const other = join(folder, `${name.replaceAll(' ', '-')}.sqlite`);
    await store(other, market, years);
    const { code, err } = await inputs({ ...env, DATABASE_URL: other }, '--rotations', '19');
    expect(code).toBe(1);
    expect(err).toContain(reason);
    expect(existsSync(other)).toBe(true);
  });
});
