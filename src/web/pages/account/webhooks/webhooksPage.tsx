import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { apiRequest } from '../../../api/apiRequest';
import type { Schemas } from '../../../api/client';
import { useRequest } from '../../../api/useRequest';
import { settings } from '../../../settings';
import { type Column, DataTable } from '../../../ui/dataTable';
import { InstantText } from '../../../ui/dateText';
import { AccountSection } from '../accountSection';
import { ConsoleResponse } from '../consoleResponse';
import { CreateWebhook } from './createWebhook';
import { type Webhook, webhookAddress } from './events';
import { NewWebhookSecret } from './newWebhookSecret';

const COLUMNS: readonly Column<Webhook>[] = [
  {
    key: 'url',
    header: 'Webhook',
    value: ({ url }) => url,
    cell: (webhook) => (
      <div class="cell-text">
        <Link href={webhookAddress(webhook)}>{webhook.url}</Link>
        {webhook.description !== '' && <span class="cell-note soft">{webhook.description}</span>}
      </div>
    ),
  },
  {
    key: 'state',
    header: 'State',
    value: ({ state }) => state,
    cell: ({ state, disabled_reason }) => (
      <div class="cell-text">
        {state}
        {disabled_reason !== null && <span class="cell-note soft">{disabled_reason}</span>}
      </div>
    ),
  },
  {
    key: 'events',
    header: 'Events',
    value: ({ events }) => events.join(', '),
    cell: ({ events }) => <div class="cell-text small">{events.join(', ')}</div>,
  },
  {
    key: 'created',
    header: 'Created',
    title: 'UTC',
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <InstantText at={created_at} />,
  },
];

/** The webhooks of the account. */
export function WebhooksPage() {
  const [response, refetch] = useRequest(apiRequest('/webhooks'));
  const [created, setCreated] = useState<Schemas['CreatedWebhook'] | null>(null);
  const onCreated = (next: Schemas['CreatedWebhook']) => {
    setCreated(next);
    refetch();
  };
  return (
    <AccountSection
      title="Webhooks"
      lead={
        <>
          Programs of yours are told when something happens: signed as Standard Webhooks are, in order, and again until
          taken. <a href={`${settings.base}/docs`}>What each event holds</a>
        </>
      }
    >
      {created && (
        <NewWebhookSecret key={created.webhook.webhook_id} created={created} dismiss={() => setCreated(null)} />
      )}
      <ConsoleResponse response={response} refetch={refetch}>
        {(have) => (
          <>
            {have.webhooks.length === 0 ? (
              <p>There is no webhook yet.</p>
            ) : (
              <DataTable
                caption="Webhooks, times in UTC"
                columns={COLUMNS}
                rows={have.webhooks}
                rowKey={({ webhook_id }) => webhook_id}
                heading="url"
              />
            )}
            <CreateWebhook have={have} onCreated={onCreated} />
          </>
        )}
      </ConsoleResponse>
    </AccountSection>
  );
}
