import { barY, dot, plot, ruleY, stackY, text } from '@observablehq/plot';
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import { percent } from '../ui/format';
import { Legend } from './legend';
import { PlotFigure } from './plotFigure';

/** Contribution of a position to a year's return, percentage points of the basket. */
export interface Contribution {
  readonly year: string;
  readonly name: string;
  readonly pct: number;
}

export interface ContributionBarsProps {
  readonly title: string;
  readonly contributions: readonly Contribution[];
  /** Returns of the whole basket, percent. */
  readonly years: readonly { readonly year: string; readonly pct: number }[];
  readonly table?: ComponentChildren;
}

const HEIGHT = 320;
/** Pixels: smaller segments carry no name. */
const NAMED = { width: 34, height: 15 };

/** Contributions of the positions to each year, stacked from zero; the return of the basket as a dot. */
export function ContributionBars({ title, contributions, years, table }: ContributionBarsProps) {
  const draw = useCallback((width: number) => buildPlot(contributions, years, width), [contributions, years]);
  return (
    <PlotFigure
      title={title}
      subtitle={
        <Legend
          marks={[
            ['bar-up', 'added'],
            ['bar-down', 'took away'],
            ['line', 'result of the year'],
          ]}
        />
      }
      description={`Contributions by year, percentage points. ${years.map(({ year, pct }) => `${year} ${percent(pct)}`).join(', ')}.`}
      draw={draw}
      table={table}
    />
  );
}

function buildPlot(contributions: readonly Contribution[], years: ContributionBarsProps['years'], width: number) {
  const names = years.map(({ year }) => year);
  const band = (width - 60) / Math.max(1, names.length);
  const scale = heightOf(contributions);
  const isNamed = ({ name, pct }: Contribution) =>
    band * 0.8 >= Math.max(NAMED.width, name.length * 8) && Math.abs(pct) * scale >= NAMED.height;
  const colour = ({ pct }: Contribution) => (pct < 0 ? 'var(--down)' : 'var(--up)');
  const title = ({ name, year, pct }: Contribution) => `${name}, ${year}\n${percent(pct, 2)}`;
  return plot({
    className: 'plot',
    width,
    height: HEIGHT,
    marginLeft: 44,
    marginBottom: 32,
    x: {
      domain: names,
      label: null,
      padding: 0.2,
      tickFormat: (year: string) => (band < 30 ? `’${year.slice(2)}` : year),
    },
    y: { grid: true, label: 'percentage points', labelArrow: 'none' },
    marks: [
      barY(contributions, stackY({ x: 'year', y: 'pct', fill: colour, stroke: 'var(--surface)', title, tip: true })),
      ruleY([0], { stroke: 'var(--line-strong)' }),
      text(
        contributions,
        stackY({
          x: 'year',
          y: 'pct',
          text: (contribution: Contribution) => (isNamed(contribution) ? contribution.name : ''),
          fill: 'var(--surface)',
          fontWeight: 600,
          fontSize: 11,
        }),
      ),
      dot(years, { x: 'year', y: 'pct', r: 4.5, fill: 'var(--text)', stroke: 'var(--surface)', strokeWidth: 1.5 }),
    ],
  });
}

/** Approximate height of a percentage point, pixels. */
function heightOf(contributions: readonly Contribution[]): number {
  const ups = new Map<string, number>();
  const downs = new Map<string, number>();
  for (const { year, pct } of contributions) {
    const side = pct < 0 ? downs : ups;
    side.set(year, (side.get(year) ?? 0) + Math.abs(pct));
  }
  const span = Math.max(0, ...ups.values()) + Math.max(0, ...downs.values());
  return span === 0 ? 0 : (HEIGHT - 60) / span;
}
