import { createWebhook } from '../../../../../generated/pages.json';
import { TextField } from '../../../ui/textField';
import { EVENTS, type EventType } from './events';

const { url: URL_SCHEMA, description: DESCRIPTION } = createWebhook.body.properties;

/** What a webhook is made of. */
export interface Wanted {
  readonly url: string;
  readonly description: string;
  readonly events: readonly EventType[];
}

export const NOTHING: Wanted = { url: '', description: '', events: [] };

/** As the contract takes it. */
export function bodyOf({ url, description, events }: Wanted) {
  return { url: url.trim(), description: description.trim(), events: [...events] };
}

/** Whether there is enough to ask with: whether the address may be called is the server's to say. */
export function isComplete({ url, events }: Wanted): boolean {
  return url.trim() !== '' && events.length > 0;
}

/** Where to, for what, and for which events. */
export function WebhookFields({ wanted, change }: { wanted: Wanted; change: (wanted: Wanted) => void }) {
  const { url, description, events } = wanted;
  const toggle = (type: EventType, isOn: boolean) =>
    // In the order of the contract, however they were ticked.
    change({
      ...wanted,
      events: EVENTS.flatMap(([one]) => ((one === type ? isOn : events.includes(one)) ? [one] : [])),
    });
  return (
    <>
      <TextField
        label="URL"
        value={url}
        change={(next) => change({ ...wanted, url: next })}
        placeholder="https://"
        hint="https, at a public address; events come there by POST"
        maxLength={URL_SCHEMA.maxLength}
      />
      <TextField
        label="Description (optional)"
        value={description}
        change={(next) => change({ ...wanted, description: next })}
        hint="For yourself"
        maxLength={DESCRIPTION.maxLength}
      />
      <fieldset>
        <legend>Events</legend>
        <div class="event-list">
          {EVENTS.map(([type, words]) => (
            <label key={type} class="check">
              <input
                type="checkbox"
                checked={events.includes(type)}
                onChange={({ currentTarget }) => toggle(type, currentTarget.checked)}
              />
              <span>
                <code>{type}</code> <span class="small soft">{words}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}
