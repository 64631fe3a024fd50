import { type components, createPerennial, PerennialError } from '../../../generated/clients/typescript/perennial.js';

/** Code as a user would write it. live.test.ts checks that it compiles, and that its mistakes do not. */
export async function useClient(baseUrl: string, apiKey: string) {
  const perennial = createPerennial({ baseUrl, apiKey, retries: 2, timeoutMs: 1000, deadlineMs: 5000 });
  const scan = await perennial.scanMarkets({ markets: '0', direction: 'long', limit: 3 });
  const symbols: string[] = scan.opportunities.map((row) => row.symbol);
  const cards = scan.opportunities.filter((row): row is components['schemas']['PatternCard'] => {
    return 'receipts' in row && 'per_year' in row.receipts;
  });
  const returns: number[] = cards.flatMap((card) => card.receipts.per_year.map((year) => year.return_pct));
  const side: 'BUY' | 'SELL' | undefined = cards[0]?.next_step.order_ticket?.side;
  const { card } = await perennial.analyzeSymbol({ symbol: 'BTC/USD', period: 'jul', include: 'chart' });
  const verdict: string | null = 'verdict' in card ? card.verdict : null;
  const me: components['schemas']['Me'] = await perennial.getMe();
  const pattern = await perennial.getPattern({ market_id: '0', symbol: 'AAPL' }, { signal: AbortSignal.timeout(100) });
  const deviation: number | null | undefined = pattern.stats.std_dev;
  const scores = await perennial.scoreSetups({
    body: [{ symbol: 'AAPL', date: '2024-07-01', direction: 'long', days_out: 20 }],
  });
  // Fields with a default may be left out of a body.
  await perennial.createSavedScan({ body: { name: 'long', query: { markets: '0', direction: 'long' } } });
  await perennial.createExport({ body: { market: '0', format: 'csv' } });
  const upgrade = 'requires' in scores ? scores.upgrade_url : null;

  const chain: string[] = [];
  for await (const record of perennial.iterateLedger({ limit: 500 })) chain.push(record.hash);

  // @ts-expect-error an answer in pages is JSON
  perennial.iterateLedger({}, { accept: 'text/csv' });
  // @ts-expect-error market is required
  await perennial.listOpportunities({});
  // @ts-expect-error and so is the argument
  await perennial.listOpportunities();
  // @ts-expect-error no such direction
  await perennial.scanMarkets({ direction: 'up' });
  // @ts-expect-error no such parameter
  await perennial.getMe({ yeras: 10 });
  // @ts-expect-error no such field
  void scan.nothing;
  // @ts-expect-error sessions are for pages
  void perennial.listKeys;
  // @ts-expect-error this one is JSON, and nothing else
  await perennial.getMe({}, { accept: 'text/csv' });

  // @ts-expect-error no such period
  await perennial.analyzeSymbol({ symbol: 'AAPL', period: 'july' });

  const fault: unknown = null;
  const after: number | null = fault instanceof PerennialError ? fault.retryAfter : null;
  return { symbols, returns, side, verdict, me, deviation, upgrade, after };
}
