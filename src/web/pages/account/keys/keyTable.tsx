import type { Schemas } from '../../../api/client';
import { type Column, DataTable } from '../../../ui/dataTable';
import { InstantText } from '../../../ui/instantText';

export type Key = Schemas['AccountKey'];

/** What is to be done with a key. */
export interface Asked {
  readonly act: 'rotate' | 'revoke';
  readonly key: Key;
}

/** Which of the plan's markets, and whether predictions may be spent. */
export function scopeText({ markets, read_only }: Pick<Key, 'markets' | 'read_only'>): string {
  const where = markets === null ? 'all of the plan' : `markets ${markets.join(', ')}`;
  return read_only ? `${where}, read-only` : where;
}

export function KeyTable({ keys, ask }: { keys: readonly Key[]; ask: (asked: Asked) => void }) {
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
          {key.state === 'active' && <Acts of={key} ask={ask} />}
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

/** When it ended or will end; null where it does not. */
function endOf({ revoked_at, expires_at }: Key): string | null {
  return revoked_at ?? expires_at;
}

function Acts({ of: key, ask }: { of: Key; ask: (asked: Asked) => void }) {
  return (
    <span class="acts">
      <button
        type="button"
        class="button"
        onClick={() => ask({ act: 'rotate', key })}
        aria-label={`Rotate ${key.name}`}
      >
        Rotate
      </button>
      <button
        type="button"
        class="button"
        onClick={() => ask({ act: 'revoke', key })}
        aria-label={`Revoke ${key.name}`}
      >
        Revoke
      </button>
    </span>
  );
}
