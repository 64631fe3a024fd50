import type { Player } from '../player';

const QUERY = { markets: 'dow30', window: 'next_2_weeks', direction: 'long', view: 'table' };

/** Saved scans from their making to their end, what their runs find, and calendars of them. */
export async function playSaved(player: Player): Promise<void> {
  const { app, ids } = player;
  const make = (name: string, query: object = QUERY) => player.post('free', '/v1/saved-scans', { name, query });
  for (const name of ['one', 'two', 'ONE', 'three', 'four']) await make(name);
  await make('wrong', { markets: 'nothing' });
  await make('not mine', { markets: '16' });
  await player.post('business', '/v1/saved-scans', { name: 'wide', query: { markets: '0,11', window: 'next_month' } });
  await player.post('demo', '/v1/saved-scans', { name: 'demo', query: {} });
  await player.get('free', '/v1/saved-scans');
  const scan = `/v1/saved-scans/${ids.last('free', 'saved_scan_id')}`;
  const wide = `/v1/saved-scans/${ids.last('business', 'saved_scan_id')}`;
  for (const url of [
    scan,
    `${scan}/results`,
    `${scan}/results?format=csv`,
    `${scan}/results?format=ndjson`,
    `${scan}/changes`,
  ]) {
    await player.get('free', url);
    await player.get('business', url);
  }
  await player.patch('free', scan, { name: 'renamed' });
  await player.patch('free', scan, { query: { ...QUERY, direction: 'short' } });
  await player.patch('free', scan, { name: 'one' });
  await player.patch('free', scan, {});
  await app.service.schedule.tick();
  await player.get('free', scan);
  await player.get('free', `${scan}/changes`);
  await player.get('business', `${wide}/changes?limit=1`);
  await player.get('business', `${wide}/results?format=csv`);
  await playCalendars(player);
  await player.delete('free', scan);
  await player.delete('free', scan);
  await player.get('free', `${scan}/results`);
  await player.get('free', '/v1/saved-scans');
}

async function playCalendars(player: Player): Promise<void> {
  const { ids, app } = player;
  const link = (body: object) => player.post('free', '/v1/calendar-links', body);
  await link({ source: 'daily_pick', name: 'picks' });
  const picks = `/v1/calendars/${ids.last('free', 'calendar_file')}`;
  await link({
    source: 'saved_scan',
    saved_scan_id: ids.last('free', 'saved_scan_id'),
    alarm_minutes_before: 360,
    days_ahead: 30,
  });
  const scans = `/v1/calendars/${ids.last('free', 'calendar_file')}`;
  await link({ source: 'daily_pick' });
  await link({ source: 'saved_scan' });
  await link({ source: 'daily_pick', saved_scan_id: '5f1c0a9be27d4386' });
  await player.post('business', '/v1/calendar-links', { source: 'daily_pick', alarm_minutes_before: 60 });
  const paid = `/v1/calendars/${ids.last('business', 'calendar_file')}`;
  for (const url of [picks, scans, paid]) {
    await player.get('none', url);
    await player.get('none', url, { 'If-None-Match': 'LAST' });
    await player.get('none', url, { 'Accept-Encoding': 'gzip' });
    await player.ask('none', 'HEAD', url);
    await player.get('free', `${url}?format=csv`);
    await player.post('none', url, {});
  }
  await player.get('none', `/v1/calendars/${'x'.repeat(43)}.ics`);
  await player.get('none', '/v1/calendars/nothing');
  await app.service.settled();
  await player.get('free', '/v1/calendar-links');
  await player.delete('free', `/v1/calendar-links/${ids.last('free', 'calendar_link_id')}`);
  await player.get('none', scans);
  await player.delete('free', '/v1/calendar-links/0000000000000000');
}
