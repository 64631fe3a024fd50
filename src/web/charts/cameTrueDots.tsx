import { dot, plot, pointer, ruleX, ruleY, tip } from '@observablehq/plot';
import { useCallback } from 'preact/hooks';
import type { Schemas } from '../api/client';
import { type Column, DataTable } from '../ui/dataTable';
import { number, share } from '../ui/format';
import { Legend } from './legend';
import { PlotFigure } from './plotFigure';

type Market = Schemas['CameTrueMarket'];
type Share = Schemas['CameTrueShare'];

const decade = ({ from_year, to_year }: Share) => `${from_year}–${to_year}`;
const holds = ({ min_hold, max_hold }: Share) => `${min_hold}–${max_hold} days`;

const COLUMNS: readonly Column<Share>[] = [
  { key: 'holds', header: 'Holds', value: ({ min_hold }) => min_hold, cell: holds },
  { key: 'decade', header: 'Entries', value: decade },
  { key: 'share', header: 'Came true', align: 'end', value: (row) => row.share, cell: (row) => share(row.share, 1) },
  {
    key: 'interval',
    header: '80 % interval',
    align: 'end',
    value: ({ low }) => low,
    cell: ({ low, high }) => `${share(low, 1)} to ${share(high, 1)}`,
  },
  {
    key: 'error',
    header: 'Standard error',
    align: 'end',
    value: ({ standard_error }) => standard_error,
    cell: ({ standard_error }) => number(standard_error, 3),
  },
  { key: 'months', header: 'Months', align: 'end', value: ({ months }) => months },
];

/** The share that came true in a market by decade, one row of the drawing for each band of holds (METHOD 10). */
export function CameTrueDots({ market }: { market: Market }) {
  const draw = useCallback((width: number) => buildPlot(market.shares, Math.min(width, 640)), [market]);
  return (
    <PlotFigure
      title={`${market.name}: share of what windows showed that came true`}
      subtitle={<Legend marks={[['line', 'share by decade of entry, with its 80 % interval']]} />}
      description={market.reading}
      draw={draw}
      note={market.reading}
      table={
        <DataTable
          caption={`What came true in ${market.name}, by holds and decade of entry`}
          columns={COLUMNS}
          rows={market.shares}
          rowKey={(row) => `${row.min_hold} ${row.from_year}`}
        />
      }
    />
  );
}

function buildPlot(shares: readonly Share[], width: number) {
  const bands = [...new Set(shares.map(holds))];
  return plot({
    className: 'plot',
    width,
    height: 60 + 80 * bands.length,
    marginLeft: 44,
    marginRight: 84,
    marginBottom: 36,
    x: { label: null, type: 'point', domain: [...new Set(shares.map(decade))].sort(), padding: 0.5 },
    y: {
      grid: true,
      label: 'came true, %',
      labelArrow: 'none',
      tickFormat: (n: number) => `${Math.round(100 * n)}`,
      ticks: 4,
    },
    fy: { label: null, domain: bands },
    marks: [
      ruleY([0], { stroke: 'var(--neutral)' }),
      ruleX(shares, { fy: holds, x: decade, y1: 'low', y2: 'high', stroke: 'var(--text-soft)', strokeWidth: 2 }),
      dot(shares, { fy: holds, x: decade, y: 'share', r: 4, fill: 'var(--text)', stroke: 'var(--surface)' }),
      tip(
        shares,
        pointer({
          fy: holds,
          x: decade,
          y: 'share',
          title: (row: Share) =>
            `${decade(row)}, holds of ${holds(row)}\n${share(row.share, 1)} (${share(row.low, 1)} to ${share(row.high, 1)})`,
        }),
      ),
    ],
  });
}
