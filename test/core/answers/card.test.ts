import { buildCard } from '../../../src/answers/card';
import { DISCLAIMER, SANDBOX_DISCLAIMER } from '../../../src/answers/phrases';
import { fromIso } from '../../../src/core/calendar/dates';
import { cardInput } from '../../helpers/cardInput';
import { judged } from '../../helpers/significance';

const CAME_TRUE = {
  status: 'ready',
  share: { share: 0.02, standardError: 0.05, months: 118 },
  shownPct: 3,
} as const;

test('a shown loss swaps the bounds of the interval, and a negative share gives an expectation of 0', () => {
  const { came_true: lost } = buildCard(cardInput({ cameTrue: { ...CAME_TRUE, shownPct: -3 } }));
  expect(lost).toMatchObject({ expected_excess_pct: -0.06, low_pct: -0.252, high_pct: 0.132 });
  const share = { ...CAME_TRUE.share, share: -0.02 };
  const { came_true: below } = buildCard(cardInput({ cameTrue: { ...CAME_TRUE, share } }));
  expect(below).toMatchObject({ share: -0.02, expected_excess_pct: 0, low_pct: -0.252, high_pct: 0.132 });
});

test('AAPL, long, by hand', () => {
  // p0 .58, m0 .8. W: p^ = (9 + 5.8)/20 = .74, W = .16/.25 = .64; T: S = 2.7701/3.2593*32/35 = .777069, T = S - .360821 =
  // .416248; C = 1.8155/2.7701 = .655369; R = .201/.35 = .574286; f = .85, as p_symbol is .03.
  // E = 85*(.192 + .124875 + .065537 + .172286) = 47.1.
  expect(buildCard(cardInput({ cameTrue: CAME_TRUE }))).toEqual({
    rank: 1,
    symbol: 'AAPL',
    market: { id: '0', name: 'DOW 30 STOCKS' },
    direction: 'long',
    bias: 'bullish',
    setup: {
      entry_date: '2024-07-01',
      entry_window: '2024-06-28 to 2024-07-02',
      hold_days: 15,
      exit_date: '2024-07-15',
      entry_session: '2024-07-01',
      exit_session: '2024-07-15',
    },
    edge_score: 47,
    edge_basis:
      'Any date won 58.0% and made +0.80%. Chance of such wins, ignoring the search: 3.55%. Neighbouring windows won ' +
      '78.1%. Best of 10 entries x 116 holds, rank 3 of 348. Shuffled calendars match it in 3 of 100 for this symbol, ' +
      '52 of 100 for all.',
    significance: {
      status: 'ready',
      z: 1.75,
      p_window: 0.002,
      p_symbol: 0.03,
      p_search: 0.52,
      q_symbol: 0.3,
      rotations: 999,
      searched: { from: '2024-07-01', to: '2024-07-12', windows: 69_600, symbols: 30 },
      reading: 'Shuffled calendars match it in 3 of 100 for this symbol, 52 of 100 for all.',
    },
    came_true: {
      status: 'ready',
      share: 0.02,
      standard_error: 0.05,
      months: 118,
      shown_excess_pct: 3,
      // .02 * 3, and (.02 -+ 1.28 * .05) * 3.
      expected_excess_pct: 0.06,
      low_pct: -0.132,
      high_pct: 0.252,
      reading:
        'Of what such windows showed beyond their peers, 2% (-4 to 8) came true in the last ten years: of +3.00% shown, ' +
        '+0.06% (-0.13% to +0.25%).',
    },
    stats: {
      historical_win_rate: 0.9,
      sharpe_ratio: 1.0954,
      avg_return_pct: 3.5701,
      median_return_pct: 2.6155,
      years: '10',
    },
    ml: null,
    receipts: {
      years_tested: 10,
      wins: 9,
      losses: 1,
      historical_win_rate: 0.9,
      avg_return_pct: 3.5701,
      median_return_pct: 2.6155,
      best_year: { year: '2021', return_pct: 8.1664 },
      worst_year: { year: '2023', return_pct: -0.9194 },
      any_date: { win_rate: 0.58, avg_return_pct: 0.8, windows: 2517 },
      excess: {
        // t of 9 degrees of freedom at 95 % is 2.262157.
        mean_pct: 2.7701,
        interval_low_pct: 0.4386,
        interval_high_pct: 5.1017,
        earlier_half_pct: 1.438,
        later_half_pct: 4.1022,
        adjusted_for_search: false,
      },
      breakeven_cost_pct: 2.7701,
      per_year: [
        { year: '2014', return_pct: 1.9251, result: 'win', excess_pct: 1.1251 },
        { year: '2015', return_pct: 0.1735, result: 'win', excess_pct: -0.6265 },
        { year: '2016', return_pct: 3.0138, result: 'win', excess_pct: 2.2138 },
        { year: '2017', return_pct: 3.8605, result: 'win', excess_pct: 3.0605 },
        { year: '2018', return_pct: 2.2171, result: 'win', excess_pct: 1.4171 },
        { year: '2019', return_pct: 1.816, result: 'win', excess_pct: 1.016 },
        { year: '2020', return_pct: 7.3577, result: 'win', excess_pct: 6.5577 },
        { year: '2021', return_pct: 8.1664, result: 'win', excess_pct: 7.3664 },
        { year: '2022', return_pct: 8.0905, result: 'win', excess_pct: 7.2905 },
        { year: '2023', return_pct: -0.9194, result: 'loss', excess_pct: -1.7194 },
      ],
      missing_years: [],
      curve_summary: { shape: 'rising', trend: 'rising', change_pts: 12.3457, peak_day: 14, trough_day: 0 },
      source: 'Perennial seasonal windows, lookback 10; prices: imported daily closes',
      as_of: '2024-06-18',
    },
    next_step: {
      headline: 'Order ticket: BUY AAPL on 2024-07-01, close the position on 2024-07-15.',
      order_ticket: {
        side: 'BUY',
        symbol: 'AAPL',
        type: 'MARKET',
        time_in_force: 'DAY',
        suggested_entry_date: '2024-07-01',
        suggested_exit_date: '2024-07-15',
        note:
          'The statistics assume the closes of the entry and exit sessions; a market order fills at the price of its ' +
          'moment, and costs are not counted.',
      },
      copy_text:
        'AAPL long Mon 2024-07-01 to Mon 2024-07-15: won 9 of 10 years (2014 to 2023), average +3.57%, best +8.17% (2021), ' +
        'worst -0.92% (2023), edge score 47. Educational, not advice.',
      set_reminder: {
        type: 'seasonal_entry',
        fire_on: '2024-06-28',
        message: 'AAPL: long setup, entry 2024-07-01, exit 2024-07-15; won 9 of 10 years.',
      },
      framing:
        'History, not a forecast: 10 past years of one calendar window, known as of 2024-06-18, before costs and ' +
        'taxes. The next year is one more draw.',
    },
    headline:
      'AAPL long Mon 2024-07-01 to Mon 2024-07-15: won 9 of 10 years, average +3.57%, median +2.62%; edge 47, bullish',
    verdict:
      'Bullish: shuffled calendars match it in 3 of 100 for AAPL, 52 of 100 overall. Won 9 of 10 years, worst -0.92% in 2023.',
    disclaimer: DISCLAIMER,
    tier_notes: 'ml is null: no prediction model is in service. All other fields are complete.',
  });
});

