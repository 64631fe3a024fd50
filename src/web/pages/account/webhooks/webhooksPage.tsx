import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Schemas } from '../../../api/client';
import { asking } from '../../../api/question';
import { useAnswer } from '../../../api/useAnswer';
import { settings } from '../../../settings';
import { type Column, DataTable } from '../../../ui/dataTable';
import { InstantText } from '../../../ui/instantText';
import { AccountSection } from '../accountSection';
import { ConsoleAnswer } from '../consoleAnswer';
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

/** Where events of the account are sent to. */
export function WebhooksPage() {
  const [answer, again] = useAnswer(asking('/webhooks'));
  const [created, setCreated] = useState<Schemas['CreatedWebhook'] | null>(null);
  const made = (next: Schemas['CreatedWebhook']) => {
    setCreated(next);
    again();
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
      {created && <NewWebhookSecret key={created.webhook.webhook_id} made={created} dismiss={() => setCreated(null)} />}
      <ConsoleAnswer answer={answer} again={again}>
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
            <CreateWebhook have={have} made={made} />
          </>
        )}
      </ConsoleAnswer>
    </AccountSection>
  );
}
