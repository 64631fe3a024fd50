import { differencesBetween } from './differences';
import { Normaliser } from './normalise';
import { bodyOf, type Recorded } from './recording';

const NONE: ReadonlySet<string> = new Set();

function recorded(changes: Partial<Recorded> & { json?: unknown } = {}): Recorded {
  const { json = { cards: [{ rank: 1 }, { rank: 2 }] }, ...others } = changes;
  return {
    name: 'one',
    operation: 'scanMarkets',
    request: { method: 'GET', url: '/v1/scan', headers: {} },
    status: 200,
    headers: { etag: '"a"', vary: 'Accept' },
    body: { text: JSON.stringify(json) },
    ...others,
  };
}

describe('a comparison', () => {
  test.each([
    ['nothing', recorded(), []],
    ['a status', recorded({ status: 404 }), ['status 200 -> 404']],
    ['a header', recorded({ headers: { etag: '"b"', vary: 'Accept' } }), ['/headers/etag']],
    ['a missing header', recorded({ headers: { vary: 'Accept' } }), ['/headers/etag']],
    ['one field of two rows, once', recorded({ json: { cards: [{ rank: 3 }, { rank: 4 }] } }), ['/body/cards/-/rank']],
    ['a different number of rows', recorded({ json: { cards: [{ rank: 1 }] } }), ['/body/cards/length']],
    [
      'the spelling',
      recorded({ body: { text: '{ "cards": [{"rank":1},{"rank":2}] }' } }),
      ['/body (order or spelling)'],
    ],
    ['a text that is no JSON', recorded({ body: { text: 'rank\n1\n' } }), ['/body']],
  ])('reports %s', (_, other, want) => {
    expect(differencesBetween(recorded(), other, NONE).map(({ kind }) => kind)).toEqual(want);
  });

  test('ignores the given headers', () => {
    const other = recorded({ headers: { etag: '"b"', vary: 'Accept' } });
    expect(differencesBetween(recorded(), other, new Set(['etag']))).toEqual([]);
  });
});

describe('random texts', () => {
  const answered = (id: string, etag: string) => {
    const normaliser = new Normaliser();
    const body = Buffer.from(JSON.stringify({ saved_scan_id: id, name: 'significance', hash: 'f'.repeat(64) }));
    const headers = [
      ['content-type', 'application/json'],
      ['etag', etag],
      ['date', 'now'],
    ] as const;
    const answer = { status: 200, headers, body };
    normaliser.begin('scene/0001 createSavedScan free', '/v1/saved-scans');
    normaliser.read(answer);
    const url = `/v1/saved-scans/${id}`;
    const request = normaliser.request({ method: 'GET', url, headers: { 'If-None-Match': etag } });
    return { ...normaliser.answer(answer), url: request.url };
  };

  test('are named after the request that first showed them; words and hashes are kept', () => {
    const answer = answered('5f1c0a9be27d4386', '"a"');
    expect(answer).toEqual(answered('0123456789abcdef', '"b"'));
    expect(answer.url).toBe('/v1/saved-scans/<saved scan scene/0001.1>');
    expect(answer.body).toEqual({
      text: `{"saved_scan_id":"<saved scan scene/0001.1>","name":"significance","hash":"${'f'.repeat(64)}"}`,
    });
  });
});

test('a body that is no text is recorded by its hash', () => {
  expect(bodyOf(Buffer.from('rank\r\n1\r\n'))).toEqual({ text: 'rank\r\n1\r\n' });
  expect(bodyOf(Buffer.from([0x50, 0x41, 0x52, 0x31, 0, 0xff]))).toMatchObject({
    length: 6,
    sha256: expect.stringMatching(/^[\da-f]{64}$/),
  });
});
