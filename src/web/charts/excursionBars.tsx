import { axisX, barY, plot, pointerX, ruleX, ruleY, tip } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import type { Schemas } from '../api/client';
import { percent } from '../ui/format';
import { PlotFigure } from './plotFigure';

export type ExcursionYear = Schemas['YearBar'];

/** Return of each year as a bar, with its MFE and MAE as a thin line. */
export function ExcursionBars(props: {
  title: string;
  years: readonly ExcursionYear[];
  /** Average return of any entry date of the same years, percent; null = not drawn. */
  anyDate: number | null;
}) {
  const { title, years, anyDate } = props;
  const draw = useCallback((width: number) => buildPlot(years, anyDate, width), [years, anyDate]);
  const anyDateText =
    anyDate === null ? '' : ` The grey line is what any date of these years made on average, ${percent(anyDate)}.`;
  return (
    <PlotFigure
      title={title}
      subtitle={`% of entry price, in the direction of the trade. Thin lines reach from the worst to the best moment of the hold.${anyDateText}`}
      description={`Returns by year: ${years.map(({ year, return_pct }) => `${year} ${percent(return_pct)}`).join(', ')}.`}
      draw={draw}
    />
  );
}

function buildPlot(years: readonly ExcursionYear[], anyDate: number | null, width: number) {
  const names = years.map(({ year }) => year);
  const band = (width - 60) / Math.max(1, names.length);
  const every = Math.ceil(34 / band);
  const colour = ({ return_pct }: ExcursionYear) => (return_pct > 0 ? 'var(--up)' : 'var(--down)');
  return plot({
    className: 'plot',
    width,
    height: 280,
    marginLeft: 44,
    marginRight: 12,
    marginBottom: 28,
    x: { domain: names, padding: 0.25, axis: null },
    y: { grid: true, label: '% of entry price', labelArrow: 'none', nice: true },
    marks: [
      ...(anyDate === null ? [] : [ruleY([anyDate], { stroke: 'var(--neutral)', strokeWidth: 2 })]),
      barY(years, { x: 'year', y: 'return_pct', fill: colour }),
      ruleX(years, { x: 'year', y1: 'mae_pct', y2: 'mfe_pct', stroke: 'var(--text)', strokeWidth: 1.5 }),
      ruleY([0], { stroke: 'var(--line-strong)' }),
      axisX(
        names.filter((_, i) => i % every === 0),
        { anchor: 'bottom', label: null, tickSize: 3 },
      ),
      tip(
        years,
        pointerX({
          x: 'year',
          y: 'return_pct',
          title: ({ year, entry_session, exit_session, return_pct, mfe_pct, mae_pct }: ExcursionYear) =>
            [
              entry_session ? `${year}: ${entry_session} to ${exit_session}` : year,
              percent(return_pct, 2),
              `best ${percent(mfe_pct, 2)}, worst ${percent(mae_pct, 2)}`,
            ].join('\n'),
        }),
      ),
    ],
  });
}
