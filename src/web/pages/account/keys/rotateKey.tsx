import { rotateKey as rotation } from '../../../../../generated/pages.json';
import { answerOf } from '../../../api/client';
import { consoleClient } from '../../../api/console';
import { RotateDialog } from '../rotateDialog';
import type { Key } from './keyTable';
import type { Secret } from './newSecret';

const MOST_HOURS = rotation.body.properties.overlap_hours.maximum;
const A_DAY = 24;

/** A new key in the place of one, which works on for a while. */
export function RotateKey({ of: key, made, close }: { of: Key; made: (secret: Secret) => void; close: () => void }) {
  const rotate = (hours: number) =>
    answerOf(
      consoleClient.POST('/account/keys/{key_id}/rotate', {
        params: { path: { key_id: key.key_id } },
        body: { overlap_hours: hours },
      }),
    );
  return (
    <RotateDialog
      title={`Rotate “${key.name}”`}
      action="Make the new key"
      most={MOST_HOURS}
      first={A_DAY}
      rotate={rotate}
      made={({ key: next, secret, message, old_key }) => made({ key: next, secret, message, old: old_key })}
      close={close}
    >
      Makes a new key of the same name that may do the same. <code>{key.display}</code> works on for a while, so that
      programs can be changed one after the other.
    </RotateDialog>
  );
}
