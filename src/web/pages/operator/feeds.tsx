import { useState } from 'preact/hooks';
import { consoleRequest } from '../../api/console';
import { useRequest } from '../../api/useRequest';
import { Notice } from '../../ui/notice';
import { OutcomeNotice } from './done';
import { FeedCard } from './feedCard';
import { OperatorResponse } from './operatorResponse';

/** The feeds, which fetch prices automatically. */
export function Feeds() {
  const [message, setMessage] = useState<string | null>(null);
  const [response, refetch] = useRequest(consoleRequest('/operator/feeds'));
  const onDone = (what: string) => {
    setMessage(what);
    refetch();
  };
  return (
    <>
      {message !== null && <OutcomeNotice what={message} dismiss={() => setMessage(null)} />}
      <OperatorResponse response={response} refetch={refetch}>
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
              feeds.map((feed) => <FeedCard key={feed.feed_id} feed={feed} onDone={onDone} />)
            )}
            <div class="row">
              <button type="button" class="button" onClick={refetch}>
                Refresh
              </button>
            </div>
          </>
        )}
      </OperatorResponse>
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
