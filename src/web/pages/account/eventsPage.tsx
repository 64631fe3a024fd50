import type { Schemas } from '../../api/client';
import { consoleRequest } from '../../api/console';
import { useRequest } from '../../api/useRequest';
import { type Column, DataTable } from '../../ui/dataTable';
import { InstantText } from '../../ui/dateText';
import { AccountSection } from './accountSection';
import { ConsoleResponse } from './consoleResponse';
import { PagingButtons, usePaging } from './paging';

type Event = Schemas['AccountEvent'];

const PAGE_SIZE = 50;

const WORDS: Readonly<Record<Event['event'], string>> = {
  account_created: 'Account created',
  signed_in: 'Signed in',
  signed_out: 'Signed out',
  session_ended: 'Session ended',
  sessions_ended: 'Signed out everywhere',
  session_reused: 'Session ended: an old cookie of it came again',
  link_made: 'Sign-in link made',
  key_created: 'Key created',
  key_rotated: 'Key rotated',
  key_revoked: 'Key revoked',
  tier_changed: 'Plan changed',
  role_changed: 'Role changed',
  feed_paused: 'Feed paused',
  feed_resumed: 'Feed resumed',
  feed_run_asked: 'Feed asked to run',
  job_retried: 'Job sent again',
  job_cancelled: 'Job cancelled',
  held_prices_taken: 'Held prices taken',
  held_prices_dropped: 'Held prices dropped',
  account_suspended: 'Account suspended',
  account_resumed: 'Account resumed',
  calendar_link_made: 'Calendar link made',
  calendar_link_revoked: 'Calendar link revoked',
  table_link_made: 'Table link made',
  table_link_revoked: 'Table link revoked',
};

const ACTORS: Readonly<Record<Event['by'], string>> = {
  self: 'you',
  operator: 'an operator',
  command: 'a command on the server',
};

const COLUMNS: readonly Column<Event>[] = [
  {
    key: 'at',
    header: 'When',
    title: 'UTC',
    unsortable: true,
    value: ({ at }) => at,
    cell: ({ at }) => <InstantText at={at} />,
  },
  { key: 'event', header: 'What', unsortable: true, value: ({ event }) => WORDS[event] ?? event },
  { key: 'by', header: 'By', unsortable: true, value: ({ by }) => ACTORS[by] ?? by },
  {
    key: 'detail',
    header: 'About',
    unsortable: true,
    value: ({ detail, subject }) => detail ?? subject,
    cell: ({ detail, subject }) => (
      <div class="cell-text">
        {detail}
        {detail !== null && subject !== null && <br />}
        {subject !== null && <code class="soft">{subject}</code>}
      </div>
    ),
  },
];

/** The audit log of the account, newest first. */
export function EventsPage() {
  const paging = usePaging();
  const [response, refetch] = useRequest(
    consoleRequest('/account/events', { query: { ...paging.query, limit: PAGE_SIZE } }),
  );
  return (
    <AccountSection title="Activity" lead="Sign-ins, and every change of keys, sessions, plan and role.">
      <ConsoleResponse response={response} refetch={refetch}>
        {({ events, next_before }) => (
          <>
            {events.length === 0 ? (
              <p>Nothing{paging.isOlder && ' older'}.</p>
            ) : (
              <DataTable
                caption={paging.isOlder ? 'Older, times in UTC' : 'The newest first, times in UTC'}
                columns={COLUMNS}
                rows={events}
                rowKey={({ event_id }) => String(event_id)}
              />
            )}
            <PagingButtons paging={paging} next={next_before} />
          </>
        )}
      </ConsoleResponse>
    </AccountSection>
  );
}
