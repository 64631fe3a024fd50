import { type ForwardTable, P_BANDS } from '../core/evidence/forwardSummary';
import { type Axis, plot } from './plot';

const BANDS = P_BANDS.filter(({ name }) => name !== 'all').map(({ name }) => name);
const COLOURS = ['#1b1b1b', '#1f77b4', '#2ca02c', '#ff7f0e', '#d62728'];
/** Horizontal distance between the points of one band. */
const APART = 0.08;
/** Half of a 95 % interval, in standard errors. */
const INTERVAL = 1.96;

/** SVG plot of the windows' next return beyond drift, by band of p_symbol, with 95 % intervals. */
export function forwardPlot(tables: readonly ForwardTable[]): string {
  const series = tables.map(({ ranking, bands }, i) => {
    const shown = BANDS.flatMap((name, at) => {
      const band = bands.find(({ p_symbol }) => p_symbol === name);
      const { beyond_drift_pct: mean = null, beyond_drift_error: error = null } = band ?? {};
      return mean === null
        ? []
        : [{ x: at + 1 + APART * (i - (tables.length - 1) / 2), mean, error: INTERVAL * (error ?? 0) }];
    });
    return {
      name: ranking,
      colour: COLOURS[i % COLOURS.length],
      points: shown.map(({ x, mean }) => [x, mean] as const),
      errors: shown.map(({ error }) => error),
    };
  });
  const reach = series.flatMap(({ points, errors }) => points.flatMap(([, y], i) => [y - errors[i], y + errors[i]]));
  const x: Axis = {
    from: 0.5,
    to: BANDS.length + 0.5,
    ticks: BANDS.map((_, i) => i + 1),
    label: 'p_symbol: how often luck alone does as well',
    show: (value) => BANDS[value - 1].replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  };
  const none = {
    name: 'drift',
    colour: '#888888',
    dashed: true,
    points: [[x.from, 0] as const, [x.to, 0] as const],
  };
  return plot('Best windows of each month: the next return beyond drift, with 95 % intervals', x, percentAxis(reach), [
    none,
    ...series,
  ]);
}

/** Whole steps that enclose all values and zero. */
function percentAxis(values: readonly number[]): Axis {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].find((size) => (high - low) / size <= 8) ?? (high - low) / 8;
  const from = Math.floor(low / step);
  const to = Math.max(from + 1, Math.ceil(high / step));
  const ticks = Array.from({ length: to - from + 1 }, (_, i) => (from + i) * step);
  return {
    from: from * step,
    to: to * step,
    ticks,
    label: 'percent beyond drift',
    show: (value) => value.toFixed(step < 1 ? 1 : 0),
  };
}
