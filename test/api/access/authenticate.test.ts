import crypto from 'node:crypto';
import type { RequestListener } from 'node:http';
import request from 'supertest';
import { keyState } from '../../../src/access/keys';
import { KeyStore } from '../../../src/storage/apiKeys';
import type { Database } from '../../../src/storage/database';
import { openSqlite } from '../../../src/storage/sqlite';
import { accessOn, accessStores, DEMO_TOKEN } from '../../helpers/access';
import { startTestApp, type TestApp } from '../../helpers/app';
import { type Listening, listen } from '../../helpers/listen';

describe('a key', () => {
  let database: Database;
  let access: ReturnType<typeof accessOn>;
  let key: string;
  let id: string;

  beforeEach(async () => {
    database = await openSqlite(':memory:');
    access = accessOn(accessStores(database));
    const account = await access.service.createAccount('ann@example.com', 'pro');
    ({ key, id } = await access.service.createKey(account.id));
  });
  afterEach(async () => {
    await access.background.settled();
    await database.close();
  });

  const bearer = (token: string) => access.authenticator.authenticate({ authorization: `Bearer ${token}` });
  const refusal = (message: string) => expect.objectContaining({ code: 'unauthorized', status: 401, message });

  describe('a valid key', () => {
    test.each<[string, (k: string) => object]>([
      ['Authorization', (k) => ({ authorization: `Bearer ${k}` })],
      ['another case and more spaces in Authorization', (k) => ({ authorization: ` bearer   ${k} ` })],
      ['X-API-Key', (k) => ({ apiKey: k })],
      ['both headers with the same key', (k) => ({ authorization: `Bearer ${k}`, apiKey: k })],
    ])('identifies its account and tier: %s', async (_, headers) => {
      const caller = await access.authenticator.authenticate(headers(key));
      expect(caller).toMatchObject({ accountId: 1, demo: false, tier: { id: 'pro', perMinute: 120 } });
    });

    test('follows its account to another tier on the next request', async () => {
      await access.service.setTier('ann@example.com', 'free');
      expect((await bearer(key)).tier.id).toBe('free');
    });
  });

  test('the demo token identifies a caller without an account', async () => {
    expect(await bearer(DEMO_TOKEN)).toMatchObject({ accountId: null, demo: true, tier: { id: 'demo' } });
  });

  test('a demo token that is turned off is refused as malformed', async () => {
    const { authenticator } = accessOn(accessStores(database), { demoToken: null });
    await expect(authenticator.authenticate({ apiKey: DEMO_TOKEN })).rejects.toEqual(
      refusal('API key malformed: it has the form prn_<id>_<secret>.'),
    );
  });

  describe('refused', () => {
    const HOW = "send the header 'Authorization: Bearer <API_KEY>' or 'X-API-Key: <API_KEY>'.";
    test.each<[string, (k: string) => object, string]>([
      ['no header', () => ({}), `API key missing: ${HOW}`],
      ['another scheme', (k) => ({ authorization: `Basic ${k}` }), `Authorization header not understood: ${HOW}`],
      ['no scheme', (k) => ({ authorization: k }), `Authorization header not understood: ${HOW}`],
      ['two tokens', (k) => ({ authorization: `Bearer ${k} ${k}` }), `Authorization header not understood: ${HOW}`],
      ['an empty token', () => ({ authorization: 'Bearer ' }), `Authorization header not understood: ${HOW}`],
      ['an empty X-API-Key', () => ({ apiKey: '' }), `X-API-Key must hold exactly one key: ${HOW}`],
      ['X-API-Key twice', (k) => ({ apiKey: `${k}, ${k}` }), `X-API-Key must hold exactly one key: ${HOW}`],
      [
        'two different keys',
        (k) => ({ authorization: `Bearer ${k}`, apiKey: DEMO_TOKEN }),
        'Authorization and X-API-Key carry different keys; send one of them.',
      ],
      ['another form', () => ({ apiKey: 'sk_live_1' }), 'API key malformed: it has the form prn_<id>_<secret>.'],
      ['a cut key', (k) => ({ apiKey: k.slice(0, -1) }), 'API key malformed: it has the form prn_<id>_<secret>.'],
      ['a wrong secret', (k) => ({ apiKey: wrongSecret(k) }), 'API key invalid.'],
      ['an unknown id', (k) => ({ apiKey: `prn_000000000000_${k.slice(-43)}` }), 'API key invalid.'],
    ])('%s', async (_, headers, message) => {
      await expect(access.authenticator.authenticate(headers(key))).rejects.toEqual(refusal(message));
      expect(message).not.toContain(key);
    });

    test('a revoked key, on the very next request', async () => {
      await bearer(key);
      await access.service.revoke(id);
      await expect(bearer(key)).rejects.toEqual(refusal('API key revoked.'));
    });

    test('a wrong secret, without a hint that the key is revoked', async () => {
      await access.service.revoke(id);
      const wrong = wrongSecret(key);
      await expect(bearer(wrong)).rejects.toEqual(refusal('API key invalid.'));
    });

    test('a key hashed under another KEY_SECRET', async () => {
      const { authenticator } = accessOn(accessStores(database), {
        keySecret: 'another secret, also 32 characters long',
      });
      await expect(authenticator.authenticate({ apiKey: key })).rejects.toEqual(refusal('API key invalid.'));
    });
  });

  test.each([() => ({ apiKey: key }), () => ({ apiKey: DEMO_TOKEN }), () => ({})])(
    'without a key secret every request is 503',
    async (headers) => {
      const { authenticator } = accessOn(accessStores(database), { keySecret: null });
      await expect(authenticator.authenticate(headers())).rejects.toMatchObject({
        code: 'service_misconfigured',
        status: 503,
        detail: 'KEY_SECRET is not set',
      });
    },
  );

  test.each(['platinum', 'demo'])('an account with the tier %s is served as free, and logged once', async (tier) => {
    await database.change('accounts', (trx) => trx('account').update({ tier }));
    expect((await bearer(key)).tier.id).toBe('free');
    await bearer(key);
    expect(access.logged).toEqual([
      { level: 'warn', detail: { tier, accountId: 1 }, message: 'account with an unknown tier is served as free' },
    ]);
  });

  test('a valid key is hashed once, a wrong one on every request, and the row is read on every request', async () => {
    const hashing = jest.spyOn(crypto, 'createHmac');
    const reading = jest.spyOn(KeyStore.prototype, 'find');
    const wrong = wrongSecret(key);
    for (let i = 0; i < 3; i++) {
      await bearer(key);
      await expect(bearer(wrong)).rejects.toEqual(refusal('API key invalid.'));
    }
    expect(hashing).toHaveBeenCalledTimes(1 + 3);
    expect(reading).toHaveBeenCalledTimes(6);
    jest.restoreAllMocks();
  });

  /**
   * Timing cannot be tested, but its cause can: for every key, two hashes of equal length are compared once, with the
   * constant-time comparison.
   */
  test.each<[string, (key: string) => string]>([
    ['the right key', (k) => k],
    ['a wrong first character of the secret', (k) => k.slice(0, 17) + other(k[17]) + k.slice(18)],
    ['a wrong last character of the secret', wrongSecret],
    ['an id that does not exist', (k) => `prn_000000000000_${k.slice(-43)}`],
  ])('keys are compared in constant time: %s', async (_, change) => {
    const compare = jest.spyOn(crypto, 'timingSafeEqual');
    const hash = jest.spyOn(crypto, 'createHmac');
    await bearer(change(key)).catch(() => undefined);
    expect(compare.mock.calls.map(([left, right]) => [left.byteLength, right.byteLength])).toEqual([[64, 64]]);
    expect(hash).toHaveBeenCalledTimes(1);
    jest.restoreAllMocks();
  });

  describe('last use', () => {
    const lastUsed = async () => {
      await access.background.settled();
      const [key] = await access.service.list();
      return key.lastUsedAt;
    };

    test('is written once a minute', async () => {
      const begin = access.clock.time.getTime();
      expect(await lastUsed()).toBeNull();
      for (const [seconds, want] of [
        [0, 0],
        [59, 0],
        [60, 60],
        [119, 60],
        [300, 300],
      ]) {
        access.clock.time = new Date(begin + seconds * 1000);
        await bearer(key);
        expect(await lastUsed()).toEqual(new Date(begin + want * 1000));
      }
    });

    test('is written for many keys in one transaction', async () => {
      const created = [];
      for (let i = 0; i < 30; i++) created.push(await access.service.createKey(1));
      const writing = jest.spyOn(database, 'change');
      await Promise.all(created.map((one) => bearer(one.key)));
      await access.background.settled();
      expect(writing).toHaveBeenCalledTimes(1);
      const used = (await access.service.list()).filter(({ lastUsedAt }) => lastUsedAt !== null);
      expect(used.map((one) => one.id).sort()).toEqual(created.map((one) => one.id).sort());
    });

    test('is not changed by a refused request', async () => {
      await access.service.revoke(id);
      await expect(bearer(key)).rejects.toThrow();
      expect(await lastUsed()).toBeNull();
    });

    test('that cannot be written is logged, and the request succeeds', async () => {
      const full = "CREATE TRIGGER full BEFORE UPDATE ON api_key BEGIN SELECT RAISE(ABORT, 'disk full'); END";
      await database.change('accounts', (trx) => trx.raw(full));
      expect((await bearer(key)).accountId).toBe(1);
      expect(await lastUsed()).toBeNull();
      expect(access.logged).toMatchObject([{ level: 'warn', message: 'could not note the use of a key' }]);
    });
  });

  test('neither the log nor the refusal contains the secret', async () => {
    const wrong = wrongSecret(key);
    const secret = key.slice(-43, -1);
    await access.service.revoke(id);
    const texts: string[] = [];
    for (const token of [key, wrong, `x${key}`]) {
      await access.authenticator.authenticate({ apiKey: token, address: '192.0.2.1' }).catch((error) => {
        texts.push(`${error.message} ${JSON.stringify(error)} ${error.stack}`);
      });
    }
    expect(texts).toHaveLength(3);
    expect(texts.join()).not.toContain(secret);
    expect(access.logged).toHaveLength(2);
    expect(JSON.stringify(access.logged)).not.toContain(secret);
    expect(access.logged[0].detail).toEqual({ keyId: id, address: '192.0.2.1' });
  });

  test('a key is expired from the very instant of its expiry', () => {
    const end = new Date('2024-12-20T15:00:00Z');
    const at = (ms: number) => keyState({ revokedAt: null, expiresAt: end }, new Date(end.getTime() + ms));
    expect([at(-1), at(0), at(1)]).toEqual(['active', 'expired', 'expired']);
  });

  function other(character: string): string {
    return character === 'a' ? 'b' : 'a';
  }

  function wrongSecret(key: string): string {
    return key.slice(0, -1) + other(key.slice(-1));
  }
});

