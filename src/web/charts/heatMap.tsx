import { plot, rect } from '@observablehq/plot';
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Schemas } from '../api/client';
import './heatMap.css';
import { type Cell, type CellView, cellAt, cellView, describeCell, movedCell, runsOf } from './heatCells';
import { boundOf, colourOf, LEVELS, SCALES } from './heatScale';
import { PlotFigure } from './plotFigure';
import { nowRule, YEAR_MARGINS, yearScale } from './yearAxis';

export interface HeatMapProps {
  readonly title: string;
  readonly map: Schemas['HeatMap'];
  /** The window that the page shows. */
  readonly pinned: { readonly entry: string; readonly hold: number };
  readonly pin: (entry: string, hold: number) => void;
  readonly now: string;
  readonly table?: ComponentChildren;
}

const HEIGHT = 300;

/** Entry dates by holding periods, coloured by how far each window differs from drift. */
export function HeatMap({ title, map, pinned, pin, now, table }: HeatMapProps) {
  const [cell, setCell] = useState<Cell | null>(null);
  const view = useRef<CellView | null>(null);
  const chosen = useRef(pin);
  chosen.current = pin;
  const scale = SCALES[map.measure];
  const choose = ({ entry, row }: Cell) => chosen.current(map.entry_dates[entry], map.rows[row].hold_days);
  const show = (next: Cell | null) => {
    setCell(next);
    view.current?.mark(next);
  };
  const draw = useCallback(
    (width: number) => {
      const svg = buildPlot(map, now, width);
      view.current = cellView(svg, map);
      view.current.outline(pinned);
      svg.addEventListener('pointermove', (event) => show(view.current?.at(event) ?? null));
      svg.addEventListener('pointerleave', () => show(null));
      svg.addEventListener('click', (event) => {
        const at = view.current?.at(event);
        if (at) choose(at);
      });
      return svg;
    },
    [map, now],
  );
  useEffect(() => view.current?.outline(pinned), [pinned.entry, pinned.hold]);
  const onKeyDown = (event: KeyboardEvent) => {
    const from = cell ?? cellAt(map, pinned);
    if (event.key === 'Enter') choose(from);
    else {
      const next = movedCell(map, from, event.key);
      if (next === null) return;
      show(next);
    }
    event.preventDefault();
  };
  return (
    <div class="heat">
      <div
        class="heat-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move over the cells and Enter pins one
        tabIndex={0}
        role="application"
        aria-label={`${title}. Arrow keys move by a day and by a holding period, Page Up and Page Down by a month, Enter pins the window.`}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && show(cell ?? cellAt(map, pinned))}
        onBlur={() => show(null)}
      >
        <PlotFigure
          title={title}
          subtitle="Each cell is a window: entry day across, days held upwards. Click or Enter pins one."
          description={`Heat map of ${map.entry_dates.length} entry days by ${map.rows.length} holding periods.`}
          draw={draw}
          table={table}
        />
      </div>
      <p class="heat-readout small" role="status">
        {cell === null ? 'Point at a cell to read it.' : describeCell(map, cell)}
      </p>
      <ul class="heat-legend small" aria-label={`Colours: ${scale.unit}`}>
        {LEVELS.map((level) => (
          <li key={level}>
            <span class="heat-swatch" style={{ background: colourOf(level) }} aria-hidden="true" />
            {boundOf(scale, level)}
          </li>
        ))}
        <li>
          <span class="heat-swatch none" aria-hidden="true" />
          not observed
        </li>
      </ul>
      <p class="small soft">
        {scale.unit}. Entries that are past show what was known on their day. Neighbouring cells are nearly the same
        window, and of thousands some stand out by chance.
      </p>
    </div>
  );
}

function buildPlot(map: Schemas['HeatMap'], now: string, width: number): SVGSVGElement {
  const holds = map.rows.map(({ hold_days }) => hold_days);
  const half = holds.length > 1 ? (holds[1] - holds[0]) / 2 : 0.5;
  const runs = runsOf(map, half);
  const chart = plot({
    className: 'plot',
    width,
    height: HEIGHT,
    ...YEAR_MARGINS,
    marginTop: 20,
    x: yearScale(width),
    y: { domain: [holds[0] - half, holds[holds.length - 1] + half], label: 'days held', labelArrow: 'none', ticks: 6 },
    marks: [
      ...LEVELS.map((level) =>
        rect(
          runs.filter((run) => run.level === level),
          { x1: 'x1', x2: 'x2', y1: 'y1', y2: 'y2', fill: colourOf(level), inset: 0 },
        ),
      ),
      nowRule(now),
    ],
  });
  if (!(chart instanceof SVGSVGElement))
    throw new Error('Plot returned no SVG: the heat map must not have a legend of its own');
  return chart;
}
