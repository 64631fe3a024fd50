import { axisX, axisY, gridY, plot, pointerX, rectY, ruleY, text, tip } from '@observablehq/plot';
import type { Schemas } from '../api/client';
import { count, DAY_MS, utcMs, weekday } from '../ui/format';

/** A bar for each day. Days without a count are a gap; the last day, which is not over, is paler. */
export function drawUsage(options: {
  days: readonly Schemas['UsedDay'][];
  what: 'requests' | 'predictions';
  name: string;
  limit: number | null;
  width: number;
}) {
  const { days, what, name, limit, width } = options;
  const bars = days.flatMap((day, index) => {
    const value = day[what];
    const start = utcMs(day.date);
    const bar = { ...day, start, end: start + DAY_MS, value: value ?? 0, over: index < days.length - 1 };
    return value === null ? [] : [bar];
  });
  type Bar = (typeof bars)[number];
  const most = Math.max(1, limit ?? 0, ...bars.map(({ value }) => value));
  // Small counts get a tick for each integer, since Plot would add fractions.
  const ticks = most < 5 ? Array.from({ length: most + 1 }, (_, at) => at) : 5;
  return plot({
    className: 'plot',
    width,
    height: 220,
    marginLeft: 56,
    marginBottom: 36,
    x: { type: 'utc', label: null },
    y: { domain: [0, most * (limit === null ? 1.06 : 1.14)], label: `${name} a day`, nice: false },
    marks: [
      gridY({ ticks, stroke: 'var(--line)', strokeOpacity: 1 }),
      axisY({
        ticks,
        tickFormat: (value: number) => count(value),
        labelAnchor: 'top',
        labelArrow: 'none',
      }),
      axisX({
        ticks: width < 480 ? 4 : 8,
        tickFormat: (at: Date) => at.toISOString().slice(5, 10),
        labelArrow: 'none',
      }),
      rectY(bars, {
        x1: 'start',
        x2: 'end',
        y: 'value',
        fill: 'var(--up)',
        fillOpacity: ({ over }: Bar) => (over ? 1 : 0.6),
        insetLeft: 1,
        insetRight: 1,
      }),
      ruleY([0], { stroke: 'var(--text-soft)' }),
      ...(limit === null
        ? []
        : [
            ruleY([limit], { stroke: 'var(--down)', strokeWidth: 2, strokeDasharray: '6 4' }),
            text([`limit of the plan: ${count(limit)}`], {
              y: limit,
              frameAnchor: 'right',
              textAnchor: 'end',
              lineAnchor: 'bottom',
              dy: -5,
              fill: 'var(--down-text)',
            }),
          ]),
      tip(
        bars,
        pointerX({
          x1: 'start',
          x2: 'end',
          y: 'value',
          title: ({ date, value, over }: Bar) =>
            `${weekday(date)}, ${date}\n${count(value)} ${what}${over ? '' : ' so far'}`,
        }),
      ),
    ],
  });
}
