import request from 'supertest';
import { checkDeprecation } from '../../scripts/reference/published';
import { createApp } from '../../src/app';
import { deprecationOf } from '../../src/openapi/document';
import { openedContract } from '../helpers/contract';
import { contract, KEY, shellDeps } from '../helpers/shell';

const GOING = { operationId: 'old', deprecated: true, 'x-deprecated-since': '2026-01-15', 'x-sunset': '2026-07-31' };

test('a deprecated operation has the dates of its deprecation and its sunset', () => {
  expect(deprecationOf(GOING)).toEqual({ since: '2026-01-15', sunset: '2026-07-31' });
  expect(deprecationOf({ operationId: 'stays' })).toBeNull();
});

test.each<[given: string, change: object, says: string]>([
  ['no sunset', { 'x-sunset': undefined }, 'go together'],
  ['no date of deprecation', { 'x-deprecated-since': undefined }, 'go together'],
  ['dates without deprecated', { deprecated: undefined }, 'go together'],
  ['an invalid date', { 'x-sunset': 'some day' }, 'go together'],
  ['a sunset that is too soon', { 'x-sunset': '2026-04-15' }, 'sooner than 180 days'],
])('%s is refused when the contract is generated', (_, change, says) => {
  expect(() => checkDeprecation({ ...GOING, ...change })).toThrow(says);
});

test('every answer of a deprecated operation has the headers, errors included; other operations have none', async () => {
  const { validators } = await openedContract();
  const operations = contract.operations.map((operation) =>
    operation.id === 'getMe' ? { ...operation, deprecation: deprecationOf(GOING) } : operation,
  );
  const deps = shellDeps({ publicUrl: 'https://api.example.com/season', corsOrigins: '*' });
  const app = await createApp(deps, { contract: { ...contract, operations }, validators });
  const get = (path: string) => request(app).get(path).set('X-API-Key', KEY);
  for (const [path, status] of [
    ['/v1/me', 200],
    ['/v1/me?no_such=1', 400],
  ] as const) {
    const { headers } = await get(path).expect(status);
    expect(headers).toMatchObject({
      deprecation: '@1768435200',
      sunset: 'Fri, 31 Jul 2026 00:00:00 GMT',
      link: '<https://api.example.com/season/docs#operation/getMe>; rel="deprecation"; type="text/html"',
    });
    const exposed = headers['access-control-expose-headers'].split(/,\s*/);
    expect(exposed).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']));
  }
  const { headers } = await get('/v1/markets').expect(200);
  expect(Object.keys(headers).filter((name) => /^(deprecation|sunset|link)$/.test(name))).toEqual([]);
});

test('no operation of the contract is deprecated today', () => {
  expect(contract.operations.filter(({ deprecation }) => deprecation !== null)).toEqual([]);
});
