import { withoutKeys } from '../../src/log';

// test/api/http/log.test.ts shows that the access log has its URLs from here.

const SECRET = 'Zk3XqPq7sT1vW9yB2dF4hJ6kL8nM0pQ5rS7tU1vW3xY';
const KEY = `prn_A1b2C3d4E5f6_${SECRET}`;
const percent = (text: string) => [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = Buffer.from(KEY).toString('hex');

/** URLs with a key as a user may paste it; no part of it may appear in the log. */
const URLS: readonly [string, string][] = [
  ['in the query', `/v1/me?api_key=${KEY}`],
  ['under another name', `/v1/me?symbol=${KEY}`],
  ['as a name', `/v1/me?${KEY}`],
  ['in the path', `/v1/analyze/${KEY}`],
  ['percent-encoded', `/v1/analyze/${percent(KEY)}`],
  ['percent-encoded in part', `/v1/me?x=${KEY.replace('_', '%5F').replace('p', '%70')}`],
  ['percent-encoded twice', `/v1/me?x=${encodeURIComponent(percent(KEY))}`],
  ['in base64', `/v1/me?x=${encodeURIComponent(base64(KEY))}`],
  ['in base64, as of basic authentication', `/v1/analyze/${encodeURIComponent(base64(`user:${KEY}`))}`],
  ['in base64, begun at the third byte', `/v1/me?x=${base64(`ab${KEY}`)}`],
  ['in base64url', `/v1/me?x=${Buffer.from(KEY).toString('base64url')}`],
  ['in hexadecimal', `/v1/me?x=${hex}`],
  ['as its secret alone', `/v1/me?x=${SECRET}`],
  ['of any form in a parameter with a secret name', `/v1/me?access%5Ftoken=${SECRET.slice(0, 12)}`],
  ['that is an access token', `/v1/analyze/eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln`],
];

test.each(URLS)('a key %s is not logged', (_name, url) => {
  expect(withoutKeys(url)).toContain('[redacted]');
  expect(withoutKeys(url).length).toBeLessThan(40);
});

test.each([
  '/v1/scan?markets=sp500,crypto&window=2024-01-01..2024-12-31&min_winning_years=8',
  '/v1/analyze/BTC%2FUSD?view=decision',
  '/v1/analyze/%ZZ',
])('%s is logged unchanged', (url) => expect(withoutKeys(url)).toBe(url));
