import { useState } from 'preact/hooks';
import { askingConsole } from '../../api/console';
import { useAnswer } from '../../api/useAnswer';
import { Notice } from '../../ui/notice';
import { Done } from './done';
import { FeedCard } from './feedCard';
import { OperatorAnswer } from './operatorAnswer';

/** Where prices come from by themselves. */
export function Feeds() {
  const [told, setTold] = useState<string | null>(null);
  const [answer, again] = useAnswer(askingConsole('/operator/feeds'));
  const done = (what: string) => {
    setTold(what);
    again();
  };
  return (
    <>
      {told !== null && <Done what={told} dismiss={() => setTold(null)} />}
      <OperatorAnswer answer={answer} again={again}>
        {({ feeds, run_here }) => (
          <>
            {!run_here && (
              <Notice kind="warn" title="This server runs no feeds by itself">
                <p>
                  Its setting FEEDS says so. <code>npm run feeds -- run</code> fetches what is due.
                </p>
              </Notice>
            )}
            {feeds.length === 0 ? (
              <NoFeeds />
            ) : (
              feeds.map((feed) => <FeedCard key={feed.feed_id} feed={feed} done={done} />)
            )}
            <div class="row">
              <button type="button" class="button" onClick={again}>
                Look again
              </button>
            </div>
          </>
        )}
      </OperatorAnswer>
    </>
  );
}

function NoFeeds() {
  return (
    <Notice title="No feeds">
      <p>Prices come by import only. A feed is made on the machine of the server, by the name of a provider:</p>
      <p>
        <code>npm run feeds -- add stooq --market 11 --symbols SPY,QQQ</code>
      </p>
    </Notice>
  );
}
