import { type JsonObject, successOf } from '../../src/openapi/document';
import { bodyPointer, ERROR_POINTER, faultsAgainst } from '../helpers/contractAjv';
import { contract } from '../helpers/shell';

const { document, operations } = contract;
const raw = Object.entries(document.paths as JsonObject).flatMap(([path, item]) =>
  Object.entries(item as JsonObject).map(([method, operation]) => ({
    path,
    method,
    operation: operation as JsonObject,
  })),
);

/** Operations that create something answer 201. */
const successStatus = ({ responses }: JsonObject) => ('201' in responses ? '201' : '200');

describe('openapi.yaml', () => {
  test.each(raw.map((one) => [one.operation.operationId, one] as const))(
    '%s is described in full',
    (id, { method, operation }) => {
      expect(id).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.tags).toHaveLength(1);
      expect(document.tags.map((tag: JsonObject) => tag.name)).toContain(operation.tags[0]);
      expect(operation.summary).toMatch(/\S/);
      expect(operation.description).toMatch(/\S/);
      const answered = Object.keys(operation.responses);
      expect(answered).toEqual(
        expect.arrayContaining([
          successStatus(operation),
          '400',
          '429',
          '500',
          '503',
          ...(method === 'get' ? ['304'] : []),
          // Operations at a secret address need no other credentials: a wrong address is 404.
          operation.security?.length === 0 ? '404' : '401',
        ]),
      );
      for (const status of answered.filter((one) => one !== successStatus(operation))) {
        expect(operation.responses[status]).toEqual({
          $ref: expect.stringMatching(/^#\/components\/responses\/[A-Z]/),
        });
      }
      const media = Object.values(successOf(operation.responses).content as JsonObject);
      expect(media.length).toBeGreaterThan(0);
      for (const { examples } of media) expect(Object.keys(examples).length).toBeGreaterThan(0);
    },
  );

  test('every operation with tables describes their header X-Answer', () => {
    const withTables = raw.filter(({ operation }) =>
      operation.parameters?.some(({ $ref }: JsonObject) => $ref === '#/components/parameters/FormatQuery'),
    );
    expect(withTables.length).toBeGreaterThan(10);
    const silent = withTables.filter(({ operation }) => !('X-Answer' in successOf(operation.responses).headers));
    expect(silent.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  test('every number has bounds, and every integer is a safe integer of JavaScript', () => {
    const unbounded: string[] = [];
    const walk = (node: unknown, path: string) => {
      if (typeof node !== 'object' || node === null) return;
      const { type, enum: listed, minimum, exclusiveMinimum, maximum } = node as JsonObject;
      const types = [type].flat();
      const isInteger = types.includes('integer');
      if (listed === undefined && (isInteger || types.includes('number'))) {
        const ends = [minimum ?? exclusiveMinimum, maximum];
        const isBounded = ends.every((end) => (isInteger ? Number.isSafeInteger(end) : Number.isFinite(end)));
        if (!isBounded) unbounded.push(path);
      }
      for (const [key, inside] of Object.entries(node)) if (!/^examples?$/.test(key)) walk(inside, `${path}/${key}`);
    };
    walk(document, '');
    expect(unbounded).toEqual([]);
  });

  test('every parameter is described and has an example', () => {
    for (const { id, parameters } of operations) {
      for (const parameter of parameters) {
        const hint = `${id} ${parameter.name}`;
        expect([hint, (parameter as JsonObject).description]).toEqual([hint, expect.stringMatching(/\S/)]);
        expect([hint, parameter.example ?? parameter.examples]).not.toEqual([hint, undefined]);
        expect([hint, parameter.schema.type]).toEqual([
          hint,
          expect.stringMatching(/^(string|integer|number|boolean)$/),
        ]);
      }
    }
  });

  test('every object is closed and every field of it has a schema', () => {
    const bare: string[] = [];
    walk(document.components.schemas, 'schemas', (schema, at) => {
      if (schema.type !== 'object' && !schema.properties) return;
      if (schema.type !== 'object' || schema.additionalProperties !== false) bare.push(`${at} is open`);
      if (!schema.properties || Object.keys(schema.properties).length === 0) bare.push(`${at} has no fields`);
      for (const name of schema.required ?? []) if (!(name in schema.properties)) bare.push(`${at} requires ${name}`);
      for (const [name, property] of Object.entries(schema.properties as JsonObject)) {
        const typed = property.$ref ?? property.type ?? property.anyOf;
        if (typed === undefined) bare.push(`${at}.${name} may be anything`);
      }
    });
    walk(document, 'document', (node, at) => {
      if (node.oneOf !== undefined || node.allOf !== undefined) bare.push(`${at} is a shape generators break on`);
      if (node.type === 'array' && !node.items) bare.push(`${at} is an array of anything`);
    });
    expect(bare).toEqual([]);
  });

  test('every error code, those of SPEC 7 and conflict, has an example under its own response', () => {
    const seen = new Map<string, string[]>();
    for (const [name, response] of Object.entries(document.components.responses as JsonObject)) {
      for (const { value } of Object.values((response.content?.['application/json']?.examples ?? {}) as JsonObject)) {
        expect(faultsAgainst(ERROR_POINTER, value)).toEqual([]);
        seen.set(name, [...(seen.get(name) ?? []), value.error.code]);
      }
    }
    expect(Object.fromEntries(seen)).toEqual({
      BadRequest: ['invalid_request', 'invalid_request'],
      Unauthorized: ['unauthorized'],
      Forbidden: ['forbidden', 'demo_restricted'],
      NotFound: ['not_found'],
      NameTaken: ['conflict'],
      KeyReused: ['conflict'],
      Gone: ['gone'],
      NoSuchRange: ['invalid_request'],
      RateLimited: ['rate_limited', 'rate_limited'],
      Internal: ['internal'],
      Unavailable: ['scan_busy', 'upstream_unavailable', 'service_misconfigured'],
    });
    expect(document.components.schemas.ErrorDetail.properties.code.enum.toSorted()).toEqual(
      [...new Set([...seen.values()].flat())].sort(),
    );
  });
});

describe('the examples', () => {
  const cases = operations.flatMap(({ id, path, method, examples }) =>
    Object.entries(examples).map(([name, { value }]) => ({ id, path, method, name, value: value as JsonObject })),
  );

  test.each(cases)('$id $name is a valid body', ({ path, method, value }) => {
    expect(faultsAgainst(bodyPointer(path, method), value)).toEqual([]);
  });

  test.each(cases)('$id $name is consistent', ({ value }) => {
    for (const card of cardsIn(value)) {
      const { stats, receipts, setup } = card;
      if (receipts === undefined) continue;
      expect(receipts.wins + receipts.losses).toBe(receipts.years_tested);
      expect(stats.historical_win_rate).toBeCloseTo(receipts.wins / receipts.years_tested, 4);
      const days = (Date.parse(setup.exit_date) - Date.parse(setup.entry_date)) / 86_400_000 + 1;
      expect(setup.hold_days).toBe(days);
      if (receipts.per_year === undefined) continue;
      const returns: number[] = receipts.per_year.map((year: JsonObject) => year.return_pct);
      const mean = returns.reduce((sum, r) => sum + r, 0) / returns.length;
      const deviation = Math.sqrt(returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (returns.length - 1));
      expect(stats.avg_return_pct).toBeCloseTo(mean, 3);
      expect(stats.sharpe_ratio).toBeCloseTo(mean / deviation, 3);
      expect(receipts.best_year.return_pct).toBe(Math.max(...returns));
      expect(receipts.worst_year.return_pct).toBe(Math.min(...returns));
    }
    if (value.opportunities && value.count !== undefined) expect(value.count).toBe(value.opportunities.length);
  });

  test('AAPL has the numbers of the reference table: 15 days from 2024-07-01', () => {
    const { card } = cases.find(({ id, name }) => id === 'analyzeSymbol' && name === 'pinned')!.value;
    expect(card.receipts.per_year.map((year: JsonObject) => year.return_pct)).toEqual([
      1.9251, 0.1735, 3.0138, 3.8605, 2.2171, 1.816, 7.3577, 8.1664, 8.0905, -0.9194,
    ]);
    expect(card.stats).toMatchObject({ avg_return_pct: 3.5701, median_return_pct: 2.6155, sharpe_ratio: 1.0954 });
  });
});

function cardsIn(body: JsonObject): JsonObject[] {
  return [body.card, ...(body.opportunities ?? [])].filter((card) => card?.stats !== undefined && card.receipts);
}

/** Visits every schema-like node. */
function walk(node: unknown, at: string, visit: (node: JsonObject, at: string) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) visit(node as JsonObject, at);
  for (const [key, child] of Object.entries(node)) {
    if (key !== 'example' && key !== 'examples' && key !== 'required' && key !== 'enum')
      walk(child, `${at}.${key}`, visit);
  }
}
