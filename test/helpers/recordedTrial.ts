import type { Gain, RecordedTrial, TrialScore, TriedVariant } from '../../src/core/model/inputTrial';

const mean = (value: number, error = 0.0001) => ({
  mean: value,
  standardError: error,
  low: value - 2 * error,
  high: value + 2 * error,
  years: 40,
});

function scoresOf(skill: number, gained: number | null): TrialScore[] {
  const gain = (value: number): Gain => ({ brier: mean(value), logLoss: mean(2 * value), auc: mean(5 * value) });
  return (['weekly', 'selected'] as const).map((kind) => ({
    kind,
    setups: kind === 'weekly' ? 1_000_000 : 200_000,
    brier: 0.2424,
    logLoss: 0.6777,
    auc: 0.591,
    skill: gain(skill),
    gain: gained === null ? null : gain(gained),
  }));
}

const VARIANTS: readonly TriedVariant[] = [
  { name: 'today', selectedRows: false, inputs: [], scores: scoresOf(0.0001, null), beatsToday: null },
  { name: 'selected_rows', selectedRows: true, inputs: [], scores: scoresOf(0.0001, 0), beatsToday: false },
  { name: 'z', selectedRows: true, inputs: ['z'], scores: scoresOf(0.0002, 0.0001), beatsToday: false },
  {
    name: 'z_and_log_p',
    selectedRows: true,
    inputs: ['z', 'log_p_symbol'],
    scores: scoresOf(0.0002, -0.0001),
    beatsToday: false,
  },
];

/** A trial of inputs in which no variant was better, on prices through 2018. */
export function recordedTrial(changes: Partial<RecordedTrial> = {}): RecordedTrial {
  return {
    trial: { firstYear: 1977, lastYear: 2018, variants: VARIANTS, kept: 'today' },
    madeAt: '2024-06-01T10:00:00.000Z',
    dataVersion: 'd'.repeat(64),
    pricesThrough: '2018-12-31',
    simulated: false,
    codeVersion: 'seasonal-logit-2',
    symbols: 599,
    rotations: 199,
    ...changes,
  };
}
