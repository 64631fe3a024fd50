import type { Schemas } from '../../api/client';
import { type Column, DataTable } from '../../ui/dataTable';
import { InstantText } from '../../ui/dateText';
import { count } from '../../ui/format';

type JobQueue = Schemas['JobQueue'];

const COLUMNS: readonly Column<JobQueue>[] = [
  { key: 'queue', header: 'Queue', value: ({ queue }) => queue },
  {
    key: 'waiting',
    header: 'Waiting',
    title: 'Jobs that wait for their start',
    align: 'end',
    value: ({ waiting }) => waiting,
    cell: ({ waiting }) => count(waiting),
  },
  {
    key: 'active',
    header: 'Running',
    align: 'end',
    value: ({ active }) => active,
    cell: ({ active }) => count(active),
  },
  {
    key: 'failed',
    header: 'Failed',
    title: 'Jobs that are not run again by themselves',
    align: 'end',
    value: ({ failed }) => failed,
    cell: ({ failed }) => count(failed),
  },
  {
    key: 'oldest',
    header: 'Oldest',
    title: 'Since when the oldest job that may start has waited, UTC',
    value: ({ oldest }) => oldest,
    cell: ({ oldest }) => <InstantText at={oldest} none="none" />,
  },
];

/** The queues with the number of their jobs. */
export function QueueTable({ queues }: { queues: readonly JobQueue[] }) {
  return (
    <DataTable
      caption="Queues, over all processes; times in UTC"
      columns={COLUMNS}
      rows={queues}
      rowKey={({ queue }) => queue}
      heading="queue"
    />
  );
}
