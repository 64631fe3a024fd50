import { useId } from 'preact/hooks';
import { apiRequest } from '../../../api/apiRequest';
import { client, responseBody, type Schemas } from '../../../api/client';
import { useAction } from '../../../api/useAction';
import { useRequest } from '../../../api/useRequest';
import { type Column, DataTable } from '../../../ui/dataTable';
import { InstantText } from '../../../ui/dateText';
import { ActionFailure } from '../actionFailure';
import { ConsoleResponse } from '../consoleResponse';
import { PagingButtons, usePaging } from '../paging';
import type { Webhook } from './events';

type Delivery = Schemas['WebhookDelivery'];

const PAGE_SIZE = 25;

const STATES: Readonly<Record<Delivery['state'], string>> = {
  pending: 'pending',
  delivered: 'delivered',
  undelivered: 'not delivered',
};

/** Deliveries of a webhook with their state and responses. */
export function Deliveries({ webhook: { webhook_id, state } }: { webhook: Webhook }) {
  const id = useId();
  const paging = usePaging();
  const query = { ...paging.query, limit: PAGE_SIZE };
  const [response, refetch] = useRequest(
    apiRequest('/webhooks/{webhook_id}/deliveries', { path: { webhook_id }, query }),
  );
  const redeliver = useAction(
    (event_id: string) =>
      responseBody(
        client.POST('/webhooks/{webhook_id}/events/{event_id}/redeliver', {
          params: { path: { webhook_id, event_id } },
        }),
      ),
    refetch,
  );
  // A disabled webhook accepts no redelivery; the notice above says how to enable it.
  const send = state === 'active' ? redeliver.run : null;
  return (
    <section aria-labelledby={id} class="stack">
      <div class="row">
        <h2 id={id}>Deliveries</h2>
        <button type="button" class="button" onClick={refetch}>
          Refresh
        </button>
      </div>
      <ActionFailure action={redeliver} />
      <ConsoleResponse response={response} refetch={refetch}>
        {({ deliveries, next_before }) => (
          <>
            {deliveries.length === 0 ? (
              <p class="soft">
                Nothing{paging.isOlder ? ' older' : ' was sent in the last 30 days, and nothing waits'}.
              </p>
            ) : (
              <DataTable
                caption="The newest first, of the last 30 days, times in UTC"
                columns={columnsFor(send, redeliver.busy)}
                rows={deliveries}
                rowKey={({ delivery_id }) => String(delivery_id)}
              />
            )}
            <PagingButtons paging={paging} next={next_before} />
          </>
        )}
      </ConsoleResponse>
    </section>
  );
}

function columnsFor(send: ((event: string) => void) | null, busy: boolean): readonly Column<Delivery>[] {
  return [
    {
      key: 'event',
      header: 'Event',
      value: ({ event }) => event,
      cell: ({ event, event_id, symbols }) => (
        <div class="cell-text">
          {event}
          {symbols.length > 0 && <span class="cell-note">{symbols.join(', ')}</span>}
          <code class="cell-note soft">{event_id}</code>
        </div>
      ),
    },
    { key: 'at', header: 'Happened', value: (d) => d.event_at, cell: (d) => <InstantText at={d.event_at} /> },
    { key: 'state', header: 'State', value: stateText, cell: (d) => <State delivery={d} send={send} busy={busy} /> },
    {
      key: 'code',
      header: 'Answer',
      title: 'Status of the last attempt, and what went wrong with it',
      value: (d) => d.response_code,
      cell: ({ response_code, error }) => (
        <div class="cell-text">
          {response_code ?? (error === null ? '–' : 'none')}
          {error !== null && <span class="cell-note soft">{error}</span>}
        </div>
      ),
    },
    { key: 'attempts', header: 'Attempts', align: 'end', value: ({ attempts }) => attempts },
    {
      key: 'last',
      header: 'Last attempt',
      value: (d) => d.attempted_at,
      cell: (d) => <InstantText at={d.attempted_at} />,
    },
    {
      key: 'took',
      header: 'Took, ms',
      align: 'end',
      value: (d) => d.duration_ms,
      cell: (d) => d.duration_ms ?? '–',
    },
  ];
}

const stateText = ({ state }: Delivery) => STATES[state] ?? state;

function State({
  delivery,
  send,
  busy,
}: {
  delivery: Delivery;
  send: ((event: string) => void) | null;
  busy: boolean;
}) {
  const { state, next_attempt_at: next, event, event_id } = delivery;
  return (
    <>
      {stateText(delivery)}
      {state === 'pending' && next !== null && (
        <span class="cell-note soft">
          next try <InstantText at={next} />
        </span>
      )}
      {state !== 'pending' && event !== 'webhook.test' && send !== null && (
        <span class="acts">
          <button
            type="button"
            class="button"
            onClick={() => send(event_id)}
            disabled={busy}
            aria-label={`Deliver ${event} ${event_id} again`}
          >
            Again
          </button>
        </span>
      )}
    </>
  );
}
