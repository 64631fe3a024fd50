import { useState } from 'preact/hooks';
import { answerOf, type Schemas } from '../../api/client';
import { askingConsole, consoleClient, leaveSignedOut } from '../../api/console';
import { useAction } from '../../api/useAction';
import { useAnswer } from '../../api/useAnswer';
import { type Column, DataTable } from '../../ui/dataTable';
import { InstantText } from '../../ui/instantText';
import { AccountSection } from './accountSection';
import { Confirm } from './confirm';
import { ConsoleAnswer } from './consoleAnswer';

type AccountSession = Schemas['AccountSession'];

/** Where the account is signed in. */
export function SessionsPage() {
  const [answer, again] = useAnswer(askingConsole('/account/sessions'));
  const [asked, setAsked] = useState<AccountSession | 'all' | null>(null);
  const close = () => setAsked(null);
  const ended = () => {
    close();
    again();
  };
  return (
    <AccountSection title="Sessions" lead="The browsers in which your account is signed in. End what you do not know.">
      <ConsoleAnswer answer={answer} again={again}>
        {({ sessions, idle_days, longest_days }) => (
          <>
            <DataTable
              caption="Sessions, times in UTC"
              columns={columnsFor(setAsked)}
              rows={sessions}
              rowKey={(session) => session.session_id}
              heading="agent"
            />
            <p class="small soft">
              A session ends after {idle_days} days without use, and after {longest_days} days in any case.
            </p>
            <button type="button" class="button" onClick={() => setAsked('all')}>
              Sign out everywhere
            </button>
          </>
        )}
      </ConsoleAnswer>
      {asked === 'all' && <SignOutEverywhere close={close} />}
      {asked !== null && asked !== 'all' && <EndSession of={asked} ended={ended} close={close} />}
    </AccountSection>
  );
}

function columnsFor(ask: (session: AccountSession) => void): readonly Column<AccountSession>[] {
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
          <button type="button" class="button" onClick={() => ask(session)} aria-label={`End ${session.agent}`}>
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

function EndSession({ of: session, ended, close }: { of: AccountSession; ended: () => void; close: () => void }) {
  const { session_id } = session;
  const end = useAction(
    () => answerOf(consoleClient.DELETE('/account/sessions/{session_id}', { params: { path: { session_id } } })),
    ended,
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
  const end = useAction(() => answerOf(consoleClient.DELETE('/account/sessions')), leaveSignedOut);
  return (
    <Confirm title="Sign out everywhere?" verb="Sign out everywhere" action={end} close={close}>
      <p>Every browser is signed out, this one too. Keys go on to work.</p>
    </Confirm>
  );
}
