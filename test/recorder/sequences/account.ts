import { signInAs } from '../../helpers/browser';
import { SITE } from '../callers';
import { headersOf } from '../exchange';
import type { Player } from '../player';

const HOUR_MS = 3_600_000;

/** The account console: sessions, keys, events, usage, and sign-in by link, mail and identity provider. */
export async function playAccount(player: Player): Promise<void> {
  await player.get('page', '/v1/sign-in');
  await player.get('none', '/v1/sign-in');
  await player.post('page', '/v1/sign-in/link', { email: 'dev@example.com', next: '/account' });
  await player.post('page', '/v1/sign-in/link', { email: 'nobody@example.com' });
  await player.post('page', '/v1/sign-in/link', { email: 'no address' });
  await player.post('page', '/v1/session', { token: 'x'.repeat(43) });
  await player.get('member', '/v1/account');
  await player.signIn('member');
  for (const path of [
    'account',
    'account/usage',
    'account/keys',
    'account/sessions',
    'account/events',
    'account/events?limit=1',
    'me',
    'scan?markets=0&limit=1',
  ]) {
    await player.get('member', `/v1/${path}`);
  }
  await playKeys(player);
  await player.ask('member', 'GET', '/v1/account', { headers: { Origin: 'https://other.example.com' } });
  await player.ask('member', 'GET', '/v1/account', { headers: { 'Sec-Fetch-Site': 'cross-site' } });
  await player.ask('member', 'GET', '/v1/account', { headers: { Origin: SITE, 'Sec-Fetch-Site': 'same-origin' } });
  await player.ask('member', 'GET', '/v1/account', { headers: { 'X-Session': '0' } });
  player.pass(HOUR_MS);
  // The token of a session changes once an hour.
  await player.get('member', '/v1/account');
  await player.get('member', '/v1/account');
  await playSignOut(player);
  await playProvider(player);
}

async function playKeys(player: Player): Promise<void> {
  const { ids } = player;
  const keys = '/v1/account/keys';
  await player.post('member', keys, { name: 'notebook' });
  await player.post('member', keys, { name: 'narrow', expires_on: '2025-01-01', markets: ['0'], read_only: true });
  const made = ids.last('dev', 'key_id');
  await player.post('member', keys, { name: 'wrong', markets: ['16'] });
  await player.post('member', keys, { name: '', expires_on: '2024-02-30' });
  await player.post('dev', keys, { name: 'by a key' });
  await player.post('member', `${keys}/${made}/rotate`, { overlap_hours: 24 });
  await player.post('member', `${keys}/${made}/rotate`, {});
  await player.get('member', keys);
  await player.delete('member', `${keys}/${made}`);
  await player.delete('member', `${keys}/${made}`);
  await player.delete('member', `${keys}/000000000000`);
  await player.get('member', keys);
  await player.get('member', '/v1/account/events?limit=5');
}

async function playSignOut(player: Player): Promise<void> {
  const { ids } = player;
  const first = player.cookies.get('member');
  const firstId = ids.last('dev', 'session_id');
  await player.signIn('member');
  await player.get('member', '/v1/account/sessions');
  await player.delete('member', `/v1/account/sessions/${firstId}`);
  await player.delete('member', '/v1/account/sessions/000000000000');
  await player.ask('page', 'GET', '/v1/account', { headers: { Cookie: first ?? '' } });
  await player.delete('member', '/v1/session');
  await player.get('member', '/v1/account');
  await player.signIn('member');
  await player.delete('member', '/v1/account/sessions');
  await player.get('member', '/v1/account');
}

async function playProvider(player: Player): Promise<void> {
  for (const login of ['free', 'newcomer', 'unverified']) {
    const begun = await player.post('page', '/v1/sign-in/provider', { next: '/account/keys' });
    const { authorization_url } = JSON.parse(begun.body.toString('utf8'));
    const [cookie] = headersOf(begun, 'set-cookie')[0].split(';');
    const back = await signInAs(login, new URL(authorization_url), `${SITE}/sign-in/callback`);
    const { code, state, iss } = Object.fromEntries(back.searchParams);
    await player.post('page', '/v1/session/provider', { code, state, iss });
    await player.post('page', '/v1/session/provider', { code, state, iss }, { Cookie: cookie });
    await player.post('page', '/v1/session/provider', { code, state, iss }, { Cookie: cookie });
  }
  for (const path of ['me', 'markets', 'scan?markets=0&limit=1', 'saved-scans'])
    await player.get('token', `/v1/${path}`);
  await player.ask('none', 'GET', '/v1/me', { headers: { Authorization: 'Bearer a.b.c' } });
}
