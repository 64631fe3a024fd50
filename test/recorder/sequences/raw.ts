import type { Player } from '../player';

const HEAD = 'Host: example.com\r\nConnection: close\r\n';

/** What a client of Node would not send: to the server these are bytes. */
export async function playRaw(player: Player): Promise<void> {
  const key = `X-API-Key: ${player.app.keys.business}\r\n`;
  const get = (line: string, headers = '') => `${line}\r\n${HEAD}${headers}\r\n`;
  const post = (headers: string, body: string) =>
    `POST /v1/score HTTP/1.1\r\n${HEAD}${key}Content-Type: application/json\r\n${headers}\r\n${body}`;
  const item = '[{"symbol":"AAPL","date":"2024-07-01","days_out":15,"direction":"long"}]';
  const sent: readonly (readonly [title: string, bytes: string])[] = [
    ['lower method', get('get /v1/me HTTP/1.1', key)],
    ['no method known', get('BREW /v1/me HTTP/1.1', key)],
    ['no version', 'GET /v1/me\r\n\r\n'],
    ['HTTP 1.0', `GET /v1/me HTTP/1.0\r\n${key}\r\n`],
    ['HTTP 1.0 without host', 'GET /healthz HTTP/1.0\r\n\r\n'],
    ['HTTP 2.0', get('GET /v1/me HTTP/2.0', key)],
    ['no host', `GET /v1/me HTTP/1.1\r\nConnection: close\r\n${key}\r\n`],
    ['two hosts', get('GET /v1/me HTTP/1.1', `Host: other.example\r\n${key}`)],
    ['space in the path', get('GET /v1/a b HTTP/1.1', key)],
    ['control in the path', get('GET /v1/a\u0001 HTTP/1.1', key)],
    ['bytes above 127', get('GET /v1/analyze/\u00e9 HTTP/1.1', key)],
    ['absolute', get('GET http://example.com/v1/me HTTP/1.1', key)],
    ['absolute without path', get('GET http://example.com HTTP/1.1')],
    ['asterisk', get('OPTIONS * HTTP/1.1')],
    ['connect', get('CONNECT example.com:443 HTTP/1.1')],
    ['upgrade', get('GET /v1/me HTTP/1.1', `Upgrade: websocket\r\n${key}`)],
    ['no colon in a header', get('GET /v1/me HTTP/1.1', 'nonsense\r\n')],
    ['space before a colon', get('GET /v1/me HTTP/1.1', 'X-API-Key : a\r\n')],
    ['folded header', get('GET /v1/me HTTP/1.1', 'X-A: a\r\n b\r\n')],
    ['two keys', get('GET /v1/me HTTP/1.1', `${key}${key}`)],
    ['long header', get('GET /v1/me HTTP/1.1', `X-Long: ${'x'.repeat(20_000)}\r\n`)],
    ['long path', get(`GET /v1/${'x'.repeat(20_000)} HTTP/1.1`, key)],
    ['many headers', get('GET /v1/me HTTP/1.1', `${'X-A: a\r\n'.repeat(1_500)}${key}`)],
    ['chunked body', post('Transfer-Encoding: chunked\r\n', `${item.length.toString(16)}\r\n${item}\r\n0\r\n\r\n`)],
    ['bad chunk', post('Transfer-Encoding: chunked\r\n', 'zz\r\n')],
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '[]')],
    ['length and chunks', post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')],
    ['wrong length', post('Content-Length: many\r\n', '[]')],
    ['gzip encoding of a transfer', post('Transfer-Encoding: gzip\r\n', '[]')],
    ['expected', post(`Expect: 100-continue\r\nContent-Length: ${item.length}\r\n`, item)],
    ['expected in vain', post(`Expect: nothing\r\nContent-Length: ${item.length}\r\n`, item)],
    ['large body', post('Content-Length: 300000\r\n', 'x'.repeat(300_000))],
    ['packed body', post('Content-Encoding: gzip\r\nContent-Length: 2\r\n', '[]')],
    ['no bytes', ''],
    ['nonsense', '\u0016\u0003\u0001\r\n\r\n'],
    ['two in line', `GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n${get('GET /v1/me HTTP/1.1', key)}`],
    ['one, then nonsense', 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n'],
  ];
  for (const [title, bytes] of sent) await player.write(title, Buffer.from(bytes, 'latin1'));
}
