import type { Player } from '../player';

const RANGES = [
  'bytes=0-9',
  'bytes=10-',
  'bytes=-20',
  'bytes=0-0,5-6',
  'bytes=999999999-',
  'bytes=9-3',
  'lines=1-2',
  'bytes=0-99999999',
];

/** Bulk exports in every format, their files whole and in parts, and what is refused. */
export async function playExports(player: Player): Promise<void> {
  const { ids, app } = player;
  const base = { market: '11', per_symbol: 1, min_days: 20, max_days: 21, from: '2024-07-01', to: '2024-07-31' };
  for (const [i, format] of ['csv', 'ndjson', 'parquet', 'csv.gz'].entries()) {
    await player.post('business', '/v1/exports', { ...base, format, per_symbol: 1 + i });
    await app.service.queue.settled();
    const url = `/v1/exports/${ids.last('business', 'export_id')}`;
    await player.get('business', url);
    await playFile(player, `${url}/file`);
  }
  await player.post('business', '/v1/exports', {
    market: '0',
    direction: 'long',
    max_p_symbol: 0.3,
    min_days: 10,
    max_days: 14,
  });
  await app.service.queue.settled();
  await player.get('business', `/v1/exports/${ids.last('business', 'export_id')}/file`);
  for (const body of [
    { market: 'nothing' },
    { market: '0', from: '2024-08-01', to: '2024-07-01' },
    { market: '0', format: 'xlsx' },
  ]) {
    await player.post('business', '/v1/exports', body);
  }
  for (const caller of ['free', 'dev', 'pro', 'demo'] as const) await player.post(caller, '/v1/exports', base);
  await player.get('business', '/v1/exports');
  const last = `/v1/exports/${ids.last('business', 'export_id')}`;
  await player.get('free', last);
  await player.delete('business', last);
  await player.get('business', `${last}/file`);
  await player.get('business', '/v1/exports/00000000000000000000/file');
}

async function playFile(player: Player, url: string): Promise<void> {
  await player.get('business', url);
  await player.get('business', url, { 'Accept-Encoding': 'gzip' });
  await player.get('business', url, { 'If-None-Match': 'LAST' });
  await player.ask('business', 'HEAD', url);
  for (const range of RANGES) await player.get('business', url, { Range: range });
  const tag = player.tags.get(url) ?? '';
  await player.get('business', url, { Range: 'bytes=0-9', 'If-Range': tag });
  await player.get('business', url, { Range: 'bytes=0-9', 'If-Range': '"other"' });
  await player.get('business', url, { Range: 'bytes=0-9', 'If-None-Match': 'LAST' });
  await player.get('business', url, { Range: 'bytes=0-9', 'Accept-Encoding': 'gzip' });
  await player.ask('business', 'HEAD', url, { headers: { Range: 'bytes=0-9' } });
  await player.get('free', url);
}
