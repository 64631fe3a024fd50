import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStorage } from '../../src/storage/open';
import { perennial } from '../helpers/perennial';
import { storeBars } from '../helpers/storage';
import { tempFolder } from '../helpers/tempFolder';
import { seasonalWalk } from '../helpers/universe';

const folder = tempFolder();
const file = join(folder, 'prices.sqlite');
const env = { DATABASE_URL: file, NOW: '2020-06-30T15:00:00Z', NODE_ENV: 'test' };
const SMALL = ['--years', '6', '--min-hold', '8', '--max-hold', '11', '--rotations', '29'];

beforeAll(async () => {
  const storage = await openStorage(file);
  for (const seed of [1, 2, 3]) {
    const bars = seasonalWalk({ seed, from: '2010-01-04', to: '2020-06-29' });
    await storeBars(storage.prices, { symbol: `S${seed}`, markets: ['0'] }, bars, { source: 'walks' });
  }
  await storage.close();
});

function forward(range: string, out: string, ...more: string[]) {
  return perennial(env, 'evidence', 'forward', range, '--out', join(folder, out), ...SMALL, ...more);
}

/** The result of a walk, without its time. */
function resultIn(out: string, name: string) {
  const { made_at, ...rest } = JSON.parse(readFileSync(join(folder, out, name), 'utf8'));
  expect(made_at).toMatch(/^2020-06-30T15:/);
  return rest;
}

function monthsFile(out: string): string {
  const found = readdirSync(join(folder, out)).filter((name) => name.endsWith('.jsonl'));
  expect(found).toHaveLength(1);
  return join(folder, out, found[0]);
}

describe('perennial evidence forward', () => {
  test('prints and writes the later returns of the best windows, with the data version and no prices', async () => {
    const { code, out, err } = await forward('2019-10..2019-11', 'first');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('2019-10..2019-11: 2 months, 3 symbols of market 0, prices: walks through 2020-06-29, data ');
    expect(out).toMatch(
      /\nranking +p_symbol +windows +months +beyond drift +\+- +above drift +\+- +beyond random dates +\+-\n/,
    );
    expect(out).toContain("The universe is today's list, which flatters longs.");
    const result = resultIn('first', 'forward-0-2019-10-2019-11.json');
    expect(result).toMatchObject({
      data_version: expect.stringMatching(/^[0-9a-f]{64}$/),
      prices_through: '2020-06-29',
      market: '0',
      from: '2019-10',
      to: '2019-11',
      months: 2,
      simulated: false,
      settings: { years: 6, minHold: 8, maxHold: 11, rotations: 29 },
    });
    expect(result.tables.map((table: { ranking: string }) => table.ranking)).toEqual([
      'sharpe',
      'edge',
      'win_rate',
      'avg_return',
      'significance',
    ]);
  });

  test('a second run continues where the first one stopped, even in the middle of a line', async () => {
    await forward('2019-10..2019-12', 'whole');
    const whole = resultIn('whole', 'forward-0-2019-10-2019-12.json');
    await forward('2019-10..2019-11', 'stopped');
    const months = monthsFile('stopped');
    const [october, november] = readFileSync(months, 'utf8').trim().split('\n');
    writeFileSync(months, `${october}\n${november.slice(0, 40)}`);
    const { code, out } = await forward('2019-10..2019-12', 'stopped');
    expect(code).toBe(0);
    expect(out).toContain('1 of 3 months were walked before\n');
    expect(resultIn('stopped', 'forward-0-2019-10-2019-12.json')).toEqual(whole);
    expect(readFileSync(monthsFile('stopped'), 'utf8')).toBe(readFileSync(monthsFile('whole'), 'utf8'));
    expect((await forward('2019-10..2019-12', 'stopped')).out).toContain('3 of 3 months were walked before\n');
  });

  test('months of other settings or other prices are not reused', async () => {
    const other = 'others';
    mkdirSync(join(folder, other));
    await forward('2019-10..2019-10', other);
    expect((await forward('2019-10..2019-10', other, '--rotations', '39')).out).not.toContain('walked before');
    const earlier = { ...env, NOW: '2020-03-31T15:00:00Z' };
    const { out } = await perennial(
      earlier,
      'evidence',
      'forward',
      '2019-10..2019-10',
      '--out',
      join(folder, other),
      ...SMALL,
    );
    expect(out).toContain('through 2020-03-30');
    expect(out).not.toContain('walked before');
    expect(readdirSync(join(folder, other)).filter((name) => name.endsWith('.jsonl'))).toHaveLength(3);
  });

  test.each([
    ['2019', /accepted is YYYY\.\.YYYY or YYYY-MM\.\.YYYY-MM, the first not after the second/],
    ['2019-12..2019-10', /accepted is YYYY/],
    ['2019-10..2019-13', /accepted is YYYY/],
    ['2019-10..2020-06', /the months 2016-01\.\.2020-05 can be tested, not 2019-10\.\.2020-06/],
    ['1990..1991', /can be tested, not 1990-01\.\.1991-12/],
  ])('%s is refused, and nothing is written', async (range, reason) => {
    const { code, err } = await forward(range, 'refused');
    expect(code).toBe(1);
    expect(err).toMatch(reason);
    expect(readdirSync(folder)).not.toContain('refused');
  });

  test('a market without prices, an unknown market and options out of range are refused', async () => {
    expect(await forward('2019..2019', 'refused', '--market', '9')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no prices in market 9'),
    });
    expect((await forward('2019..2019', 'refused', '--market', 'moon')).err).toMatch(/is no market/);
    for (const option of [
      ['--years', '4'],
      ['--rotations', '1e3'],
      ['--max-hold', '367'],
      ['--min-hold', '20'],
    ])
      expect(await forward('2019-10..2019-10', 'refused', ...option)).toMatchObject({ code: 1 });
  });
});

