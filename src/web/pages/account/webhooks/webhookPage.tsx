import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { Schemas } from '../../../api/client';
import { asking } from '../../../api/question';
import { useAnswer } from '../../../api/useAnswer';
import { InstantText } from '../../../ui/instantText';
import { KeyValues } from '../../../ui/keyValues';
import { AccountSection } from '../accountSection';
import { ConsoleAnswer } from '../consoleAnswer';
import { ChangeWebhook } from './changeWebhook';
import { DeleteWebhook } from './deleteWebhook';
import { Deliveries } from './deliveries';
import { nameOf, type Webhook } from './events';
import { NewWebhookSecret } from './newWebhookSecret';
import { RotateSecret } from './rotateSecret';
import { SwitchWebhook } from './switchWebhook';
import { TryWebhook } from './tryWebhook';

/** One webhook: what it is told, whether it takes it, and what was sent. */
export function WebhookPage({ id }: { id: string }) {
  const [, navigate] = useLocation();
  const [answer, again] = useAnswer(asking('/webhooks/{webhook_id}', { path: { webhook_id: id } }));
  const [asked, setAsked] = useState<'change' | 'rotate' | 'delete' | null>(null);
  const [secret, setSecret] = useState<Schemas['CreatedWebhook'] | null>(null);
  const close = () => setAsked(null);
  const done = () => {
    close();
    again();
  };
  const made = (created: Schemas['CreatedWebhook']) => {
    setSecret(created);
    done();
  };
  return (
    <AccountSection title="Webhook" lead={<Link href="/account/webhooks">All webhooks</Link>}>
      {secret && <NewWebhookSecret key={secret.secret} made={secret} dismiss={() => setSecret(null)} />}
      <ConsoleAnswer answer={answer} again={again}>
        {({ webhook }) => (
          <>
            <h2 class="cell-wrap">{nameOf(webhook)}</h2>
            <SwitchWebhook of={webhook} done={again} />
            <Facts of={webhook} />
            <div class="row">
              <button type="button" class="button" onClick={() => setAsked('change')}>
                Change
              </button>
              <button type="button" class="button" onClick={() => setAsked('rotate')}>
                Change the secret
              </button>
              <button type="button" class="button" onClick={() => setAsked('delete')}>
                Delete
              </button>
            </div>
            <TryWebhook id={id} />
            <Deliveries of={webhook} />
            {asked === 'change' && <ChangeWebhook of={webhook} done={done} close={close} />}
            {asked === 'rotate' && <RotateSecret of={webhook} made={made} close={close} />}
            {asked === 'delete' && (
              <DeleteWebhook of={webhook} deleted={() => navigate('/account/webhooks')} close={close} />
            )}
          </>
        )}
      </ConsoleAnswer>
    </AccountSection>
  );
}

function Facts({ of: { url, description, events, previous_secret_until: until, created_at } }: { of: Webhook }) {
  return (
    <KeyValues
      pairs={[
        ['URL', <code>{url}</code>],
        ...(description === '' ? [] : [['Description', description] as const]),
        ['Events', events.join(', ')],
        ['Since', <InstantText at={created_at} />],
        ...(until === null ? [] : [['Old secret', <>signs as well until {<InstantText at={until} />} UTC</>] as const]),
      ]}
    />
  );
}
