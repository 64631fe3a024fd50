import { Receiver } from '../../helpers/receiver';
import type { Player } from '../player';

/** Webhooks from their making to their end, with somebody who receives what is tried. */
export async function playWebhooks(player: Player): Promise<void> {
  const receiver = await Receiver.start();
  try {
    await play(player, receiver);
  } finally {
    receiver.stop();
  }
}

async function play(player: Player, receiver: Receiver): Promise<void> {
  const { app, ids } = player;
  const make = (url: string, events: readonly string[] = ['data.stale', 'daily_pick.published']) =>
    player.post('business', '/v1/webhooks', { url, events, description: 'one' });
  await make(`${receiver.url}/hook`);
  const url = `/v1/webhooks/${ids.last('business', 'webhook_id')}`;
  await make('ftp://example.com/');
  await make('https://hooks.example.com/a', ['nothing']);
  await make('https://user:secret@hooks.example.com/a');
  await player.post('free', '/v1/webhooks', { url: 'https://127.0.0.1:1/', events: ['daily_pick.scored'] });
  await player.post('free', '/v1/webhooks', { url: 'https://127.0.0.1:1/two', events: ['daily_pick.scored'] });
  await player.get('business', '/v1/webhooks');
  await player.get('business', url);
  await player.get('free', url);
  await player.post('business', `${url}/test`, {});
  await player.post('business', `${url}/test`, {});
  player.pass(11_000);
  receiver.answer = (response) => void response.writeHead(500).end('no');
  await player.post('business', `${url}/test`, {});
  player.note('tests received', receiver.types());
  await player.patch('business', url, { events: ['data.stale'], description: 'two' });
  await player.patch('business', url, { state: 'disabled' });
  await player.post('business', `${url}/events/msg_${'0'.repeat(32)}/redeliver`, {});
  await player.patch('business', url, { state: 'active' });
  const append = () =>
    app.storage.webhooks.events.append([
      { accountId: null, type: 'data.stale', data: {}, at: app.clock.now(), key: null },
    ]);
  await append();
  // What waited while a webhook was turned off was not delivered, and can be sent again.
  await player.patch('business', url, { state: 'disabled' });
  await player.patch('business', url, { state: 'active' });
  await append();
  const listed = await player.get('business', `${url}/deliveries`);
  const { deliveries } = JSON.parse(listed.body.toString('utf8'));
  player.note('waiting', deliveries.length);
  for (const { event_id } of deliveries) await player.post('business', `${url}/events/${event_id}/redeliver`, {});
  await player.get('business', `${url}/deliveries`);
  await player.get('business', `${url}/deliveries?limit=1`);
  await player.post('business', `${url}/rotate`, { overlap_hours: 24 });
  await player.post('business', `${url}/rotate`, { overlap_hours: 1_000 });
  await player.get('business', url);
  await player.delete('business', url);
  await player.delete('business', url);
  await player.get('business', `${url}/deliveries`);
}
