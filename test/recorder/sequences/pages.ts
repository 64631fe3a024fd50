import { headerOf } from '../exchange';
import type { Player } from '../player';

const PAGES = [
  '/',
  '/compare',
  '/basket',
  '/calendar',
  '/daily-pick',
  '/method',
  '/symbol/AAPL',
  '/symbol/AAPL/0',
  '/markets',
  '/markets/dow30',
  '/account',
  '/account/keys',
  '/operator',
  '/sign-in',
  '/sign-in/callback?code=a',
  '/nothing',
  '/symbol/%zz',
];
const TEXTS = ['/docs', '/docs.md', '/llms.txt', '/openapi.yaml', '/openapi.json', '/healthz', '/readyz'];
const OTHERS = [
  '/favicon.ico',
  '/robots.txt',
  '/assets/nothing.js',
  '/assets/../package.json',
  '/assets/%2e%2e/package.json',
  '/V1/me',
  '/healthz/',
  '/HEALTHZ',
  '/docs/',
  '/docs?a=b',
  '/v1',
  '/v1/',
  '/v2/me',
  '//v1/me',
  '/v1//me',
  '/v1/me/',
  '/v1/%',
  '/%',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/other',
];
const ORIGINS = ['https://app.example.com', 'https://other.example.com', 'null'];

/** Pages for people, the contract, the reference, and what says that the process is well. */
export async function playPages(player: Player): Promise<void> {
  for (const url of PAGES) await player.get('none', url, { Accept: 'text/html,*/*;q=0.8' });
  for (const url of TEXTS) {
    await player.get('none', url);
    await player.get('none', url, { 'Accept-Encoding': 'gzip, br' });
    await player.get('none', url, { 'If-None-Match': 'LAST' });
    await player.ask('none', 'HEAD', url);
    await player.ask('none', 'POST', url);
    await player.get('none', url, { Range: 'bytes=0-9' });
  }
  for (const url of OTHERS) {
    await player.get('none', url);
    await player.get('business', url);
  }
  await playAssets(player);
  await playOrigins(player);
  await playMetrics(player);
}

async function playAssets(player: Player): Promise<void> {
  const index = await player.get('none', '/', { Accept: 'text/html' });
  const assets = [...index.body.toString('utf8').matchAll(/"(\/assets\/[^"]+)"/g)].map(([, url]) => url).sort();
  for (const url of new Set(assets)) {
    await player.get('none', url);
    await player.get('none', url, { 'Accept-Encoding': 'gzip' });
    await player.get('none', url, { 'If-None-Match': 'LAST' });
    await player.ask('none', 'HEAD', url);
  }
}

async function playOrigins(player: Player): Promise<void> {
  for (const origin of ORIGINS) {
    for (const url of ['/v1/me', '/v1/score', '/v1/nothing', '/healthz', '/docs', '/mcp']) {
      await player.get('business', url, { Origin: origin });
      const wants = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'x-api-key' };
      await player.ask('none', 'OPTIONS', url, { headers: { Origin: origin, ...wants } });
    }
  }
}

/** Names and labels of what is measured; the values differ. */
async function playMetrics(player: Player): Promise<void> {
  const answer = await player.stage.line.send({ method: 'GET', url: '/metrics', headers: { Host: 'example.com' } });
  const lines = answer.body.toString('utf8').split('\n');
  const names = lines.filter((line) => line.startsWith('# TYPE')).sort();
  player.note('metrics', { status: answer.status, type: headerOf(answer, 'content-type'), names });
}
