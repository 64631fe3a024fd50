import { Link } from 'wouter-preact';
import type { Failure } from '../../api/failure';
import { useSession } from '../../api/session';
import { symbolAddress } from '../../routes';

/** Links to other symbols, for a symbol that cannot be shown. */
export function OtherTickers({ failure }: { failure: Failure }) {
  const session = useSession();
  if (!['not_found', 'demo_restricted', 'forbidden'].includes(failure.code)) return null;
  if (session.kind !== 'visitor' || session.demo === null) {
    return (
      <p>
        Look for a symbol in the <Link href="/markets">markets</Link>.
      </p>
    );
  }
  return (
    <p>
      Without an account these are open:{' '}
      {session.demo.tickers.map((ticker, i) => (
        <span key={ticker}>
          {i > 0 && ', '}
          <Link href={symbolAddress(ticker)}>{ticker}</Link>
        </span>
      ))}
      . A key of a free account adds the markets of its plan, scans and lists.
    </p>
  );
}
