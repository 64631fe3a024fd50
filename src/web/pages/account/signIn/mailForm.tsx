import { useId, useState } from 'preact/hooks';
import { responseBody, type Schemas } from '../../../api/client';
import { consoleClient } from '../../../api/console';
import { useAction } from '../../../api/useAction';
import { FailureNotice } from '../../../ui/notice';

/** Requests a sign-in link by mail. The response does not tell whether the account exists. */
export function MailForm({ ways, next }: { ways: Schemas['SignInWays']; next?: string }) {
  const id = useId();
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const send = useAction(
    () => responseBody(consoleClient.POST('/sign-in/link', { body: { email: email.trim(), ...(next && { next }) } })),
    ({ message }) => setMessage(message),
  );
  return (
    <section class="card">
      <h2>With a link by mail</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setMessage('');
          send.run();
        }}
      >
        <div class="field">
          <label for={id}>E-mail address of the account</label>
          <input
            id={id}
            type="email"
            autoComplete="email"
            required
            maxLength={254}
            value={email}
            onInput={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <span class="hint">The link works once, for {ways.link_minutes} minutes.</span>
        </div>
        <button type="submit" class="button main" disabled={send.busy}>
          Mail me a link
        </button>
        <p role="status">{message}</p>
      </form>
      {send.failure && <FailureNotice failure={send.failure} />}
    </section>
  );
}
