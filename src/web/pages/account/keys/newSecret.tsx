import { API, type Schemas } from '../../../api/client';
import { CopyButton } from '../../../ui/copyButton';
import { ShownOnce, untilText } from '../shownOnce';
import type { Key } from './keyTable';

export type Secret = Pick<Schemas['CreatedKey'], 'key' | 'secret' | 'message'> & {
  /** The key that it replaces. */
  readonly old?: Key;
};

/** The secret of a new key, which is shown once. */
export function NewSecret({
  created: { key, secret, message, old },
  dismiss,
}: {
  created: Secret;
  dismiss: () => void;
}) {
  const command = `curl -H 'Authorization: Bearer ${secret}' '${API}/me'`;
  const about = (
    <>
      {message} It is kept nowhere: what was not copied is lost when this page is left.
      {old && ` The old key ${endText(old)}.`}
    </>
  );
  return (
    <ShownOnce title={`The key “${key.name}”`} secret={secret} about={about} dismiss={dismiss}>
      <CopyButton text={secret} label="Copy the key" />
      <CopyButton text={command} label="Copy a curl that tries it" />
    </ShownOnce>
  );
}

function endText({ state, expires_at }: Key): string {
  return state === 'active' && expires_at !== null ? `works until ${untilText(expires_at)}` : 'works no more';
}