describe('a short of five years, by hand', () => {
  // Mean 2, median 2; deviations 0 -3 1 2 0, squares 14, std sqrt(3.5) = 1.870829, Sharpe 1.069045.
  // p0 .42, m0 -.6: p^ = 8.2/15, W = .126667/.25 = .506667; S = 2.6/1.870829*.8 = 1.111807, T = S - .568869 = .542938;
  // C = 1; R = .33/.35 = .942857. All parts together: .152 + .162881 + .1 + .282857 = .697738.
  const changes = {
    returns: [2, -1, 3, 4, 2],
    direction: 'short',
    edgeInput: { baseline: { windows: 1250, positiveShare: 0.42, mean: -0.6 }, neighbours: 0.75 },
  } as const;

  test('neutral if shuffled calendars match it: E = 30*.697738 = 20.9', () => {
    const card = buildCard(
      cardInput({
        ...changes,
        edgeInput: { ...changes.edgeInput, significance: judged({ pSymbol: 0.6, pSearch: 1 }) },
      }),
    );
    expect(card.edge_score).toBe(21);
    expect(card.bias).toBe('neutral');
    expect(card.next_step.order_ticket).toBeUndefined();
    expect('order_ticket' in card.next_step).toBe(false);
    expect(card.stats).toEqual({
      historical_win_rate: 0.8,
      sharpe_ratio: 1.069,
      avg_return_pct: 2,
      median_return_pct: 2,
      years: '5',
    });
    expect(card.verdict).toBe(
      'Neutral: shuffled calendars match it in 60 of 100 for AAPL, 100 of 100 overall. Won 4 of 5 years, worst -1.00% in 2020.',
    );
    // At least 4 of 5 at .42: 5*.42^4*.58 + .42^5 = 10.33 %.
    expect(card.edge_basis).toContain('Chance of such wins, ignoring the search: 10.33%.');
    expect(card.next_step.headline).toBe('No order ticket: the setup is neutral.');
    expect(card.next_step.set_reminder?.type).toBe('calendar');
  });

  test('bearish if they rarely match it: E = 85*.697738 = 59.3', () => {
    const card = buildCard(cardInput(changes));
    expect(card.edge_score).toBe(59);
    expect(card.bias).toBe('bearish');
    expect(card.next_step.order_ticket).toMatchObject({ side: 'SELL', symbol: 'AAPL' });
    expect(card.next_step.order_ticket?.note).toContain('shares to borrow');
    expect(card.next_step.framing).toContain('borrow fees');
  });
});