describe('a token issuer', () => {
  /** A failing issuer: each test sets how it answers, and the requests to it are counted. */
  let issuer: Listening;
  let asked: string[] = [];
  let answer: RequestListener;
  let service: TestApp;
  let time = 0;

  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = (kid: string) => `${part({ alg: 'RS256', kid })}.${part({ sub: kid })}.c2ln`;

  beforeAll(async () => {
    issuer = await listen((incoming, response) => {
      asked.push(incoming.url ?? '');
      answer(incoming, response);
    });
  });
  beforeEach(async () => {
    service = await startTestApp({ sandbox: [], env: { OAUTH_ISSUER: issuer.url } });
    asked = [];
    // The clock stands still: the time that a slow machine needs for a flood must not end the back-off.
    const began = performance.now();
    time = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => began + time);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await service.close();
  });
  afterAll(() => issuer.close());

  const knock = async (kid: string) =>
    (
      await request(service.app)
        .get('/v1/me')
        .set('Authorization', `Bearer ${token(kid)}`)
    ).status;
  const flood = async (count: number) => {
    for (let i = 0; i < count; i++) expect(await knock(`key-${i}`)).toBe(503);
  };

  test('an issuer without metadata is asked once per document, however many tokens come; again after a minute', async () => {
    answer = (_incoming, response) => void response.writeHead(500).end();
    await flood(30);
    expect(asked).toHaveLength(2);
    time = 9_000;
    await flood(3);
    expect(asked).toHaveLength(2);
    time = 60_000;
    await Promise.all(Array.from({ length: 20 }, (_, i) => knock(`at-once-${i}`)));
    expect(asked).toHaveLength(4);
    // Keys do not depend on the issuer.
    expect((await service.get('/v1/me')).status).toBe(200);
  });

  test('an issuer whose keys cannot be fetched is asked for them once, and again after a minute', async () => {
    answer = (incoming, response) => {
      if (incoming.url === '/keys') response.writeHead(500).end();
      else response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/keys` }));
    };
    await flood(30);
    expect(asked.filter((path) => path === '/keys')).toHaveLength(1);
    time = 60_000;
    await flood(30);
    expect(asked.filter((path) => path === '/keys')).toHaveLength(2);
    expect(asked).toHaveLength(3);
  });
});
