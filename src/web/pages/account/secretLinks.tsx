import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { type Action, useAction } from '../../api/useAction';
import { type Column, DataTable } from '../../ui/dataTable';
import { InstantText } from '../../ui/dateText';
import { ActionFailure } from './actionFailure';
import { Confirm } from './confirm';

/** What the links to calendars and to tables have in common. */
interface SecretLink {
  readonly name: string;
  readonly last_four: string;
  readonly last_read_at: string | null;
}

interface Props<L extends SecretLink> {
  caption: string;
  links: readonly L[];
  keyOf: (link: L) => string;
  /** What the link gives access to. */
  contentOf: (link: L) => string;
  /** The end of its address: `.ics`. */
  extension: string;
  /** What is lost when one is revoked. */
  warning: ComponentChildren;
  revoke: (link: L) => Promise<unknown>;
  onRevoked: () => void;
}

/** The secret links of an account, each with a button that revokes it. */
export function LinkTable<L extends SecretLink>(props: Props<L>) {
  const { caption, links, keyOf, contentOf, extension } = props;
  const [revoking, setRevoking] = useState<L | null>(null);
  const columns: readonly Column<L>[] = [
    {
      key: 'name',
      header: 'Name',
      value: (link) => link.name,
      cell: (link) => <div class="cell-text">{link.name}</div>,
    },
    {
      key: 'of',
      header: 'Of',
      value: contentOf,
      cell: (link) => <div class="cell-text">{contentOf(link)}</div>,
    },
    { key: 'end', header: 'Ends in', value: (link) => `${link.last_four}${extension}` },
    {
      key: 'read',
      header: 'Last read',
      title: 'UTC, noted once an hour at most',
      value: (link) => link.last_read_at,
      cell: (link) => <InstantText at={link.last_read_at} none="not yet" />,
    },
    {
      key: 'revoke',
      header: 'Revoke',
      unsortable: true,
      value: () => null,
      cell: (link) => (
        <button type="button" class="button" onClick={() => setRevoking(link)}>
          Revoke<span class="visually-hidden"> {link.name}</span>
        </button>
      ),
    },
  ];
  return (
    <>
      <DataTable caption={caption} columns={columns} rows={links} rowKey={keyOf} heading="name" />
      {revoking && <Revoke {...props} link={revoking} close={() => setRevoking(null)} />}
    </>
  );
}

function Revoke<L extends SecretLink>(props: Props<L> & { link: L; close: () => void }) {
  const { link, revoke, warning, close, onRevoked } = props;
  const action = useAction(
    () => revoke(link),
    () => {
      close();
      onRevoked();
    },
  );
  return (
    <Confirm title={`Revoke “${link.name}”?`} verb="Revoke" action={action} close={close}>
      <p>{warning}</p>
    </Confirm>
  );
}

/** The form that makes a link. @param children its fields */
export function LinkForm(props: {
  title: string;
  about: string;
  children: ComponentChildren;
  create: Action<[]>;
  count: number;
  most: number;
}) {
  const { title, about, children, create, count, most } = props;
  const id = useId();
  const isFull = count >= most;
  return (
    <form
      class="stack"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        create.run();
      }}
    >
      <h2 id={id}>{title}</h2>
      <p>{about}</p>
      {children}
      <ActionFailure action={create} />
      <div class="row">
        <button type="submit" class="button main" disabled={create.busy || isFull}>
          Make the address
        </button>
        <span class="small soft">
          {count} of at most {most} of your plan.
          {isFull && most > 0 && ' Revoke one to make another.'}
        </span>
      </div>
    </form>
  );
}
