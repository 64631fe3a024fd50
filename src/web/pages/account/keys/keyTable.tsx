import type { Schemas } from '../../../api/client';
import { type Column, DataTable } from '../../../ui/dataTable';
import { InstantText } from '../../../ui/dateText';

export type Key = Schemas['AccountKey'];

/** The action that a dialog asks about. */
export interface PendingAction {
  readonly act: 'rotate' | 'revoke';
  readonly key: Key;
}

/** Markets of a key, and whether it is read-only. */
function scopeText({ markets, read_only }: Pick<Key, 'markets' | 'read_only'>): string {
  const where = markets === null ? 'all of the plan' : `markets ${markets.join(', ')}`;
  return read_only ? `${where}, read-only` : where;
}

export function KeyTable({ keys, onAction }: { keys: readonly Key[]; onAction: (pending: PendingAction) => void }) {
  if (keys.length === 0) return <p>There is no key yet.</p>;
  const columns: readonly Column<Key>[] = [
    {
      key: 'name',
      header: 'Key',
      value: ({ name }) => name,
      cell: ({ name, display }) => (
        <div class="cell-text">
          {name}
          <br />
          <code class="soft">{display}</code>
        </div>
      ),
    },
    {
      key: 'state',
      header: 'State',
      value: ({ state }) => state,
      cell: (key) => (
        <>
          {key.state}
          {key.state === 'active' && <Acts apiKey={key} onAction={onAction} />}
        </>
      ),
    },
    { key: 'scope', header: 'May ask about', value: scopeText },
    {
      key: 'used',
      header: 'Last used',
      title: 'UTC, to the minute',
      value: (key) => key.last_used_at,
      cell: (key) => <InstantText at={key.last_used_at} />,
    },
    {
      key: 'created',
      header: 'Created',
      title: 'UTC',
      value: (key) => key.created_at,
      cell: (key) => <InstantText at={key.created_at} />,
    },
    { key: 'ends', header: 'Ends', title: 'UTC', value: endOf, cell: (key) => <InstantText at={endOf(key)} /> },
  ];
  return (
    <DataTable caption="Keys, times in UTC" columns={columns} rows={keys} rowKey={(key) => key.key_id} heading="name" />
  );
}

/** When the key ended or will end; null when it has no end. */
function endOf({ revoked_at, expires_at }: Key): string | null {
  return revoked_at ?? expires_at;
}

function Acts({ apiKey: key, onAction }: { apiKey: Key; onAction: (pending: PendingAction) => void }) {
  return (
    <span class="acts">
      <button
        type="button"
        class="button"
        onClick={() => onAction({ act: 'rotate', key })}
        aria-label={`Rotate ${key.name}`}
      >
        Rotate
      </button>
      <button
        type="button"
        class="button"
        onClick={() => onAction({ act: 'revoke', key })}
        aria-label={`Revoke ${key.name}`}
      >
        Revoke
      </button>
    </span>
  );
}
