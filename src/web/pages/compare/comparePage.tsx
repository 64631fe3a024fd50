import { Link } from 'wouter-preact';
import { useSession } from '../../api/session';
import { useAnswer } from '../../api/useAnswer';
import { useUrlState } from '../../state/useUrlState';
import { Answered } from '../../ui/answered';
import { Curl } from '../../ui/curl';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { CompareForm } from './compareForm';
import { CompareResult } from './compareResult';
import { DEFAULTS, questionOf, SYMBOLS, tickersOf } from './comparison';

/** Two to ten symbols side by side on one window, over the years that all of them have. */
export default function ComparePage() {
  const [asked, set] = useUrlState(DEFAULTS);
  const question = questionOf(asked);
  const [answer, again] = useAnswer(question);
  return (
    <Page title="Compare" lead="One window of the calendar, several symbols, only the years that all of them have.">
      <CompareForm asked={asked} ask={set} />
      {question === null ? (
        <TooFew named={tickersOf(asked.symbols)} />
      ) : (
        <>
          <Answered answer={answer} again={again} lines={12}>
            {(comparison) => <CompareResult comparison={comparison} />}
          </Answered>
          <Curl url={question.url} />
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
