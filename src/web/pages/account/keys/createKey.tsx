import { useId, useState } from 'preact/hooks';
import { responseBody, type Schemas } from '../../../api/client';
import { consoleClient } from '../../../api/console';
import { useAction } from '../../../api/useAction';
import { ActionFailure } from '../actionFailure';
import { MarketChoice } from './marketChoice';
import type { Secret } from './newSecret';

const EMPTY_FORM = { name: '', expires: '', markets: null as readonly string[] | null, readOnly: false };

/** Form for a new key. */
export function CreateKey({ keys, onCreated }: { keys: Schemas['AccountKeys']; onCreated: (secret: Secret) => void }) {
  const id = useId();
  const [form, setForm] = useState(EMPTY_FORM);
  const create = useAction(
    () => responseBody(consoleClient.POST('/account/keys', { body: requestBody(form) })),
    (created) => {
      setForm(EMPTY_FORM);
      onCreated(created);
    },
  );
  const active = keys.keys.filter(({ state }) => state === 'active').length;
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>Create a key</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          create.run();
        }}
      >
        <div class="new-key">
          <div class="field">
            <label for={`${id}-name`}>Name</label>
            <input
              id={`${id}-name`}
              required
              maxLength={100}
              value={form.name}
              onInput={({ currentTarget }) => setForm({ ...form, name: currentTarget.value })}
            />
            <span class="hint">What it is for: you will know it by that.</span>
          </div>
          <div class="field">
            <label for={`${id}-ends`}>Ends on (optional)</label>
            <input
              id={`${id}-ends`}
              type="date"
              value={form.expires}
              onInput={({ currentTarget }) => setForm({ ...form, expires: currentTarget.value })}
            />
            <span class="hint">At the beginning of that day, UTC.</span>
          </div>
        </div>
        <MarketChoice
          available={keys.tier_markets}
          chosen={form.markets}
          choose={(markets) => setForm({ ...form, markets })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={form.readOnly}
            onChange={({ currentTarget }) => setForm({ ...form, readOnly: currentTarget.checked })}
          />
          Read-only: it spends no predictions
        </label>
        <ActionFailure action={create} />
        <div class="row">
          <button type="submit" class="button main" disabled={create.busy || form.markets?.length === 0}>
            Create the key
          </button>
          <span class="small soft">
            {active} of at most {keys.most} active keys
          </span>
        </div>
      </form>
    </section>
  );
}

function requestBody({ name, expires, markets, readOnly }: typeof EMPTY_FORM): Schemas['NewKey'] {
  return {
    name: name.trim(),
    read_only: readOnly,
    ...(expires !== '' && { expires_on: expires }),
    ...(markets !== null && { markets: [...markets] }),
  };
}
