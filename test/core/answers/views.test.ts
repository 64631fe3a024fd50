import { buildCard, viewCards } from '../../../src/answers/card';
import { cardInput } from '../../helpers/cardInput';

const first = buildCard(cardInput());
const second = buildCard(cardInput({ rank: 2, symbol: 'JPM', direction: 'short' }));
const cards = [first, second];

/** Fields of the full card that a lean one leaves out. */
const FULL_ONLY = ['next_step.copy_text', 'next_step.set_reminder', 'receipts.curve_summary', 'receipts.per_year'];

function pathsOf(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, child]) =>
    ['receipts', 'next_step'].includes(key) ? pathsOf(child, `${key}.`) : [`${prefix}${key}`],
  );
}
const missing = (shown: object, card: object) =>
  pathsOf(card)
    .filter((path) => !pathsOf(shown).includes(path))
    .sort();

test('full shows every card whole', () => expect(viewCards(cards, 'full')).toEqual(cards));

test('evidence: the first card is full, the others are lean', () => {
  const [whole, runner] = viewCards(cards, 'evidence');
  expect(whole).toEqual(first);
  expect(missing(runner, second)).toEqual(FULL_ONLY);
});

test('decision: all cards are lean, with unchanged fields', () => {
  const shown = viewCards(cards, 'decision');
  expect(shown.map((card, i) => missing(card, cards[i]))).toEqual([FULL_ONLY, FULL_ONLY]);
  expect(shown[0]).toMatchObject({ headline: first.headline, stats: first.stats, edge_basis: first.edge_basis });
  expect(first.receipts.per_year).toHaveLength(10);
});

test('table: the row of DESIGN 5, with its significance, what came true, and why there is a prediction or none', () => {
  const ml = {
    prediction: { score: 70, winProb: 0.61, predReturnPct: 2, predMfePct: 3 },
    model: { version: 'm7', lookbackYears: 10, beatsBaseRate: false },
  };
  expect(viewCards([first, buildCard(cardInput({ ml }))], 'table')).toEqual([
    {
      rank: 1,
      symbol: 'AAPL',
      market: '0',
      direction: 'long',
      bias: 'bullish',
      entry_date: '2024-07-01',
      exit_date: '2024-07-15',
      hold_days: 15,
      entry_session: '2024-07-01',
      exit_session: '2024-07-15',
      edge_score: 47,
      historical_win_rate: 0.9,
      years_tested: 10,
      avg_return_pct: 3.5701,
      median_return_pct: 2.6155,
      sharpe_ratio: 1.0954,
      significance: first.significance,
      came_true: first.came_true,
      ml_win_prob: null,
      tier_notes: first.tier_notes,
    },
    expect.objectContaining({ ml_win_prob: 0.61 }),
  ]);
});

test('no cards, no rows', () => expect(viewCards([], 'evidence')).toEqual([]));

test('only the first card has the chart, and table rows never do', () => {
  const chart = { seasonal_curve: [{ date: '2024-07-01', index: 50 }], per_year_bars: [] };
  for (const view of ['full', 'evidence', 'decision'] as const) {
    const [shown, runner] = viewCards(cards, view, chart);
    expect(shown).toMatchObject({ rank: 1, chart });
    expect(runner).not.toHaveProperty('chart');
  }
  expect(viewCards(cards, 'table', chart)).toEqual(viewCards(cards, 'table'));
});
