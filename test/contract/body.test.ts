import type { RequestListener } from 'node:http';
import request from 'supertest';
import { demoRestricted } from '../../src/errors';
import { KEY, shell } from '../helpers/shell';

const GOOD = { symbol: 'AAPL', date: '2024-07-01', days_out: 15, direction: 'long' };

let app: RequestListener;
beforeAll(async () => {
  app = await shell();
});

const send = (path: string, body: unknown, to = app) =>
  request(to)
    .post(`/v1${path}`)
    .set('X-API-Key', KEY)
    .type('json')
    .send(typeof body === 'string' ? body : JSON.stringify(body));

async function refusal(path: string, body: unknown): Promise<string> {
  const { body: answer } = await send(path, body).expect(400);
  expect(answer.error.code).toBe('invalid_request');
  return answer.error.message;
}

const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));

/** The largest bodies that are read: finding all of their faults would take seconds to minutes. */
describe('a body full of faults is refused at the first one', () => {
  test('80,000 items: their number, not their contents', async () => {
    expect(await refusal('/score', `[${Array(80_000).fill('{}').join()}]`)).toBe(
      'The body must NOT have more than 1000 items; got a list of 80000.',
    );
  });

  test('a basket of 80,000 positions', async () => {
    const message = await refusal(
      '/portfolio/scenarios',
      `{"horizon":"30","positions":[${Array(80_000).fill('{}').join()}]}`,
    );
    expect(message).toBe('positions must NOT have more than 15 items; got a list of 80000.');
  });

  test('1,000 items of 30 unknown fields, and one of 20,000', async () => {
    const item = { ...GOOD, ...fields(22) };
    for (const body of [Array(1000).fill(item), [{ ...GOOD, ...fields(20_000) }]]) {
      expect(await refusal('/score', body)).toMatch(/^Unknown field 'k0' in \[0\]; accepted are symbol, [^']*$/);
    }
  });

  test('1,000 items in which every field is wrong', async () => {
    const item = { symbol: 1, date: 2, days_out: 'x', direction: 3, market: 5 };
    expect(await refusal('/score', { opportunities: Array(1000).fill(item) })).toBe(
      'opportunities[0].symbol must be string; got 1.',
    );
  });

  test('a text of 250,000 characters, which is shown cut', async () => {
    expect((await refusal('/score', [{ ...GOOD, symbol: 'x'.repeat(250_000) }])).length).toBeLessThan(200);
  });

  test('nested 100,000 times, followed only as far as the contract goes', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(await refusal('/score', deep)).toBe('[0] must be object; got a list of 1.');
    expect(await refusal('/score', `[{"symbol":${deep}}]`)).toMatch(/^\[0\]\.(symbol|date)/);
    expect(await refusal('/portfolio/scenarios', deep)).toBe('The body must be object; got a list of 1.');
  });
});

test.each([
  ['/score', [{ ...GOOD, direction: 'up' }], "[0].direction must be one of long, short; got 'up'."],
  ['/score', [{ ...GOOD, days_out: '15' }], "[0].days_out must be an integer from 1 to 100000; got '15'."],
  ['/score', `[${JSON.stringify({ ...GOOD, days_out: 0 }).replace(':0', ':1e999')}]`, /./],
  ['/score', [{ ...GOOD, date: '2024-02-30' }], "[0].date must be a date YYYY-MM-DD that exists; got '2024-02-30'."],
  ['/score', [{ ...GOOD, market: 'dow31' }], /^\[0\]\.market must be an id .*; got 'dow31'\.$/],
  ['/score', [{ symbol: 'AAPL' }], '[0].date is required: a date YYYY-MM-DD that exists.'],
  ['/score', 'true', 'The body must be array or object; got true.'],
  ['/score', {}, 'opportunities is required.'],
  ['/score', [{ ...GOOD, simbol: 'A' }], "Unknown field 'simbol' in [0], did you mean 'symbol'?"],
  ['/score', [{ ...GOOD, 'a/b': 1 }], /^Unknown field 'a\/b' in \[0\]; /],
  ['/score', `[${JSON.stringify(GOOD).replace('{', '{"__proto__":1,')}]`, /^Unknown field '__proto__' in \[0\]; /],
  ['/portfolio/scenarios', { horizon: '30', positions: [{ symbol: 'A', weight_pct: 0 }] }, /./],
  ['/portfolio/scenarios', '{"horizon":"30","positions":[{"symbol":"A","weight_pct":1e999}]}', /./],
])('a refusal names the field, the fault and the value: %s %j', async (path, body, message) => {
  const told = await refusal(path, body);
  if (typeof message === 'string') expect(told).toBe(message);
  else expect(told).toMatch(message);
});

test('an operation that a token may not call is refused before the body is read', async () => {
  const restricted = await shell({
    admit: (operation) => {
      if (operation === 'scoreSetups') throw demoRestricted('not for this token');
    },
  });
  const { body } = await send('/score', '{broken', restricted).expect(403);
  expect(body.error.code).toBe('demo_restricted');
  await send('/portfolio/scenarios', '{broken', restricted).expect(400);
});

describe('a query full of faults', () => {
  const ask = (query: string) => request(app).get(`/v1/scan?${query}`).set('X-API-Key', KEY).expect(400);

  test('is refused by naming some of them', async () => {
    const { body } = await ask(Array.from({ length: 900 }, (_, i) => `k${i}=1`).join('&'));
    expect(body.error.message).toMatch(
      /^Unknown query parameters 'k0', 'k1', 'k2', 'k3', 'k4' and 895 more; accepted are [\w, ]+\.$/,
    );
  });

  test('with a long name is refused without a search for similar names', async () => {
    const { body } = await ask(`${'x'.repeat(12_000)}=1`);
    expect(body.error.message).toMatch(/^Unknown query parameter 'x{60}\.\.\.'; accepted are /);
  });
});
