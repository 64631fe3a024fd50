import { useMemo, useState } from 'preact/hooks';
import { apiRequest } from '../../api/apiRequest';
import type { Schemas } from '../../api/client';
import { useSession } from '../../api/session';
import { failuresOf, readyData, useRequest } from '../../api/useRequest';
import { useUrlState } from '../../state/useUrlState';
import { SelectField } from '../../ui/controls';
import { Curl } from '../../ui/curl';
import { AccountRequired, FailureNotice, Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { ResponseView } from '../../ui/responseView';
import { Skeleton } from '../../ui/skeleton';
import { ConsoleResponse } from '../account/consoleResponse';
import { CalendarLinks } from './calendarLinks';
import { CalendarMonth, type MonthState } from './calendarMonth';
import { parseSpan, plusDays, plusMonths } from './days';
import { type CalendarEntries, calendarOfScan, entriesOf, scanRequest, useAnalyses } from './entries';

const DEFAULTS = { window: 'next_month', day: '', significant: '', saved: '' };

/** The setups of a month by entry date. */
export default function CalendarPage() {
  const [state, set] = useUrlState(DEFAULTS);
  const session = useSession();
  const shown: MonthState = {
    day: state.day,
    onlySignificant: state.significant === '1',
    chooseDay: (day) => set({ day }),
    filter: (on) => set({ significant: on ? '1' : '' }),
    move: (from) => set({ window: `${from}..${plusDays(plusMonths(from, 1), -1)}`, day: '' }),
  };
  return (
    <Page
      title="Calendar"
      lead="Setups by the day they may be entered. Shuffled calendars match most of them; those with p at most 0.05 are filled."
    >
      {session.kind === 'visitor' ? (
        session.demo === null ? (
          <AccountRequired />
        ) : (
          <VisitorCalendar tickers={session.demo.tickers} window={state.window} shown={shown} />
        )
      ) : (
        <AccountCalendar
          id={state.saved}
          choose={(saved) => set({ saved, day: '' })}
          window={state.window}
          shown={shown}
        />
      )}
    </Page>
  );
}

interface AccountCalendarProps {
  /** Id of a saved scan; empty = the default scan. */
  readonly id: string;
  readonly choose: (id: string) => void;
  readonly window: string;
  readonly shown: MonthState;
}

/** The month of a saved scan or of the default scan, and the calendar links. Saved scans are loaded only when needed. */
function AccountCalendar({ id, choose, window, shown }: AccountCalendarProps) {
  const [isOpen, setOpen] = useState(id !== '');
  const [response, refetch] = useRequest(isOpen || id !== '' ? apiRequest('/saved-scans') : null);
  const scans = response.state === 'ready' ? response.data.saved_scans : [];
  const chosen = scans.find(({ saved_scan_id }) => saved_scan_id === id);
  const saved = scans.map((scan): [string, string] => [scan.saved_scan_id, scan.name]);
  return (
    <>
      <details class="filters" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{chosen === undefined ? 'Saved scans and calendar apps' : `Saved scan: ${chosen.name}`}</summary>
        <div class="stack">
          <ConsoleResponse response={response} refetch={refetch}>
            {() => (
              <>
                <SelectField
                  label="Show the entries of"
                  value={chosen === undefined ? '' : id}
                  change={choose}
                  options={[['', 'the default scan'], ...saved]}
                />
                <CalendarLinks scans={scans} />
              </>
            )}
          </ConsoleResponse>
        </div>
      </details>
      {id !== '' && response.state === 'ready' && chosen === undefined && (
        <Notice kind="warn" title="No such saved scan">
          <p>The address names one that your account does not have: these are the entries of the default scan.</p>
        </Notice>
      )}
      {id !== '' && response.state === 'loading' ? (
        <Skeleton lines={14} />
      ) : (
        <ScanCalendar window={window} shown={shown} saved={chosen} />
      )}
    </>
  );
}

function ScanCalendar({ window, shown, saved }: { window: string; shown: MonthState; saved?: Schemas['SavedScan'] }) {
  const request = scanRequest(window, saved);
  const [response, refetch] = useRequest(request);
  return (
    <>
      <ResponseView response={response} refetch={refetch} lines={14}>
        {(scan) => <CalendarMonth calendar={calendarOfScan(scan, saved)} shown={shown} />}
      </ResponseView>
      {response.state === 'failed' && window !== DEFAULTS.window && (
        <button type="button" class="button" onClick={() => history.back()}>
          Back
        </button>
      )}
      <Curl url={request.url} />
    </>
  );
}

/** The setups of the demo symbols in the coming year, requested symbol by symbol. */
function VisitorCalendar({
  tickers,
  window,
  shown,
}: {
  tickers: readonly string[];
  window: string;
  shown: MonthState;
}) {
  const [responses, refetch] = useAnalyses(tickers);
  const waiting = responses.some(({ state }) => state === 'loading');
  const [failure] = failuresOf(responses);
  const calendar = useMemo((): CalendarEntries | null => {
    const analyses = readyData(responses);
    if (analyses.length === 0) return null;
    const first = plusDays(analyses.map(({ as_of }) => as_of).sort()[analyses.length - 1], 1);
    const span = parseSpan(window) ?? { from: first, to: plusDays(plusMonths(first, 1), -1) };
    const entries = analyses.flatMap(entriesOf).filter(({ date }) => date >= span.from && date <= span.to);
    const notes = analyses.flatMap(({ data_age_note: note }) => (note === undefined ? [] : [note]));
    const summary = `${entries.length} setups of ${analyses.length} symbols begin from ${span.from} to ${span.to}.`;
    // The analyses cover the year that starts today.
    return {
      ...span,
      starts: [first, plusDays(first, 364)],
      entries,
      summary,
      notes,
      disclaimer: analyses[0].disclaimer,
    };
  }, [...responses, window]);
  return (
    <>
      <Notice title={`Visitors see ${tickers.length} symbols`}>
        <p>
          {tickers.join(', ')}: the setups of the coming year of each. An account sees whole markets, searched at once.
        </p>
      </Notice>
      {failure && <FailureNotice failure={failure} refetch={refetch} />}
      {waiting || calendar === null ? (
        waiting && <Skeleton lines={14} />
      ) : (
        <CalendarMonth calendar={calendar} shown={shown} />
      )}
    </>
  );
}
