import { useState } from 'preact/hooks';
import { responseBody, type Schemas } from '../../api/client';
import { consoleClient, consoleRequest, goToSignIn } from '../../api/console';
import { useAction } from '../../api/useAction';
import { useRequest } from '../../api/useRequest';
import { type Column, DataTable } from '../../ui/dataTable';
import { InstantText } from '../../ui/dateText';
import { AccountSection } from './accountSection';
import { Confirm } from './confirm';
import { ConsoleResponse } from './consoleResponse';

type AccountSession = Schemas['AccountSession'];

/** The sessions of the account. */
export function SessionsPage() {
  const [response, refetch] = useRequest(consoleRequest('/account/sessions'));
  const [pending, setPending] = useState<AccountSession | 'all' | null>(null);
  const close = () => setPending(null);
  const onEnded = () => {
    close();
    refetch();
  };
  return (
    <AccountSection title="Sessions" lead="The browsers in which your account is signed in. End what you do not know.">
      <ConsoleResponse response={response} refetch={refetch}>
        {({ sessions, idle_days, longest_days }) => (
          <>
            <DataTable
              caption="Sessions, times in UTC"
              columns={columnsFor(setPending)}
              rows={sessions}
              rowKey={(session) => session.session_id}
              heading="agent"
            />
            <p class="small soft">
              A session ends after {idle_days} days without use, and after {longest_days} days in any case.
            </p>
            <button type="button" class="button" onClick={() => setPending('all')}>
              Sign out everywhere
            </button>
          </>
        )}
      </ConsoleResponse>
      {pending === 'all' && <SignOutEverywhere close={close} />}
      {pending !== null && pending !== 'all' && <EndSession session={pending} onEnded={onEnded} close={close} />}
    </AccountSection>
  );
}

function columnsFor(onAction: (session: AccountSession) => void): readonly Column<AccountSession>[] {
  return [
    {
      key: 'agent',
      header: 'Browser',
      value: ({ agent }) => agent,
      cell: ({ agent, current }) => (
        <div class="cell-text">
          {agent}
          {current && <span class="soft"> (this one)</span>}
        </div>
      ),
    },
    {
      key: 'end',
      header: 'Change',
      unsortable: true,
      value: () => null,
      cell: (session) =>
        !session.current && (
          <button type="button" class="button" onClick={() => onAction(session)} aria-label={`End ${session.agent}`}>
            End
          </button>
        ),
    },
    {
      key: 'method',
      header: 'Signed in by',
      value: ({ method }) => (method === 'link' ? 'link' : 'provider'),
    },
    {
      key: 'used',
      header: 'Last used',
      title: 'UTC, to the minute',
      value: (session) => session.last_used_at,
      cell: (session) => <InstantText at={session.last_used_at} />,
    },
    {
      key: 'created',
      header: 'Since',
      value: (session) => session.created_at,
      cell: (session) => <InstantText at={session.created_at} />,
    },
    {
      key: 'ends',
      header: 'Ends unless used',
      value: (session) => session.expires_at,
      cell: (session) => <InstantText at={session.expires_at} />,
    },
  ];
}

function EndSession({ session, onEnded, close }: { session: AccountSession; onEnded: () => void; close: () => void }) {
  const { session_id } = session;
  const end = useAction(
    () => responseBody(consoleClient.DELETE('/account/sessions/{session_id}', { params: { path: { session_id } } })),
    onEnded,
  );
  return (
    <Confirm title={`End the session of ${session.agent}?`} verb="End it" action={end} close={close}>
      <p>
        Signed in <InstantText at={session.created_at} /> UTC. That browser is signed out with its next request.
      </p>
    </Confirm>
  );
}

function SignOutEverywhere({ close }: { close: () => void }) {
  const end = useAction(() => responseBody(consoleClient.DELETE('/account/sessions')), goToSignIn);
  return (
    <Confirm title="Sign out everywhere?" verb="Sign out everywhere" action={end} close={close}>
      <p>Every browser is signed out, this one too. Keys go on to work.</p>
    </Confirm>
  );
}
