import { Link } from 'wouter-preact';
import { useSession } from '../../api/session';
import { useRequest } from '../../api/useRequest';
import { useUrlState } from '../../state/useUrlState';
import { Curl } from '../../ui/curl';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { ResponseView } from '../../ui/responseView';
import { CompareForm } from './compareForm';
import { CompareResult } from './compareResult';
import { compareRequest, DEFAULTS, SYMBOLS, tickersOf } from './comparison';

/** Compares two to ten symbols over the same window and the years that all of them have. */
export default function ComparePage() {
  const [submitted, set] = useUrlState(DEFAULTS);
  const request = compareRequest(submitted);
  const [response, refetch] = useRequest(request);
  return (
    <Page title="Compare" lead="One window of the calendar, several symbols, only the years that all of them have.">
      <CompareForm submitted={submitted} onSubmit={set} />
      {request === null ? (
        <TooFew named={tickersOf(submitted.symbols)} />
      ) : (
        <>
          <ResponseView response={response} refetch={refetch} lines={12}>
            {(comparison) => <CompareResult comparison={comparison} />}
          </ResponseView>
          <Curl url={request.url} />
        </>
      )}
    </Page>
  );
}

function TooFew({ named }: { named: readonly string[] }) {
  const session = useSession();
  if (named.length > SYMBOLS.most)
    return <Notice title={`${named.length} symbols are too many`}>At most {SYMBOLS.most} are compared at once.</Notice>;
  const example = session.kind === 'visitor' ? (session.demo?.tickers ?? []).slice(0, 3) : ['AAPL', 'MSFT', 'JPM'];
  return (
    <Notice title={named.length === 0 ? 'Nothing to compare yet' : `${named[0]} alone cannot be compared`}>
      <p>
        {named.length === 0 ? 'Name at least two symbols above' : 'Name at least one more symbol above'}
        {example.length > 1 && (
          <>
            , or begin with{' '}
            <Link href={`/compare?symbols=${encodeURIComponent(example.join(','))}`}>{example.join(', ')}</Link>
          </>
        )}
        .
      </p>
    </Notice>
  );
}