describe('perennial evidence noise', () => {
  const noise = (...more: string[]) =>
    perennial(
      env,
      'evidence',
      'noise',
      '--searches',
      '3',
      '--symbols',
      '4',
      '--rotations',
      '19',
      '--years',
      '6',
      '--sessions',
      '3',
      '--max-hold',
      '9',
      ...more,
    );

  let whole: Awaited<ReturnType<typeof noise>>;
  beforeAll(async () => {
    whole = await noise();
  });

  test('counts significant results in each kind of prices, equal for equal seeds', async () => {
    const { code, out, err } = whole;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(
      "Of each kind 3 searches of 4 symbols (half of the variance shared), 3 entry sessions, holds 5..9, 6 years, both directions, 19 rotations, seed '1'",
    );
    for (const kind of ['plain', 't3', 'garch', 'month-end', 'autumn', 'drift'])
      expect(out).toMatch(new RegExp(`^${kind} +12 +[\\d.]+ % +[\\d.]+ % +3 `, 'm'));
    expect((await noise()).out).toBe(out);
    expect((await noise('--seed', '2')).out).toContain("seed '2'");
  });

  test('a run of one kind gives the same counts as a run of all', async () => {
    const rowOf = (out: string) =>
      out
        .split('\n')
        .find((line) => line.startsWith('garch'))
        ?.split(/ +/);
    const { code, out } = await noise('--kind', 'garch');
    expect(code).toBe(0);
    expect(out).not.toMatch(/^plain/m);
    expect(rowOf(out)).toEqual(rowOf(whole.out));
  });

  test('an unknown kind is refused with the known kinds', async () => {
    const { code, out, err } = await noise('--kind', 'white');
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/'white' is invalid.*plain, t3, garch, month-end, autumn, drift/s);
  });

  test('options out of range are refused', async () => {
    for (const option of [
      ['--searches', '0'],
      ['--rotations', '18'],
      ['--years', 'ten'],
      ['--min-hold', '10'],
    ])
      expect(await noise(...option)).toMatchObject({ code: 1, out: '' });
  });
});
