import { lettingIn, replayCases } from '../contract/replay';
import type { Caller } from './callers';
import type { Player } from './player';

/** Sends the requests in the examples of the contract: every n-th of them, from one on. */
export async function playExamples(player: Player, from: number, every: number): Promise<void> {
  await player.signIn('admin');
  const cases = replayCases().filter((_, i) => i % every === from);
  for (const { operation, url, body, cookie } of cases) {
    const { access, method, path } = operation;
    const caller: Caller =
      access === 'key' ? keyFor(path) : access === 'page' ? 'page' : access === 'address' ? 'none' : 'admin';
    const cookies = player.cookies.get('admin') ?? '';
    const headers = {
      ...lettingIn(operation, { key: player.app.keys[caller as 'free'] ?? '', cookie: cookies }),
      Host: 'example.com',
      'Content-Type': 'application/json',
      ...(cookie !== undefined && { Cookie: cookie }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    await player.send(caller, { method: method.toUpperCase(), url, headers, ...sent });
    await player.app.service.queue.settled();
    if (operation.id === 'signOut' || operation.id.startsWith('signOutEvery')) await player.signIn('admin');
  }
}

const keyFor = (path: string) => (path.startsWith('/exports') ? 'business' : 'free');
