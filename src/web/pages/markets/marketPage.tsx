import { Link, useParams } from 'wouter-preact';
import { apiRequest } from '../../api/apiRequest';
import { useSession } from '../../api/session';
import { useRequest } from '../../api/useRequest';
import { decoded, symbolAddress } from '../../routes';
import { count } from '../../ui/format';
import { KeyValues } from '../../ui/keyValues';
import { Notice } from '../../ui/notice';
import { Page } from '../../ui/page';
import { ResponseView } from '../../ui/responseView';
import { feedText, freshness, type Market } from './marketFacts';
import { SymbolSearch } from './symbolSearch';

/** One market: its facts from GET /markets, its symbols from GET /markets/{market_id}/symbols. */
export default function MarketPage() {
  const { id = '' } = useParams();
  const marketId = decoded(id);
  const [response, refetch] = useRequest(apiRequest('/markets'));
  const market =
    response.state === 'ready' ? response.data.markets.find(({ id: otherId }) => otherId === marketId) : undefined;
  return (
    <Page title={market?.name ?? `Market ${marketId}`}>
      <ResponseView response={response} refetch={refetch} lines={6}>
        {() => (market === undefined ? <NoSuchMarket marketId={marketId} /> : <MarketDetails market={market} />)}
      </ResponseView>
    </Page>
  );
}

function NoSuchMarket({ marketId }: { marketId: string }) {
  return (
    <Notice title="No such market">
      <p>
        There is no market {marketId}. <Link href="/markets">All markets</Link>
      </p>
    </Notice>
  );
}

function MarketDetails({ market }: { market: Market }) {
  const session = useSession();
  const { pattern_detection: detection } = market;
  return (
    <>
      <KeyValues
        pairs={[
          ['Symbols', count(market.symbol_count)],
          ['Prices through', `${market.as_of ?? 'none'}: ${freshness(market)}`],
          ['Feed', feedText(market)],
          ['Predictions', market.ml_eligible ? 'by the model, for entries of the coming days' : 'none in this market'],
          ['Winning years', detection.example],
          ['Also called', market.aliases.join(', ')],
        ]}
      />
      {market.data_age_note && (
        <Notice kind="warn" title="Old prices">
          <p>{market.data_age_note}</p>
        </Notice>
      )}
      <h2>Symbols</h2>
      {session.kind === 'visitor' ? (
        <Notice>
          <p>
            Lists of symbols need an account: <Link href="/sign-in">sign in</Link>. Anybody may look at{' '}
            {(session.demo?.tickers ?? []).map((symbol, i) => [
              i > 0 && ', ',
              <Link key={symbol} href={symbolAddress(symbol)}>
                {symbol}
              </Link>,
            ])}
            .
          </p>
        </Notice>
      ) : market.in_scope ? (
        <SymbolSearch market={market} />
      ) : (
        <Notice>
          <p>This market is not part of your plan.</p>
        </Notice>
      )}
    </>
  );
}
