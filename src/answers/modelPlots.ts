import type { Evaluation } from '../core/model/evaluation';
import { type Axis, plot } from './plot';

/** Plots of a model's evaluation. */

/** Predicted against observed share of wins in deciles of the prediction; on the diagonal the model is calibrated. */
export function reliabilityPlot({ reliability }: Evaluation): string {
  const chosen = reliability.filter(({ group }) => ['all', 'long', 'short'].includes(group));
  const values = chosen.flatMap(({ bins }) => bins.flatMap((bin) => [bin.predicted, bin.observed]));
  const share = shareAxis(values);
  const colours = ['#1b1b1b', '#1f77b4', '#d62728'];
  return plot(
    'Reliability: predicted and observed share of wins, out of sample',
    { ...share, label: 'predicted probability' },
    { ...share, label: 'observed share of wins' },
    [
      {
        name: 'perfect',
        colour: '#888888',
        dashed: true,
        points: [
          [share.from, share.from],
          [share.to, share.to],
        ],
      },
      ...chosen.map(({ group, bins }, i) => ({
        name: group,
        colour: colours[i],
        points: bins.map((bin) => [bin.predicted, bin.observed] as const),
      })),
    ],
  );
}

/** What the best-looking setups of each year had won before, and what they won then. */
export function selectionBiasPlot({ selectionBias }: Evaluation): string {
  const { years } = selectionBias;
  const first = years[0].year;
  const last = years[years.length - 1].year;
  const step = Math.max(1, Math.ceil((last - first) / 10));
  const ticks = years.map(({ year }) => year).filter((year) => (year - first) % step === 0);
  const shares = years.flatMap(({ claimed, won, baseRate }) => [claimed, won, baseRate]);
  return plot(
    'Decay: the 50 best-looking setups of each year, before and after',
    { from: first - 0.5, to: last + 0.5, ticks, label: 'year of entry', show: String },
    { ...shareAxis(shares), label: 'share of wins' },
    [
      { name: 'in the lookback', colour: '#d62728', points: years.map(({ year, claimed }) => [year, claimed]) },
      { name: 'in the year itself', colour: '#1b1b1b', points: years.map(({ year, won }) => [year, won]) },
      {
        name: 'all setups, same directions',
        colour: '#888888',
        dashed: true,
        points: years.map(({ year, baseRate }) => [year, baseRate]),
      },
    ],
  );
}

/** Tenths that enclose all values. */
function shareAxis(values: readonly number[]): Omit<Axis, 'label'> {
  const low = Math.max(0, Math.floor(10 * Math.min(...values)));
  const high = Math.min(10, Math.max(low + 1, Math.ceil(10 * Math.max(...values))));
  const ticks = Array.from({ length: high - low + 1 }, (_, i) => (low + i) / 10);
  return { from: low / 10, to: high / 10, ticks, show: (value) => value.toFixed(1) };
}
