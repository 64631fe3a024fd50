import type { Schemas } from '../../api/client';
import { type Column, DataTable } from '../../ui/dataTable';
import { InstantText } from '../../ui/dateText';
import { count } from '../../ui/format';

export type AccountList = Schemas['OperatorAccounts'];
export type OperatedAccount = Schemas['OperatorAccount'];

/** The action that a dialog asks about. */
export interface PendingAction {
  readonly act: 'plan' | 'role' | 'end' | 'suspend';
  readonly account: OperatedAccount;
  readonly tiers: AccountList['tiers'];
}

/** Name of a role on the pages. */
function roleText(role: OperatedAccount['role']): string {
  return role === 'admin' ? 'operator' : 'member';
}

/** Name of a plan; its id when it is not among the assignable plans. */
export function planName(tiers: AccountList['tiers'], tier: string): string {
  return tiers.find(({ id }) => id === tier)?.name ?? tier;
}

/**
 * @param own e-mail address of the operator; null until it is known. The server refuses actions on the operator's own account
 *   in any case
 */
export function AccountTable({
  list: { accounts, total, tiers },
  own,
  onAction,
}: {
  list: AccountList;
  own: string | null;
  onAction: (pending: PendingAction) => void;
}) {
  // Sorting one page of many would look like sorting all accounts.
  const columns = columnsFor(own, (act, account) => onAction({ act, account, tiers }), tiers).map((column) => ({
    ...column,
    unsortable: true,
  }));
  return (
    <DataTable
      caption={`${count(accounts.length)} of ${count(total)} ${total === 1 ? 'account' : 'accounts'}, times in UTC`}
      columns={columns}
      rows={accounts}
      rowKey={({ account_id }) => String(account_id)}
      heading="email"
    />
  );
}

type Ask = (act: PendingAction['act'], account: OperatedAccount) => void;

function columnsFor(
  own: string | null,
  onAction: Ask,
  tiers: AccountList['tiers'],
): readonly Column<OperatedAccount>[] {
  return [
    {
      key: 'email',
      header: 'Account',
      value: ({ email }) => email,
      cell: ({ email }) => (
        <div class="cell-text">
          {email}
          {email === own && <span class="soft"> (you)</span>}
        </div>
      ),
    },
    {
      key: 'plan',
      header: 'Plan',
      value: ({ tier }) => planName(tiers, tier),
      cell: (account) => (
        <>
          {planName(tiers, account.tier)}
          <Act verb="Change" what={`Change the plan of ${account.email}`} act={() => onAction('plan', account)} />
        </>
      ),
    },
    {
      key: 'role',
      header: 'Role',
      value: ({ role }) => roleText(role),
      cell: (account) => (
        <>
          {roleText(account.role)}
          {account.email !== own && (
            <Act verb="Change" what={`Change the role of ${account.email}`} act={() => onAction('role', account)} />
          )}
        </>
      ),
    },
    {
      key: 'sessions',
      header: 'Sessions',
      title: 'Browsers in which it is signed in',
      value: ({ sessions }) => sessions,
      cell: (account) => (
        <>
          {count(account.sessions)}
          {account.sessions > 0 && (
            <Act verb="End" what={`End the sessions of ${account.email}`} act={() => onAction('end', account)} />
          )}
        </>
      ),
    },
    {
      key: 'state',
      header: 'State',
      title: 'Whether it can be used to sign in and to send requests',
      value: ({ suspended_at }) => (suspended_at === null ? 'active' : 'suspended'),
      cell: (account) => {
        const isActive = account.suspended_at === null;
        const verb = isActive ? 'Suspend' : 'Resume';
        return (
          <>
            {isActive ? 'active' : 'suspended'}
            {account.email !== own && (
              <Act verb={verb} what={`${verb} ${account.email}`} act={() => onAction('suspend', account)} />
            )}
          </>
        );
      },
    },
    {
      key: 'keys',
      header: 'Keys',
      title: 'Active keys',
      align: 'end',
      value: ({ keys }) => keys,
      cell: ({ keys }) => count(keys),
    },
    {
      key: 'today',
      header: 'Requests today',
      title: 'Since midnight UTC',
      align: 'end',
      value: ({ requests_today }) => requests_today,
      cell: ({ requests_today }) => count(requests_today),
    },
    {
      key: 'created',
      header: 'Since',
      title: 'UTC, to the minute',
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <InstantText at={created_at} />,
    },
  ];
}

function Act({ verb, what, act }: { verb: string; what: string; act: () => void }) {
  return (
    <span class="acts">
      <button type="button" class="button" onClick={act} aria-label={what}>
        {verb}
      </button>
    </span>
  );
}
