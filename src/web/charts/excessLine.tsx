import { areaY, dot, line, plot, pointer, ruleX, ruleY, tip } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import type { Schemas } from '../api/client';
import { percent, plural } from '../ui/format';
import { Legend } from './legend';
import { PlotFigure } from './plotFigure';

type Excess = Schemas['PickExcess'];
type Point = Excess['points'][number] & { readonly pick: number };

const NAMES = { random_dates: 'random dates', benchmark: "the market's benchmark" } as const;

/** Cumulative excess return of the picks, with the band that chance alone would stay in. */
export function ExcessLine({ excess }: { excess: Excess }) {
  const draw = useCallback((width: number) => buildPlot(excess, width), [excess]);
  return (
    <PlotFigure
      title={`Beyond ${NAMES[excess.over]}, added up: ${plural(excess.picks, 'closed pick')} of ${plural(excess.setups, 'setup')}`}
      subtitle={
        <Legend
          marks={[
            ['band', `where chance alone leaves the sum in ${excess.confidence_pct} % of tries`],
            ['line', 'sum of the picks'],
          ]}
        />
      }
      description={excess.reading}
      draw={draw}
      note={excess.reading}
    />
  );
}

function buildPlot({ points }: Excess, width: number) {
  const picks: Point[] = points.map((point, i) => ({ ...point, pick: i + 1 }));
  return plot({
    className: 'plot',
    width,
    height: 300,
    marginLeft: 48,
    marginBottom: 36,
    x: {
      domain: picks.length === 1 ? [0, 2] : [1, picks.length],
      label: 'closed picks, in the order of picking',
      labelAnchor: 'center',
      labelArrow: 'none',
      tickFormat: (n: number) => (Number.isInteger(n) && n > 0 ? String(n) : ''),
      inset: 8,
    },
    y: { grid: true, label: 'percentage points', labelArrow: 'none', nice: true },
    marks: [
      areaY(picks, { x: 'pick', y1: 'band_low_pct', y2: 'band_high_pct', fill: 'var(--null)' }),
      // The area over a single pick has no width.
      ruleX(picks, { x: 'pick', y1: 'band_low_pct', y2: 'band_high_pct', stroke: 'var(--null)', strokeWidth: 5 }),
      ruleY([0], { stroke: 'var(--line-strong)' }),
      line(picks, { x: 'pick', y: 'cumulative_pct', stroke: 'var(--text)', strokeWidth: 2 }),
      dot(picks, {
        x: 'pick',
        y: 'cumulative_pct',
        r: 4,
        fill: (point: Point) => (point.excess_pct > 0 ? 'var(--up)' : 'var(--down)'),
        stroke: 'var(--surface)',
      }),
      tip(
        picks,
        pointer({
          x: 'pick',
          y: 'cumulative_pct',
          title: (point: Point) =>
            `${point.symbol}, picked ${point.featured_date}\nreturned ${percent(point.return_pct, 2)}, against ${percent(point.against_pct, 2)}\nsum ${percent(point.cumulative_pct, 2)}`,
        }),
      ),
    ],
  });
}
