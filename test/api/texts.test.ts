import { binomialTail } from '../../src/core/statistics/intervals';
import type { Bars } from '../../src/core/window/bars';
import { startTestApp, type TestApp } from '../helpers/app';
import { isPrintOf, leavesOf, numbersIn } from '../helpers/numbers';
import { restate } from '../helpers/storage';
import { plantedUniverse, UNIVERSE_NOW } from '../helpers/universe';

/** Every number in a text is a field of the answer, and changes with it (issue "Evidence and cards"). */

const UNIVERSE = plantedUniverse();
/** Names, not numbers. */
const TICKERS = UNIVERSE.map(({ symbol }) => symbol);

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ now: UNIVERSE_NOW, symbols: UNIVERSE });
});
afterAll(() => service.close());

interface Card {
  readonly headline: string;
  readonly verdict: string;
  readonly edge_basis: string;
  readonly next_step: { copy_text: string };
}

const textsOf = ({ headline, verdict, next_step }: Card) => ({ headline, verdict, copy_text: next_step.copy_text });

/** The numbers and dates of a text that are found nowhere in the fields, nor in what the text may cite. */
function unfounded(text: string, fields: unknown, cited = ''): string[] {
  const known = leavesOf(fields);
  const citable = numbersIn(cited, TICKERS);
  const values = [...known.numbers, ...citable.numbers.map(Number)];
  const labels = [...known.texts, ...citable.dates].join(' ');
  const { numbers, dates } = numbersIn(text, TICKERS);
  return [...numbers.filter((number) => !isPrintOf(number, values)), ...dates.filter((date) => !labels.includes(date))];
}

/** A card without its texts, so that no text can confirm itself or another. */
function fieldsOf(card: Card) {
  const { headline: _1, verdict: _2, edge_basis: _3, next_step, ...fields } = card as Card & Record<string, unknown>;
  const { order_ticket, set_reminder } = next_step as { order_ticket?: object; set_reminder?: { fire_on: string } };
  delete fields.disclaimer;
  delete fields.tier_notes;
  return { ...fields, order_ticket, fire_on: set_reminder?.fire_on };
}

const QUERIES = [
  'scan?limit=100',
  'scan?limit=3',
  'scan?rank_by=edge&limit=40',
  'scan?direction=short&years=8',
  'scan?window=2024-02-05..2024-02-20',
  'scan?min_days=60&max_days=200',
  'scan?markets=5,0,11&years=5',
  'scan?min_sharpe=99',
  'scan?window=next_month&min_winning_years=8',
];

test.each(QUERIES)('every number in the texts of %s is a field of the answer', async (query) => {
  const { body } = await service.get(`/v1/${query}`).expect(200);
  for (const card of body.opportunities as Card[]) {
    for (const [name, text] of Object.entries(textsOf(card))) {
      expect([name, text, unfounded(text, fieldsOf(card), card.edge_basis)]).toEqual([name, text, []]);
    }
  }
  const { summary, ...rest } = body;
  const cards = (body.opportunities as Card[]).map(fieldsOf);
  // How much was found and shown is said as a text: "25 of 84".
  const counts = numbersIn(rest.shown_of_evaluated).numbers.map(Number);
  expect([summary, unfounded(summary, { ...rest, opportunities: cards, counts })]).toEqual([summary, []]);
});

test('a card quotes the chance of its wins by the win rate of any date of its symbol, and names its search', async () => {
  const { body } = await service.get('/v1/scan?markets=0&window=2024-12-23..2025-01-08&limit=100').expect(200);
  const cards = body.opportunities as (Card & { receipts: { wins: number; years_tested: number } })[];
  expect(cards.length).toBeGreaterThan(2);
  for (const [i, { verdict, edge_basis, receipts }] of cards.entries()) {
    const [, share] = /Any date won ([\d.]+)%/.exec(edge_basis)!;
    const [, chance] = /ignoring the search: (?:less than )?([\d.]+)%/.exec(edge_basis)!;
    // The share is printed with one decimal: the chance lies between those of its ends.
    const at = (p: number) => 100 * binomialTail(receipts.wins, receipts.years_tested, p);
    expect(Number(chance)).toBeGreaterThanOrEqual(at(Number(share) / 100 - 0.0005) - 0.005);
    expect(Number(chance)).toBeLessThanOrEqual(Math.max(0.01, at(Number(share) / 100 + 0.0005) + 0.005));
    // Sessions of the window, holds of 5 to 120 days; ranked by detection as the scan is by default.
    expect(edge_basis).toContain(`Best of 11 entries x 116 holds, rank ${i + 1} of ${body.found_count}.`);
    expect(`${verdict} ${edge_basis}`).not.toContain('coin');
  }
  expect(body.summary).toContain('Each is the best window of its symbol and direction.');
});

