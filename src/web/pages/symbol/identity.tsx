import { Link } from 'wouter-preact';
import { asking } from '../../api/question';
import { useSession } from '../../api/session';
import { useAnswer } from '../../api/useAnswer';
import { marketAddress } from '../../routes';
import { DateText } from '../../ui/dateText';
import type { Card } from './symbolQuery';

/** Who the symbol is, where it is listed, and how far its prices go. */
export function Identity({ card: { symbol, market, receipts } }: { card: Card }) {
  const session = useSession();
  // Lists of symbols are not for visitors.
  const question =
    session.kind === 'account'
      ? asking('/markets/{market_id}/symbols', { path: { market_id: market.id }, query: { prefix: symbol, limit: 20 } })
      : null;
  const [list] = useAnswer(question);
  const name = list.state === 'ready' ? list.data.symbols.find((one) => one.symbol === symbol)?.name : undefined;
  return (
    <>
      {name !== undefined && name !== symbol && <>{name}, </>}
      <Link href={marketAddress(market.id)}>{market.name}</Link>. Prices known through{' '}
      <DateText date={receipts.as_of} />, from {receipts.source}.
    </>
  );
}
