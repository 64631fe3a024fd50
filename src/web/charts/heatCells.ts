import type { plot } from '@observablehq/plot';
import type { Schemas } from '../api/client';
import { dayOfYear } from '../ui/calendarYear';
import { number, percent, share, weekday } from '../ui/format';
import { type Level, levelOf, SCALES } from './heatScale';

type HeatMap = Schemas['HeatMap'];

/** A cell by its indices in the response. */
export interface Cell {
  readonly entry: number;
  readonly row: number;
}

/** Adjacent cells of the same colour in a row, drawn as one rectangle: a map has thousands of cells. */
export interface Run {
  readonly level: Level;
  readonly x1: number;
  readonly x2: number;
  readonly y1: number;
  readonly y2: number;
}

/** @param half half of the days between two rows */
export function runsOf({ measure, entry_dates, rows }: HeatMap, half: number): Run[] {
  const scale = SCALES[measure];
  const starts = entry_dates.map(dayOfYear);
  const endOf = (i: number) =>
    starts[i + 1] ?? Math.min(366, starts[i] + Math.max(1, starts[i] - (starts[i - 1] ?? 0)));
  return rows.flatMap(({ hold_days, values, any_date }) => {
    const [y1, y2] = [hold_days - half, hold_days + half];
    const runs: { level: Level; x1: number; x2: number; y1: number; y2: number }[] = [];
    values.forEach((value, i) => {
      const level = levelOf(scale, value, any_date?.[i] ?? null);
      if (level === null) return;
      const last = runs[runs.length - 1];
      if (last?.level === level && last.x2 === starts[i]) last.x2 = endOf(i);
      else runs.push({ level, x1: starts[i], x2: endOf(i), y1, y2 });
    });
    return runs;
  });
}

/** The cell nearest to a window. */
export function cellAt(map: HeatMap, { entry, hold }: { entry: string; hold: number }): Cell {
  return { entry: nearest(map.entry_dates.map(dayOfYear), dayOfYear(entry)), row: nearest(holdsOf(map), hold) };
}

function holdsOf({ rows }: HeatMap): number[] {
  return rows.map(({ hold_days }) => hold_days);
}

/** Index of the value nearest to a target. */
function nearest(values: readonly number[], target: number): number {
  return values.reduce((best, value, i) => (Math.abs(value - target) < Math.abs(values[best] - target) ? i : best), 0);
}

/** The cell that a key moves to; null for other keys. */
export function movedCell({ entry_dates, rows }: HeatMap, { entry, row }: Cell, key: string): Cell | null {
  const moves: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowDown: [0, -1],
    ArrowUp: [0, 1],
    PageUp: [-30, 0],
    PageDown: [30, 0],
    Home: [-entry_dates.length, 0],
    End: [entry_dates.length, 0],
  };
  const move = Object.hasOwn(moves, key) ? moves[key] : null;
  if (move === null) return null;
  const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at));
  return { entry: within(entry + move[0], entry_dates.length), row: within(row + move[1], rows.length) };
}

/** A cell in words: entry, hold, value, value of any date, years. */
export function describeCell({ measure, entry_dates, rows }: HeatMap, { entry, row }: Cell): string {
  const { hold_days, values, any_date, years_tested } = rows[row];
  const date = entry_dates[entry];
  const years = years_tested[entry];
  const window = `${weekday(date).slice(0, 3)} ${date}, ${hold_days} days`;
  const value = values[entry];
  const drift = any_date?.[entry] ?? null;
  if (value === null) {
    return `${window}: ${years === 0 ? 'not observed in any year' : `no strength, only ${years} years were observed`}`;
  }
  const texts = {
    z: () => `z ${number(value)} from drift`,
    avg_return: () => `average ${percent(value, 2)}, any date ${percent(drift, 2)}`,
    win_rate: () => `won ${share(value)}, any date ${share(drift)}`,
  };
  return `${window}: ${texts[measure]()}; n = ${years} years`;
}

/** The markers on a map, which move without a redraw. */
export interface CellView {
  /** The cell under the pointer; null outside the map. */
  at(event: MouseEvent): Cell | null;
  /** Marks the cell that is being read. */
  mark(cell: Cell | null): void;
  /** Marks the pinned window. */
  outline(window: { readonly entry: string; readonly hold: number }): void;
}

export function cellView(svg: SVGSVGElement, map: HeatMap): CellView {
  const scales = svg as SVGSVGElement & Pick<ReturnType<typeof plot>, 'scale'>;
  const [x, y] = [scales.scale('x'), scales.scale('y')];
  if (!x?.invert || !y?.invert) throw new Error('the heat map has no invertible x and y scale');
  const [toDay, toHold] = [x.invert, y.invert];
  const starts = map.entry_dates.map(dayOfYear);
  const holds = holdsOf(map);
  const half = holds.length > 1 ? (holds[1] - holds[0]) / 2 : 0.5;
  const marker = box(svg, 'heat-cursor');
  const pin = box(svg, 'heat-pin');
  const place = (element: SVGRectElement, day: number, hold: number, minWidth: number) => {
    const [left, right] = [x.apply(day), x.apply(day + 1)];
    const [top, bottom] = [y.apply(hold + half), y.apply(hold - half)];
    const width = Math.max(minWidth, right - left);
    const attributes = { x: (left + right - width) / 2, y: top, width, height: bottom - top };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.removeAttribute('visibility');
  };
  return {
    at({ clientX, clientY }) {
      const { left, top, width, height } = svg.getBoundingClientRect();
      const { width: drawnWidth, height: drawnHeight } = svg.viewBox.baseVal;
      const day = toDay(((clientX - left) / width) * drawnWidth);
      const hold = toHold(((clientY - top) / height) * drawnHeight);
      if (day < 0 || day >= 366 || hold < holds[0] - half || hold > holds[holds.length - 1] + half) return null;
      const entry = starts.findLastIndex((start) => start <= day);
      return entry < 0 ? null : { entry, row: nearest(holds, hold) };
    },
    mark(cell) {
      if (cell === null) marker.setAttribute('visibility', 'hidden');
      else place(marker, starts[cell.entry], holds[cell.row], 7);
    },
    outline({ entry, hold }) {
      // Holds outside the map are marked at its edge.
      place(pin, dayOfYear(entry), Math.max(holds[0], Math.min(holds[holds.length - 1], hold)), 11);
    },
  };
}

function box(svg: SVGSVGElement, name: string): SVGRectElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  element.setAttribute('class', name);
  element.setAttribute('visibility', 'hidden');
  svg.append(element);
  return element;
}
