import { createWebhook } from '../../../../../generated/pages.json';
import { NeutralField } from '../../../ui/neutralField';
import { TextField } from '../../../ui/textField';
import { EVENTS, type EventType } from './events';

const { url: URL_SCHEMA, description: DESCRIPTION } = createWebhook.body.properties;

/** Values of the form. */
export interface WebhookForm {
  readonly url: string;
  readonly description: string;
  readonly events: readonly EventType[];
  readonly include_neutral: boolean;
}

export const EMPTY_FORM: WebhookForm = { url: '', description: '', events: [], include_neutral: false };

/** The form as a request body. */
export function requestBody({ url, description, events, include_neutral }: WebhookForm) {
  return { url: url.trim(), description: description.trim(), events: [...events], include_neutral };
}

/** Whether the required fields are filled in. The server checks whether the URL may be called. */
export function isComplete({ url, events }: WebhookForm): boolean {
  return url.trim() !== '' && events.length > 0;
}

/** Fields for URL, description, events and neutral setups. */
export function WebhookFields({ form, change }: { form: WebhookForm; change: (form: WebhookForm) => void }) {
  const { url, description, events, include_neutral } = form;
  const toggle = (type: EventType, isOn: boolean) =>
    // Events are kept in the order of the contract.
    change({
      ...form,
      events: EVENTS.flatMap(([one]) => ((one === type ? isOn : events.includes(one)) ? [one] : [])),
    });
  return (
    <>
      <TextField
        label="URL"
        value={url}
        change={(next) => change({ ...form, url: next })}
        placeholder="https://"
        hint="https, at a public address; events come there by POST"
        maxLength={URL_SCHEMA.maxLength}
      />
      <TextField
        label="Description (optional)"
        value={description}
        change={(next) => change({ ...form, description: next })}
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
      <NeutralField value={include_neutral} change={(next) => change({ ...form, include_neutral: next })} />
    </>
  );
}
