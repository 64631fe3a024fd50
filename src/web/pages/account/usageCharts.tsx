import type { Schemas } from '../../api/client';
import { UsageChart } from '../../charts/usageChart';
import { type Column, DataTable } from '../../ui/dataTable';
import { DateText } from '../../ui/dateText';
import { count } from '../../ui/format';
import { Notice } from '../../ui/notice';

type Day = Schemas['UsedDay'];

const COLUMNS: readonly Column<Day>[] = [
  { key: 'date', header: 'Day (UTC)', value: ({ date }) => date, cell: ({ date }) => <DateText date={date} /> },
  {
    key: 'requests',
    header: 'Requests',
    align: 'end',
    value: ({ requests }) => requests,
    cell: (day) => count(day.requests),
  },
  {
    key: 'predictions',
    header: 'Predictions',
    align: 'end',
    value: ({ predictions }) => predictions,
    cell: (day) => count(day.predictions),
  },
];

/** Usage of the last 30 days beside the daily limits of the plan. */
export function UsageCharts({ usage: { days, per_day, ml_daily_limit } }: { usage: Schemas['AccountUsage'] }) {
  const table = (
    <DataTable caption="Used by day" columns={COLUMNS} rows={days} rowKey={({ date }) => date} heading="date" />
  );
  const plural = days.some(({ predictions }) => predictions !== null);
  return (
    <div class="charts">
      <UsageChart what="requests" name="Requests" limit={per_day} days={days} table={table} />
      {plural ? (
        <UsageChart what="predictions" name="Predictions" limit={ml_daily_limit} days={days} table={table} />
      ) : (
        <Notice title="Predictions are not counted">
          <p>Your plan does not limit them.</p>
        </Notice>
      )}
    </div>
  );
}