test('a gain that rounds to 0 is a win, a return of 0 is a loss, and neither is -0', () => {
  const { receipts } = buildCard(cardInput({ returns: [0.00001, -0.00001, 0, 3, 4] }));
  expect(receipts.per_year.map((y) => y.result)).toEqual(['win', 'loss', 'loss', 'win', 'win']);
  for (const { return_pct } of receipts.per_year) expect(Object.is(return_pct, -0)).toBe(false);
});

test('copy_text names the years of the record once', () => {
  const copyText = (returns: readonly number[]) => buildCard(cardInput({ returns })).next_step.copy_text;
  expect(copyText([2])).toContain('won 1 of 1 year (2023), average +2.00%');
  expect(copyText([2, 3])).toContain('won 2 of 2 years (2022 to 2023), average +2.50%');
});

test('a missing curve is left out; a note and simulated prices are shown', () => {
  const card = buildCard(cardInput({ curve: null, note: 'AAPL resolved to market 0', simulated: true }));
  expect('curve_summary' in card.receipts).toBe(false);
  expect(card.note).toBe('AAPL resolved to market 0');
  expect(card.disclaimer).toBe(SANDBOX_DISCLAIMER);
  expect(card.next_step.copy_text).toContain('Simulated prices.');
});

test('a prediction is shown and explained', () => {
  const prediction = { score: 61, winProb: 0.61234, predReturnPct: 1.5, predMfePct: 3 };
  const model = { version: 'm7', lookbackYears: 10, beatsBaseRate: false };
  const card = buildCard(cardInput({ ml: { prediction, model } }));
  expect(card.ml).toEqual({ ml_score: 61, ml_win_prob: 0.6123, pred_return_pct: 1.5, pred_mfe_pct: 3 });
  expect(card.tier_notes).toContain('ml is the prediction of model m7 for this setup (win probability 0.6123)');
});

test('a card published before significance existed says that it is unknown', () => {
  const card = buildCard(cardInput({ edgeInput: { significance: null } }));
  expect(card.significance).toMatchObject({ status: 'not_applicable', z: null, p_window: null, rotations: 0 });
  expect(card.verdict).toContain('its significance is unknown');
  expect(card.bias).toBe('neutral');
});

test('a card contains no price, and its input is not changed', () => {
  const input = cardInput();
  const before = JSON.stringify(input);
  const text = JSON.stringify(buildCard(input));
  expect(JSON.stringify(input)).toBe(before);
  expect(text).not.toMatch(/"(price|limit|stop|close|open|high|low|volume)(?!_pct")[a-z_]*":/i);
});

test('the disclaimers say what flatters the numbers', () => {
  for (const text of [DISCLAIMER, SANDBOX_DISCLAIMER]) {
    expect(text).toContain('not personalized advice');
    expect(text).toContain('flatters longs');
    expect(text).toContain('before costs');
  }
  expect(SANDBOX_DISCLAIMER).toContain('simulated');
});

test('a card with a past entry has no ticket and no reminder', () => {
  const card = buildCard(cardInput({ today: fromIso('2026-02-02') }));
  expect(card.next_step.headline).toBe('No order ticket: the entry date 2024-07-01 is past.');
  expect(Object.keys(card.next_step).sort()).toEqual(['copy_text', 'framing', 'headline']);
});
