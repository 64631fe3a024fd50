import { useId, useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../../../api/client';
import { consoleClient } from '../../../api/console';
import { useAction } from '../../../api/useAction';
import { ActionFailure } from '../actionFailure';
import { MarketChoice } from './marketChoice';
import type { Secret } from './newSecret';

const NOTHING = { name: '', expires: '', markets: null as readonly string[] | null, readOnly: false };

/** A key with a name, and as little as it needs. */
export function CreateKey({ keys, made }: { keys: Schemas['AccountKeys']; made: (secret: Secret) => void }) {
  const id = useId();
  const [wanted, setWanted] = useState(NOTHING);
  const create = useAction(
    () => answerOf(consoleClient.POST('/account/keys', { body: bodyOf(wanted) })),
    (created) => {
      setWanted(NOTHING);
      made(created);
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
              value={wanted.name}
              onInput={({ currentTarget }) => setWanted({ ...wanted, name: currentTarget.value })}
            />
            <span class="hint">What it is for: you will know it by that.</span>
          </div>
          <div class="field">
            <label for={`${id}-ends`}>Ends on (optional)</label>
            <input
              id={`${id}-ends`}
              type="date"
              value={wanted.expires}
              onInput={({ currentTarget }) => setWanted({ ...wanted, expires: currentTarget.value })}
            />
            <span class="hint">At the beginning of that day, UTC.</span>
          </div>
        </div>
        <MarketChoice
          of={keys.tier_markets}
          chosen={wanted.markets}
          choose={(markets) => setWanted({ ...wanted, markets })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={wanted.readOnly}
            onChange={({ currentTarget }) => setWanted({ ...wanted, readOnly: currentTarget.checked })}
          />
          Read-only: it spends no predictions
        </label>
        <ActionFailure action={create} />
        <div class="row">
          <button type="submit" class="button main" disabled={create.busy || wanted.markets?.length === 0}>
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

function bodyOf({ name, expires, markets, readOnly }: typeof NOTHING): Schemas['NewKey'] {
  return {
    name: name.trim(),
    read_only: readOnly,
    ...(expires !== '' && { expires_on: expires }),
    ...(markets !== null && { markets: [...markets] }),
  };
}
