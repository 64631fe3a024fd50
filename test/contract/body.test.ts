import type { RequestListener } from 'node:http';
import fc from 'fast-check';
import request from 'supertest';
import { demoRestricted } from '../../src/errors';
import { bodyFaults } from '../../src/openapi/body';
import { contract, KEY, shell } from '../helpers/shell';

const SCORE = contract.operations.find(({ id }) => id === 'scoreSetups')!.body!.schema;
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

/** The largest bodies that fit: the validator alone takes from seconds to minutes over each. */
describe('a body full of faults is refused at the first few', () => {
  test('80,000 items: the size, and nothing of what is inside', async () => {
    expect(await refusal('/score', `[${Array(80_000).fill('{}').join()}]`)).toBe(
      'The body must be a list of 0 to 1000 items; got a list of 80000.',
    );
  });

  test('a basket of 80,000 positions', async () => {
    const message = await refusal('/portfolio/scenarios', `{"positions":[${Array(80_000).fill('{}').join()}]}`);
    expect(message).toContain('positions must be a list of 1 to 15 items; got a list of 80000.');
  });

  test('1,000 items of 30 unknown fields, and one of 20,000', async () => {
    const item = { ...GOOD, ...fields(22) };
    const five = Array.from({ length: 5 }, (_, i) => `Unknown field 'k${i}' in [0]`);
    for (const body of [Array(1000).fill(item), [fields(20_000)]]) {
      const message = await refusal('/score', body);
      expect(message.match(/Unknown field '\w+' in \[0\]/g)).toEqual(five);
    }
  });

  test('1,000 items of which every field is wrong', async () => {
    const item = { symbol: 1, date: 2, days_out: 'x', direction: 3, market: 5 };
    expect(await refusal('/score', { opportunities: Array(1000).fill(item) })).toMatch(
      /^opportunities\[0\]\.symbol must be .*; got 1\. .*opportunities\[0\]\.market must be .*; got 5\.$/,
    );
  });

  test('a text of 250,000 characters is shown cut', async () => {
    expect((await refusal('/score', [{ ...GOOD, symbol: 'x'.repeat(250_000) }])).length).toBeLessThan(200);
  });

  test('nested 100,000 times, of which no more is followed than the contract knows', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(await refusal('/score', deep)).toMatch(/^\[0\] must be an object .*; got a list of 1\.$/);
    expect(await refusal('/score', `[{"symbol":${deep}}]`)).toMatch(/^\[0\]\.symbol|\[0\]\.date/);
    expect(await refusal('/portfolio/scenarios', deep)).toMatch(/^The body must be an object/);
  });

  test('of a list that is too long no item is looked at, and of others none after the last fault that is told', () => {
    let looked = 0;
    const counting = (length: number) => {
      looked = 0;
      const get = () => {
        looked += 1;
        return 'x';
      };
      return Array.from({ length }, () => Object.defineProperty({ ...GOOD }, 'days_out', { get, enumerable: true }));
    };
    expect(bodyFaults(SCORE, counting(1001))).toHaveLength(1);
    expect(looked).toBe(0);
    expect(
      bodyFaults(
        SCORE,
        counting(1000).map((item) => Object.assign(item, fields(6))),
      ),
    ).toHaveLength(5);
    expect(looked).toBe(0);
  });
});

test('an unknown field of the last item is told before other faults of the first', async () => {
  const items = [...Array(999).fill({}), { ...GOOD, shares: 3 }];
  expect(await refusal('/score', items)).toMatch(/^Unknown field 'shares' in \[999\]/);
});

/** What is refused here and what the validator refuses must be the same: either alone would be a hole or a riddle. */
test('it finds faults in exactly the bodies that break the contract', async () => {
  const { Ajv2020 } = await import('ajv/dist/2020');
  const { default: addFormats } = await import('ajv-formats');
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats(ajv, { mode: 'full' });
  for (const { body } of contract.operations) {
    if (body === null) continue;
    const isValid = ajv.compile(body.schema);
    const [example] = Object.values(body.examples).map(({ value }) => value);
    const junk = fc.oneof(
      fc.constantFrom<unknown>(
        0,
        1,
        -1,
        2.5,
        15,
        1e9,
        '',
        'AAPL',
        '2024-02-30',
        '2024-07-01',
        'x'.repeat(41),
        '😀'.repeat(40),
      ),
      fc.constantFrom<unknown>(null, true, [], {}, [{}], 'long', 'eoy', '30', '7'),
      fc.constantFrom<unknown>(GOOD, [GOOD], { opportunities: [GOOD] }, Array(16).fill(GOOD)),
    );
    const paths = pathsIn(example);
    const mutation = fc.tuple(fc.constantFrom(...paths), junk);
    fc.assert(
      fc.property(mutation, fc.constantFrom('set', 'drop', 'add'), ([path, value], how) => {
        const mutated = changed(example, path, value, how);
        expect([bodyFaults(body.schema, mutated).length === 0, mutated]).toEqual([isValid(mutated), mutated]);
      }),
      { numRuns: 500 },
    );
  }
});

function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inside]) => pathsIn(inside, [...path, key]))];
}

function changed(value: unknown, path: readonly string[], junk: unknown, how: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return how === 'add' && typeof value === 'object' ? { ...value, extra: junk } : junk;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  if (rest.length === 0 && how === 'drop' && !Array.isArray(copy)) delete copy[key];
  else copy[key] = changed(copy[key], rest, junk, how);
  return copy;
}

test('what its token may not call is refused before a body is read', async () => {
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

  test('tells the first few', async () => {
    const { body } = await ask(Array.from({ length: 900 }, (_, i) => `k${i}=1`).join('&'));
    expect(body.error.message.match(/Unknown query parameter/g)).toHaveLength(5);
  });

  test('with a long name is refused without comparing it letter by letter', async () => {
    const { body } = await ask(`${'x'.repeat(12_000)}=1`);
    expect(body.error.message).toMatch(/^Unknown query parameter 'x{60}\.\.\.'; accepted are /);
  });
});
