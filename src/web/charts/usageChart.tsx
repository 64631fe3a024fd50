import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Schemas } from '../api/client';
import { count } from '../ui/format';
import { Notice } from '../ui/notice';
import { Skeleton } from '../ui/skeleton';
import { PlotFigure } from './plotFigure';

type Day = Schemas['UsedDay'];
type Drawing = typeof import('./usageDrawing');

/** The limit is drawn when the highest bar reaches this share of it; otherwise it would flatten the bars, and a note names it. */
const DRAWN_FROM = 0.2;

/** Usage by day as bars, with the limit of the plan as a line when it is near. */
export function UsageChart(props: {
  what: 'requests' | 'predictions';
  name: string;
  /** Limit per day; null = unlimited. */
  limit: number | null;
  days: readonly Day[];
  table: ComponentChildren;
}) {
  const { what, name, limit, days, table } = props;
  const drawing = useDrawing();
  const most = Math.max(0, ...days.map((day) => day[what] ?? 0));
  const sum = days.reduce((total, day) => total + (day[what] ?? 0), 0);
  const drawnLimit = limit !== null && most >= DRAWN_FROM * limit ? limit : null;
  const draw = useCallback(
    (width: number) => {
      if (drawing === null) throw new Error('the chart library is not loaded yet');
      return drawing.drawUsage({ days, what, name, limit: drawnLimit, width });
    },
    [drawing, days, what, name, drawnLimit],
  );
  const allowed = limit === null ? 'the plan does not limit them' : `the plan allows ${count(limit)} a day`;
  if (sum === 0) {
    return (
      <Notice title={`No ${what} in ${days.length} days`}>
        <p>{`${name}: ${allowed}.`}</p>
      </Notice>
    );
  }
  if (drawing === null) return <Skeleton lines={6} />;
  const span = days.length === 0 ? 'no days' : `${days[0].date} to ${days[days.length - 1].date}`;
  return (
    <PlotFigure
      title={`${count(sum)} ${what} in ${days.length} days, at most ${count(most)} a day`}
      subtitle={`${name} a day (UTC), ${allowed}`}
      description={`Bars of ${what} a day, ${span}; ${allowed}`}
      draw={draw}
      note={
        limit !== null && drawnLimit === null ? `The limit of ${count(limit)} lies far above the picture.` : undefined
      }
      table={table}
    />
  );
}

/** The chart library, which is fetched on first use; null until it is there. */
function useDrawing(): Drawing | null {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [fault, setFault] = useState<unknown>();
  useEffect(() => {
    import('./usageDrawing').then(setDrawing, setFault);
  }, []);
  if (fault) throw fault;
  return drawing;
}
