import { rotateKey as rotation } from '../../../../../generated/pages.json';
import { responseBody } from '../../../api/client';
import { consoleClient } from '../../../api/console';
import { RotateDialog } from '../rotateDialog';
import type { Key } from './keyTable';
import type { Secret } from './newSecret';

const MAX_HOURS = rotation.body.properties.overlap_hours.maximum;
const A_DAY = 24;

/** Replaces a key; the old one keeps working for a while. */
export function RotateKey({
  apiKey: key,
  onCreated,
  close,
}: {
  apiKey: Key;
  onCreated: (secret: Secret) => void;
  close: () => void;
}) {
  const rotate = (hours: number) =>
    responseBody(
      consoleClient.POST('/account/keys/{key_id}/rotate', {
        params: { path: { key_id: key.key_id } },
        body: { overlap_hours: hours },
      }),
    );
  return (
    <RotateDialog
      title={`Rotate “${key.name}”`}
      action="Make the new key"
      most={MAX_HOURS}
      first={A_DAY}
      rotate={rotate}
      onCreated={({ key: next, secret, message, old_key }) => onCreated({ key: next, secret, message, old: old_key })}
      close={close}
    >
      Makes a new key of the same name that may do the same. <code>{key.display}</code> works on for a while, so that
      programs can be changed one after the other.
    </RotateDialog>
  );
}
