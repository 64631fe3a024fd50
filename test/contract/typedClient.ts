import createClient from 'openapi-fetch';
import type { components, paths } from '../../generated/openapi';

/** A client as a user would write it. That it compiles is half of the test: see client.test.ts. */
export async function useClient(baseUrl: string, key: string) {
  const client = createClient<paths, 'application/json'>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

  const scan = await client.GET('/scan', { params: { query: { markets: '0', direction: 'long', limit: 3 } } });
  if (scan.error) throw new Error(scan.error.error.message);
  const leaders: string[] = scan.data.opportunities.map((row) => row.symbol);
  const cards = scan.data.opportunities.filter((row): row is components['schemas']['PatternCard'] => {
    return 'receipts' in row && 'per_year' in row.receipts;
  });
  const returns: number[] = cards.flatMap((card) => card.receipts.per_year.map((year) => year.return_pct));
  const side: 'BUY' | 'SELL' | undefined = cards[0]?.next_step.order_ticket?.side;

  const analysis = await client.GET('/analyze/{symbol}', {
    params: { path: { symbol: 'BTC/USD' }, query: { period: 'jul', include: 'chart' } },
  });
  const verdict: string | undefined =
    analysis.data && 'verdict' in analysis.data.card ? analysis.data.card.verdict : undefined;

  const chart = await client.GET('/seasonal-chart', {
    params: { query: { market: '0', symbol: 'AAPL', years: '10' } },
  });
  const points: number = chart.data?.seasonal_curve.length ?? 0;

  const pattern = await client.GET('/patterns/{market_id}/{symbol}', {
    params: { path: { market_id: '0', symbol: 'AAPL' } },
  });
  const deviation: number | null | undefined = pattern.data?.stats.std_dev;

  const me = await client.GET('/me');
  const allowance: number | null | undefined = me.data?.ml_remaining_today;
  const reach: components['schemas']['Market'][] = me.data?.markets_in_scope ?? [];
  const list = await client.GET('/markets');
  const listed: components['schemas']['Market'][] = list.data?.markets ?? [];
  const scope = [...reach, ...listed].filter((market) => market.in_scope).map((market) => market.id);

  // @ts-expect-error market is required
  const refused = await client.GET('/opportunities', { params: { query: {} } });
  const code: components['schemas']['ErrorDetail']['code'] | undefined = refused.error?.error.code;

  // @ts-expect-error no such period
  await client.GET('/analyze/{symbol}', { params: { path: { symbol: 'AAPL' }, query: { period: 'july' } } });
  // @ts-expect-error no such field
  void scan.data.nothing;

  return { leaders, returns, side, verdict, points, deviation, allowance, scope, code };
}
