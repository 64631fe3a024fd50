import type { Caller } from '../callers';
import type { Player } from '../player';

const HEADERS = {
  Host: '127.0.0.1',
  Accept: 'application/json, text/event-stream',
  'Content-Type': 'application/json',
};
const message = (method: string, params?: object, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});
const clientInfo = { name: 'recorder', version: '1' };
const HELLO = message('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });

const CALLS: readonly (readonly [name: string, given: object])[] = [
  ...([
    ['whoami', {}],
    ['list_markets', {}],
    ['find_best_opportunities', { markets: 'dow30', limit: 3 }],
    ['find_best_opportunities', { markets: 'nothing' }],
    ['find_best_opportunities', { markets: '0', limit: 'many' }],
    ['analyze_symbol', { symbol: 'AAPL', entry_date: '2024-07-01', days_out: 15 }],
    ['analyze_symbol', { symbol: 'NOPE' }],
    ['analyze_symbol', {}],
    ['compare_symbols', { symbols: 'AAPL,MSFT', market: '0' }],
    ['score_setups', { opportunities: [{ symbol: 'AAPL', date: '2024-07-01', days_out: 15, direction: 'long' }] }],
    ['no_such_tool', {}],
  ] as const),
];

/** The agent interface: what its protocol knows, tools that answer and fail, and what the door refuses. */
export async function playAgents(player: Player): Promise<void> {
  const post = (body: unknown, { caller = 'business' as Caller, headers = {} } = {}) =>
    player.post(caller, '/mcp', body, { ...HEADERS, ...headers });
  await post(HELLO);
  await post(message('ping'));
  await post(message('tools/list'));
  await post(message('prompts/list'));
  await post(message('resources/list'));
  await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const listed = await post(message('tools/list'), { headers: { 'Mcp-Protocol-Version': '2025-06-18' } });
  const known: string[] = JSON.parse(listed.body.toString('utf8')).result.tools.map(
    ({ name }: { name: string }) => name,
  );
  for (const name of known) await post(message('tools/call', { name, arguments: {} }, name));
  for (const [name, given] of CALLS) await post(message('tools/call', { name, arguments: given }));
  for (const caller of ['free', 'demo', 'wrong', 'none', 'token', 'both'] as const) {
    await post(message('tools/call', { name: 'list_markets', arguments: {} }), { caller });
    await post(message('tools/call', { name: 'find_best_opportunities', arguments: { markets: '0', limit: 1 } }), {
      caller,
    });
  }
  await post([message('ping', undefined, 1), message('tools/call', { name: 'list_markets', arguments: {} }, 2)]);
  await post(Array.from({ length: 11 }, (_, i) => message('ping', undefined, i)));
  for (const body of ['', '{', 'null', '[]', '{}', '['.repeat(200), JSON.stringify(message('no/such'))])
    await post(body);
  await post('x'.repeat(300_000));
  const headers = [
    { Host: 'evil.example' },
    { Origin: 'https://evil.example' },
    { Origin: 'https://app.example.com' },
    { Accept: 'text/html' },
  ];
  for (const one of headers) await post(HELLO, { headers: one });
  await post(HELLO, { headers: { 'Content-Type': 'text/plain' } });
  await post(HELLO, { headers: { 'Mcp-Protocol-Version': '1999-01-01' } });
  for (const method of ['GET', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'])
    await player.ask('business', method, '/mcp', { headers: HEADERS });
}
