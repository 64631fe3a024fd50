import { dot, line, plot, pointerX, ruleY, tip } from '@observablehq/plot';
import type { ComponentChildren } from 'preact';
import { useCallback } from 'preact/hooks';
import type { Schemas } from '../api/client';
import { count, percent, utcMs, weekday } from '../ui/format';
import { PlotFigure } from './plotFigure';

type Day = Schemas['DayDifference'];

/** Difference between held and stored closes by day. A step is a split or dividend, a spike a single wrong price. */
export function DifferenceLine(props: {
  symbol: string;
  sample: readonly Day[];
  /** Number of days that the sample was taken from. */
  days: number;
  table: ComponentChildren;
}) {
  const { symbol, sample, days, table } = props;
  const draw = useCallback((width: number) => buildPlot(sample, width), [sample]);
  const [first, last] = [sample[0], sample[sample.length - 1]];
  return (
    <PlotFigure
      title={`Held against stored closes of ${symbol}: ${count(sample.length)} of ${count(days)} days, evenly`}
      subtitle="percent of the stored close; 0 = the same"
      description={`Held closes of ${symbol} against stored ones, ${first.date} to ${last.date}: ${percent(first.difference_pct, 2)} at the beginning, ${percent(last.difference_pct, 2)} at the end`}
      draw={draw}
      note="A step is a split or dividend that one of them does not know, a spike a single wrong price, a rising line another adjustment."
      table={table}
    />
  );
}

function buildPlot(sample: readonly Day[], width: number) {
  const days = sample.map((day) => ({ ...day, at: new Date(utcMs(day.date)) }));
  const differences = sample.map(({ difference_pct }) => difference_pct);
  // Without a minimum range, rounding errors of equal closes would fill the axis.
  const domain = [Math.min(-0.01, ...differences), Math.max(0.01, ...differences)];
  return plot({
    className: 'plot',
    width,
    height: 200,
    marginLeft: 56,
    marginBottom: 36,
    x: { type: 'utc', label: null, ticks: width < 480 ? 4 : 8 },
    y: { domain, label: '% of the stored close', labelArrow: 'none', grid: true, nice: true, ticks: 5 },
    marks: [
      ruleY([0], { stroke: 'var(--line-strong)' }),
      line(days, { x: 'at', y: 'difference_pct', stroke: 'var(--text)', strokeWidth: 1.5 }),
      dot(days, {
        x: 'at',
        y: 'difference_pct',
        r: 3,
        fill: (day: Day) => (day.difference_pct === 0 ? 'var(--text-soft)' : 'var(--down)'),
      }),
      tip(
        days,
        pointerX({
          x: 'at',
          y: 'difference_pct',
          title: (day: Day) => `${weekday(day.date)}, ${day.date}\n${percent(day.difference_pct, 2)}`,
        }),
      ),
    ],
  });
}
