import { useEffect, useRef } from 'preact/hooks';
import { API, type Schemas } from '../../../api/client';
import { CopyButton } from '../../../ui/copyButton';
import type { Key } from './keyTable';

export type Secret = Pick<Schemas['CreatedKey'], 'key' | 'secret' | 'message'> & {
  /** The one it takes the place of. */
  readonly old?: Key;
};

/** A key that was made just now: nothing but this shows it, and it is gone when the page is left. */
export function NewSecret({ made: { key, secret, message, old }, dismiss }: { made: Secret; dismiss: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, []);
  const command = `curl -H 'Authorization: Bearer ${secret}' '${API}/me'`;
  return (
    <section class="notice warn" aria-labelledby="new-secret">
      <h2 id="new-secret" ref={heading} tabIndex={-1}>
        The key “{key.name}”
      </h2>
      <p>
        {message} It is kept nowhere: what was not copied is lost when this page is left.
        {old && ` The old key ${endText(old)}.`}
      </p>
      <pre class="secret" data-testid="secret">
        {secret}
      </pre>
      <div class="row">
        <CopyButton text={secret} label="Copy the key" />
        <CopyButton text={command} label="Copy a curl that tries it" />
        <button type="button" class="button" onClick={dismiss}>
          I have it
        </button>
      </div>
    </section>
  );
}

function endText({ state, expires_at }: Key): string {
  return state === 'active' && expires_at !== null
    ? `works until ${expires_at.slice(0, 16).replace('T', ' ')} UTC`
    : 'works no more';
}
