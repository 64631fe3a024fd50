import { lineY, plot, rect, ruleX, text } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import { dayOfYear, yearSpans } from '../ui/calendarYear';
import { PlotFigure } from './plotFigure';
import { nowRule, YEAR_MARGINS, yearScale } from './yearAxis';

export interface SeasonalCurveProps {
  readonly title: string;
  /** One point for each calendar day; the first one may be any day of the year. */
  readonly curve: readonly { readonly date: string; readonly index: number }[];
  readonly entry: string;
  readonly exit: string;
  /** The current day, marked in the chart. */
  readonly now: { readonly date: string; readonly label: string };
}

/** The average year from January to December with the window in it, on the same axis as the heat map. */
export function SeasonalCurve({ title, curve, entry, exit, now }: SeasonalCurveProps) {
  const draw = useCallback(
    (width: number) => buildPlot({ curve, entry, exit, now }, width),
    [curve, entry, exit, now.date],
  );
  const at = (date: string) => curve.find((point) => point.date.slice(5) === date.slice(5))?.index;
  const [first, last] = [at(entry), at(exit)];
  return (
    <PlotFigure
      title={title}
      subtitle="Index 0 to 100, detrended: what the calendar adds to or takes from the symbol's own drift, not a price. The shaded part is the window."
      description={`Average year as an index of 0 to 100. Entry ${entry} at ${first ?? 'unknown'}, exit ${exit} at ${last ?? 'unknown'}.`}
      draw={draw}
    />
  );
}

function buildPlot({ curve, entry, exit, now }: Omit<SeasonalCurveProps, 'title'>, width: number) {
  const points = curve.map(({ date, index }) => ({ at: dayOfYear(date), index })).sort((a, b) => a.at - b.at);
  const marks = [
    { at: dayOfYear(entry), name: 'entry', anchor: 'end' as const },
    { at: dayOfYear(exit), name: 'exit', anchor: 'start' as const },
  ];
  return plot({
    className: 'plot',
    width,
    height: 220,
    ...YEAR_MARGINS,
    marginTop: 24,
    x: yearScale(width),
    y: { domain: [0, 100], ticks: 5, grid: true, label: 'index', labelArrow: 'none' },
    marks: [
      rect(yearSpans(entry, exit), { x1: 'from', x2: 'to', y1: 0, y2: 100, fill: 'var(--up-soft)' }),
      nowRule(now.date),
      text([dayOfYear(now.date)], {
        x: (at: number) => at,
        y: 100,
        text: () => now.label,
        dy: -10,
        fill: 'var(--text-soft)',
        fontSize: 12,
      }),
      lineY(points, { x: 'at', y: 'index', stroke: 'var(--text)', strokeWidth: 1.75 }),
      ruleX(marks, { x: 'at', stroke: 'var(--up)', strokeWidth: 2 }),
      ...marks.map((mark) =>
        text([mark], {
          x: 'at',
          y: 4,
          text: 'name',
          textAnchor: mark.anchor,
          dx: mark.anchor === 'end' ? -4 : 4,
          fill: 'var(--up-text)',
          // An outline keeps the text legible over the curve.
          stroke: 'var(--ground)',
          strokeWidth: 4,
          fontWeight: 600,
          fontSize: 12,
        }),
      ),
    ],
  });
}
