import { type AskedRequest, askedRequests, Dice } from '../helpers/askedRequests';
import { accountOf, type Caller, KEYED, WRONG_KEY } from './callers';
import type { Player } from './player';
import { type ContractOperation, operations } from './project';

/** Operations that are requested more often than others, as in real use. */
const OFTEN = new Set(['scanMarkets', 'listOpportunities', 'analyzeSymbol', 'compareSymbols', 'scoreSetups', 'getMe']);
/** Symbols that replace the Apple of the examples and its market. */
const OTHER_SYMBOLS = 'MSFT JPM KO XOM SPY QQQ BTC-USD EURUSD%3DX CL%3DF BRK.B btc NOPE'.split(' ');
const OTHER_MARKETS = ['11', '16', '10', '9', '2', '1', 'crypto', 'etfs', 'no_such', '99'];
/** Ids of the examples, by parameter. */
const PLACEHOLDER = {
  saved_scan_id: '5f1c0a9be27d4386',
  calendar_link_id: '9b3f6a1c52e80d47',
  table_link_id: '2d7e90b4c1586fa3',
  calendar_file: '0c4Yt1uKqkZ5nS8vWm2dJfR7xEoPbLgHiA3TzUyNQx7.ics',
  table_file: '0c4Yt1uKqkZ5nS8vWm2dJfR7xEoPbLgHiA3TzUyNQx7.csv',
  export_id: '4f0c9b1e7f0e4f575a6b',
  key_id: '7bX2kQ9mLp4Z',
  session_id: '4Hq9bV2kTz0P',
  webhook_id: 'we_4cT9kQ2mLp7Z',
  event_id: 'msg_4c1f0a9d3b7e4f6a8c5b2d1e0f9a8b7c',
} as const;
const EXAMPLE_TOKEN = '3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
/** Requests that create what others refer to, if an account has none. */
const MAKERS: Partial<Record<keyof typeof PLACEHOLDER, readonly [url: string, body: object]>> = {
  saved_scan_id: [
    '/v1/saved-scans',
    { name: 'made', query: { markets: 'dow30', window: 'next_2_weeks', view: 'table' } },
  ],
  calendar_link_id: ['/v1/calendar-links', { source: 'daily_pick' }],
  calendar_file: ['/v1/calendar-links', { source: 'daily_pick', name: 'read' }],
  webhook_id: ['/v1/webhooks', { url: 'https://127.0.0.1:1/', events: ['data.stale'] }],
  export_id: ['/v1/exports', { market: '11', per_symbol: 1, min_days: 20, max_days: 21 }],
  key_id: ['/v1/account/keys', { name: 'made' }],
};

/** Random requests, valid and invalid, of every operation and by every kind of caller. */
export async function playDice(player: Player, count: number, seed: number): Promise<void> {
  const { free, dev, pro, business } = player.app.keys;
  const dice = new Dice(seed);
  const often = [free, dev, pro, pro, business, business];
  const all = [...often, ...often, 'prn_demo', WRONG_KEY, 'prn wrong', ''];
  const byKey = weighted(operations.filter(({ access }) => access === 'key' || access === 'address'));
  const byPage = operations.filter(({ access }) => access !== 'key' && access !== 'address');
  // The dice of askedRequests are always the same, so another seed skips some requests.
  const skipped = (seed * 97) % 1_000;
  const keyed = askedRequests(byKey, all, skipped + count).slice(skipped);
  const paged = askedRequests(byPage, all, skipped + count).slice(skipped);
  await player.signIn('member');
  await player.signIn('admin');
  for (let i = 0; i < count; i++) {
    if (dice.happens(0.7)) await askWithKey(player, dice, keyed[i]);
    else await askAsPage(player, dice, paged[i]);
  }
}

function weighted(all: readonly ContractOperation[]): ContractOperation[] {
  return all.flatMap((one) => (OFTEN.has(one.id) ? [one, one, one] : [one]));
}

async function askWithKey(player: Player, dice: Dice, asked: AskedRequest): Promise<void> {
  const { keys } = player.app;
  const sent = asked.headers['X-API-Key'] ?? asked.headers.Authorization ?? '';
  const caller: Caller = KEYED.find((tier) => sent.includes(tier === 'demo' ? 'prn_demo' : keys[tier])) ?? 'wrong';
  const varied = await withIds(player, caller, { ...asked, url: otherwise(dice, asked.url) });
  await player.send(caller, varied);
  await player.app.service.queue.settled();
}

async function askAsPage(player: Player, dice: Dice, asked: AskedRequest): Promise<void> {
  const { 'X-API-Key': key, Authorization, ...headers } = asked.headers;
  const isPage = /\/v1\/(sign-in|session)/.test(asked.url);
  const caller = isPage && dice.happens(0.7) ? 'page' : dice.one(['member', 'admin', 'admin'] as const);
  if (caller !== 'page' && !(await isSignedIn(player, caller))) await player.aside(() => player.signIn(caller));
  const cookie = player.cookies.get(caller);
  const sent = {
    ...headers,
    ...(dice.happens(0.97) && { 'X-Session': '1' }),
    ...(cookie !== undefined && dice.happens(0.97) && { Cookie: cookie }),
    ...(key !== undefined && dice.happens(0.05) && { 'X-API-Key': key }),
  };
  const varied = await withIds(player, caller, { ...asked, headers: sent });
  await player.send(caller, varied);
}

/** Checked in the database, since a request would be recorded too. */
async function isSignedIn({ app, cookies }: Player, caller: 'member' | 'admin'): Promise<boolean> {
  const id = /session=(\w+)\./.exec(cookies.get(caller) ?? '')?.[1];
  return id !== undefined && (await app.storage.sessions.find(id)) !== null;
}

/** Replaces some symbols and markets of the examples. */
function otherwise(dice: Dice, url: string): string {
  let varied = url;
  if (dice.happens(0.5)) varied = varied.replace('AAPL', dice.one(OTHER_SYMBOLS));
  if (dice.happens(0.3)) varied = varied.replace(/(markets?)=0\b/, `$1=${dice.one(OTHER_MARKETS)}`);
  if (dice.happens(0.3)) varied = varied.replace(/\/(0|dow30)(?=[/?]|$)/, `/${dice.one(OTHER_MARKETS)}`);
  return varied;
}

/** Replaces ids of the examples, which exist in no database, by the newest of the account, created if it has none. */
async function withIds(player: Player, caller: Caller, asked: AskedRequest): Promise<AskedRequest> {
  let { url, body } = asked;
  // An account that makes no requests, since a changed plan would change all its later answers.
  url = url.replace(/(\/operator\/accounts)\/2\b/, '$1/5');
  if (body?.includes(EXAMPLE_TOKEN)) body = body.replace(EXAMPLE_TOKEN, await player.link('free@example.com'));
  const account = accountOf(caller);
  for (const [parameter, example] of Object.entries(PLACEHOLDER)) {
    if (account === null || !`${url} ${body}`.includes(example)) continue;
    const name = parameter as keyof typeof PLACEHOLDER;
    const maker = MAKERS[name];
    if (maker !== undefined && player.ids.last(account, name) === undefined)
      await player.aside(() => player.post(caller, ...maker));
    await player.app.service.queue.settled();
    const id = player.ids.last(account, name) ?? example;
    // If the first letter of the example is percent-encoded, the rest is no id.
    const place = new RegExp(`(?<!%[\\da-f])${example}`);
    url = url.replace(place, id);
    body = body?.replace(place, id);
  }
  return { ...asked, url, ...(body !== undefined && { body }) };
}
