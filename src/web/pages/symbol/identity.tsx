import { Link } from 'wouter-preact';
import { apiRequest } from '../../api/apiRequest';
import { useSession } from '../../api/session';
import { useRequest } from '../../api/useRequest';
import { marketAddress } from '../../routes';
import { DateText } from '../../ui/dateText';
import type { Card } from './symbolQuery';

/** Name, market and last price date of a symbol. */
export function Identity({ card: { symbol, market, receipts } }: { card: Card }) {
  const session = useSession();
  // The API refuses lists of symbols to visitors.
  const request =
    session.kind === 'account'
      ? apiRequest('/markets/{market_id}/symbols', {
          path: { market_id: market.id },
          query: { prefix: symbol, limit: 20 },
        })
      : null;
  const [list] = useRequest(request);
  const name = list.state === 'ready' ? list.data.symbols.find((entry) => entry.symbol === symbol)?.name : undefined;
  return (
    <>
      {name !== undefined && name !== symbol && <>{name}, </>}
      <Link href={marketAddress(market.id)}>{market.name}</Link>. Prices known through{' '}
      <DateText date={receipts.as_of} />, from {receipts.source}.
    </>
  );
}