test('an analysis names its own search', async () => {
  const basisOf = async (query: string) =>
    (await service.get(`/v1/analyze/D01?${query}`).expect(200)).body.card.edge_basis;
  expect(await basisOf('entry_date=2024-12-23')).toContain(
    ' Entry named by the caller; judged as the best of 261 entries x 116 holds.',
  );
  expect(await basisOf('days_out=15')).toContain(' Hold named by the caller; judged as the best of');
  expect(await basisOf('entry_date=2024-12-23&days_out=15')).toContain(' Named by the caller; judged as the best of');
  expect(await basisOf('period=q1')).toContain(' Named by the caller; judged as the best of');
  expect(await basisOf('')).toMatch(/Best of \d+ entries x 116 holds, either direction\./);
});

test('the summary says since when prices are old', async () => {
  service.clock.set('2025-01-02T15:00:00Z');
  const { body } = await service.get('/v1/scan?markets=0').expect(200);
  service.clock.set(UNIVERSE_NOW);
  expect(body.summary).toContain('Prices of market 0 are old: they end on 2024-12-19.');
  expect(body.as_of).toBe('2024-12-19');
});

test.each(['D01', 'D04?direction=long', 'E19?period=q1', 'S02?entry_date=2021-03-01&days_out=30', 'D07?years=5'])(
  'every number in the texts of analyze/%s is a field of the card',
  async (path) => {
    const { card } = (await service.get(`/v1/analyze/${path}`).expect(200)).body;
    for (const [name, text] of Object.entries(textsOf(card))) {
      expect([name, text, unfounded(text, fieldsOf(card), card.edge_basis)]).toEqual([name, text, []]);
    }
  },
);

test('the check itself finds a number that is no field', () => {
  expect(
    unfounded('won 9 of 10 years, +3.57%, from 2024-01-02', { wins: 9, n: 10, mean: 3.5701, day: '2024-01-02' }),
  ).toEqual([]);
  expect(
    unfounded('won 9 of 11 years, -3.57%, from 2024-01-03', { wins: 9, n: 10, mean: 3.5701, day: '2024-01-02' }),
  ).toEqual(['11', '-3.57', '2024-01-03']);
});

describe('changed prices', () => {
  const WINDOW = 'D01?market=0&entry_date=2024-12-23&days_out=15&direction=long';

  /** The same bars with everything after a day moved by a factor: one year's return changes, and no other. */
  function moved(bars: Bars, after: string, factor: number): Bars {
    const from = Date.parse(`${after}T00:00:00Z`) / 86_400_000;
    const scaled = (values: Float64Array) => values.map((value, i) => (bars.day[i] >= from ? value * factor : value));
    return { day: bars.day, close: scaled(bars.close), high: scaled(bars.high), low: scaled(bars.low) };
  }

  async function answers() {
    const { card } = (await service.get(`/v1/analyze/${WINDOW}`).expect(200)).body;
    const scan = (await service.get('/v1/scan?markets=0&limit=100').expect(200)).body;
    return { card, summary: scan.summary as string, first: scan.opportunities[0] as Card };
  }

  test('change the texts', async () => {
    const before = await answers();
    const source = UNIVERSE.find(({ symbol }) => symbol === 'D01')!;
    // Falls by a tenth on one day inside the window of 2019: a new worst year.
    await restate(service.storage.prices, 'D01', moved(source.bars, '2019-12-30', 0.9));
    const after = await answers();
    const worst = after.card.receipts.worst_year;
    expect(worst.year).toBe('2019');
    expect(worst.return_pct).toBeLessThan(before.card.receipts.worst_year.return_pct);
    for (const [name, text] of Object.entries(textsOf(after.card))) {
      expect([name, text]).not.toEqual([name, textsOf(before.card)[name as keyof ReturnType<typeof textsOf>]]);
      expect([name, text, unfounded(text, fieldsOf(after.card), after.card.edge_basis)]).toEqual([name, text, []]);
    }
    expect(after.card.verdict).toContain(`worst ${worst.return_pct.toFixed(2)}% in 2019`);
  });

  test('of the first card change the summary', async () => {
    const before = await answers();
    const leader = (before.first as Card & { symbol: string }).symbol;
    const source = UNIVERSE.find(({ symbol }) => symbol === leader)!;
    await restate(service.storage.prices, leader, moved(source.bars, '2021-12-29', 0.97));
    const after = await answers();
    expect(after.summary).not.toBe(before.summary);
    const { symbol, setup } = after.first as Card & { symbol: string; setup: { entry_session: string } };
    expect(after.summary).toMatch(new RegExp(`First by sharpe: ${symbol} \\w+ \\w{3} ${setup.entry_session} `));
  });
});
