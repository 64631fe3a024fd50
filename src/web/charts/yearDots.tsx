import { dot, plot, pointer, ruleX, text, tickX, tip } from '@observablehq/plot';
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import { percent } from '../ui/format';
import { Legend, type Mark } from './legend';
import { PlotFigure } from './plotFigure';

/** A row of dots: a symbol or a horizon. */
export interface DotRow {
  readonly name: string;
  readonly years: readonly { readonly year: string; readonly pct: number }[];
  readonly mean: number | null;
  /** Benchmark of the mean, percent; null = not drawn. */
  readonly against: number | null;
  /** Another reference, percent, such as buy and hold over a year; drawn at the edge when it is outside the range of the dots. */
  readonly held?: number | null;
}

export interface YearDotsProps {
  readonly title: string;
  readonly rows: readonly DotRow[];
  /** Names of `against` and `held` in the legend; undefined when no row has them. */
  readonly against?: string;
  readonly held?: string;
  readonly note?: ComponentChildren;
  readonly table?: ComponentChildren;
}

const ROW = 44;

/** Yearly returns as dots, a row for each symbol or horizon, with the mean and its benchmark. */
export function YearDots({ title, rows, against, held, note, table }: YearDotsProps) {
  const draw = useCallback((width: number) => buildPlot(rows, width), [rows]);
  const marks: (readonly [Mark, ComponentChildren])[] = [
    ['dot-up', 'a year won'],
    ['dot-down', 'a year lost'],
    ['mean', 'their average'],
    ...(against === undefined ? [] : [['null-tick', against] as const]),
    ...(held === undefined ? [] : [['hold', held] as const]),
  ];
  const description = rows
    .map(
      ({ name, mean, against: beats, years }) =>
        `${name}: ${years.length} years, average ${percent(mean)}${beats === null ? '' : `, to beat ${percent(beats)}`}`,
    )
    .join('; ');
  return (
    <PlotFigure
      title={title}
      subtitle={<Legend marks={marks} />}
      description={`Yearly returns as dots, percent of the entry price. ${description}.`}
      draw={draw}
      note={note}
      table={table}
    />
  );
}

function buildPlot(rows: readonly DotRow[], width: number) {
  const names = rows.map(({ name }) => name);
  const years = rows.flatMap((row) => row.years.map((year) => ({ name: row.name, ...year })));
  const shown = [...years.map(({ pct }) => pct), ...rows.flatMap(({ mean, against }) => [mean ?? 0, against ?? 0]), 0];
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const padding = Math.max(0.5, (high - low) * 0.06);
  const domain = [low - padding, high + padding];
  const held = rows.flatMap(({ name, held: pct }) => (pct === null || pct === undefined ? [] : [{ name, pct }]));
  const inside = held.filter(({ pct }) => pct >= domain[0] && pct <= domain[1]);
  const outside = held.filter((reference) => !inside.includes(reference));
  return plot({
    className: 'plot',
    width,
    height: 48 + ROW * rows.length,
    marginLeft: Math.min(120, 16 + 8 * Math.max(...names.map((name) => name.length))),
    marginRight: 16,
    marginBottom: 36,
    x: {
      domain,
      grid: true,
      label: '% of entry price',
      labelAnchor: 'center',
      labelArrow: 'none',
      ticks: width < 480 ? 5 : 9,
    },
    y: { domain: names, label: null, padding: 0.3 },
    marks: [
      ruleX([0], { stroke: 'var(--line-strong)' }),
      tickX(rows, { x: 'against', y: 'name', stroke: 'var(--neutral)', strokeWidth: 6 }),
      dot(years, {
        x: 'pct',
        y: 'name',
        r: 5,
        fill: ({ pct }: { pct: number }) => (pct > 0 ? 'var(--up)' : 'var(--down)'),
        fillOpacity: 0.75,
        stroke: 'var(--surface)',
      }),
      tickX(rows, { x: 'mean', y: 'name', stroke: 'var(--text)', strokeWidth: 3 }),
      text(inside, { x: 'pct', y: 'name', text: () => '▼', dy: -16, fill: 'var(--text-soft)', fontSize: 12 }),
      text(outside, {
        x: ({ pct }: { pct: number }) => (pct > 0 ? domain[1] : domain[0]),
        y: 'name',
        text: ({ pct }: { pct: number }) => (pct > 0 ? `▼ ${percent(pct)} ▸` : `◂ ${percent(pct)} ▼`),
        textAnchor: 'end',
        dy: -16,
        fill: 'var(--text-soft)',
        fontSize: 12,
      }),
      tip(
        years,
        pointer({ x: 'pct', y: 'name', title: ({ name, year, pct }) => `${name}, ${year}\n${percent(pct, 2)}` }),
      ),
    ],
  });
}
