import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { buildToolSchemas } from '../../../scripts/mcpTools';
import { v1Request } from '../../../src/mcp/call';
import { loadTools, type ServedTool } from '../../../src/mcp/tools';
import { type ContractBody, type JsonObject, resolveRef } from '../../../src/openapi/document';
import { contract } from '../../helpers/shell';

const CONTRACT = readFileSync(join(__dirname, '../../../openapi.yaml'), 'utf8');
const { tools } = loadTools();
const tool = (name: string) => tools.get(name)!;

/** The fields of a body. If it may be an array or an object, those of the object, as in the arguments of a tool. */
function fieldsOf(body: ContractBody | null): string[] {
  if (body === null) return [];
  const { anyOf = [] } = body.schema as { anyOf?: JsonObject[] };
  const forms = [body.schema as JsonObject, ...anyOf.map((node) => resolveRef(contract.document, node))];
  return Object.keys(forms.find(({ type }) => type === 'object')!.properties);
}

test.each(contract.operations.filter(({ id }) => [...tools.values()].some(({ operation }) => operation === id)))(
  '$id: a tool takes its parameters and body, no others, with the contract’s words',
  ({ id, parameters: all, body }) => {
    // Agents always get JSON.
    const parameters = all.filter(({ name }) => name !== 'format' && name !== 'theme');
    const ofOperation = [...tools.values()].filter(({ operation, only }) => operation === id && only === undefined);
    for (const { inputSchema, pathArguments, hasBody } of ofOperation) {
      const names = [...parameters.map(({ name }) => name), ...fieldsOf(body)];
      expect(Object.keys(inputSchema.properties)).toEqual(names);
      for (const parameter of parameters) {
        const { name, schema } = parameter;
        const shown = inputSchema.properties[name];
        expect(shown.type).toBe(schema.type);
        if (schema.enum) expect(shown.enum).toEqual(schema.enum);
        expect(inputSchema.required?.includes(name) ?? false).toBe(parameter.required === true);
        expect(shown.description).toEqual(expect.any(String));
      }
      expect(pathArguments).toEqual(parameters.filter((one) => one.in === 'path').map(({ name }) => name));
      expect(hasBody).toBe(body !== null);
    }
  },
);

test('schemas have compact defaults, and not the arguments that a tool sets itself', () => {
  const scan = tool('find_best_opportunities').inputSchema.properties;
  expect([scan.view.default, scan.limit.default, scan.window.default]).toEqual(['table', 5, 'now']);
  expect(Object.keys(tool('whats_seasonal_now').inputSchema.properties)).toEqual(['markets', 'direction', 'limit']);
});

test('nested fields of an argument are described inline', () => {
  const { positions } = tool('portfolio_scenario').inputSchema.properties;
  expect(Object.keys(positions.items.properties)).toEqual(['symbol', 'weight_pct', 'market', 'direction']);
  expect(positions.items.properties.symbol).toMatchObject({ type: 'string', description: expect.any(String) });
  expect(tool('score_setups').inputSchema.properties.opportunities.items.required).toEqual(
    expect.arrayContaining(['symbol', 'date', 'days_out', 'direction']),
  );
});

test('schemas have the maximum that a tool shows, and no bound that only protects the service', () => {
  expect(tool('find_best_opportunities').inputSchema.properties.limit).toMatchObject({ minimum: 1, maximum: 20 });
  expect(tool('score_setups').inputSchema.properties.opportunities.maxItems).toBe(80);
  const { years, min_sharpe, markets } = tool('find_best_opportunities').inputSchema.properties;
  expect(years).toMatchObject({ minimum: 5, maximum: 98 });
  expect(Object.keys(min_sharpe)).toEqual(['type', 'description']);
  expect(Object.keys(markets)).toEqual(['type', 'description']);
});

test('a description is cut to its first sentence, even if that contains dots', () => {
  const { window, min_win_rate } = tool('find_best_opportunities').inputSchema.properties;
  expect(window.description).toMatch(/^Days on which .+`YYYY-MM-DD\.\.YYYY-MM-DD` that ends .+ its start\.$/);
  expect(min_win_rate.description).toBe('Lowest historical win rate, as a share of 0 to 1.');
});

test('a tool whose operation or argument is missing cannot be generated', () => {
  expect(() => buildToolSchemas(parse(CONTRACT.replace('operationId: getMe', 'operationId: getMine')))).toThrow(
    'whoami: openapi.yaml has no operation getMe',
  );
  expect(() => buildToolSchemas(parse(CONTRACT.replace('name: prefix', 'name: begin')))).not.toThrow();
  const renamed = CONTRACT.replace(/(ResultLimitQuery:\s+name: )limit/, '$1most');
  expect(renamed).not.toBe(CONTRACT);
  expect(() => buildToolSchemas(parse(renamed))).toThrow('find_best_opportunities: scanMarkets has no argument limit');
});

describe('the request of a call', () => {
  const cases: [string, Record<string, unknown>, ReturnType<typeof v1Request>][] = [
    ['whoami', {}, { method: 'GET', url: '/v1/me' }],
    ['analyze_symbol', { symbol: 'BTC/USD' }, { method: 'GET', url: '/v1/analyze/BTC%2FUSD?view=decision' }],
    [
      'analyze_symbol',
      { symbol: '../me?x=1#y' },
      { method: 'GET', url: '/v1/analyze/..%2Fme%3Fx%3D1%23y?view=decision' },
    ],
    [
      'analyze_symbol',
      { symbol: 'KO', period: 'x&b=1' },
      { method: 'GET', url: '/v1/analyze/KO?view=decision&period=x%26b%3D1' },
    ],
    [
      'find_best_opportunities',
      { limit: null, view: undefined },
      { method: 'GET', url: '/v1/scan?view=table&limit=5' },
    ],
    [
      'portfolio_scenario',
      { horizon: '30', x: [1] },
      { method: 'POST', url: '/v1/portfolio/scenarios', body: { horizon: '30', x: [1] } },
    ],
  ];
  test.each(cases)('%s %j', (name, given, want) => {
    expect(v1Request(tool(name), given)).toEqual(want);
  });

  test('never leaves /v1, whatever a path argument holds', () => {
    for (const symbol of ['..', '.', '../..', '/', '//evil.example', '\\', '%2e%2e', 'a/../../x']) {
      const { url } = v1Request(tool('analyze_symbol') as ServedTool, { symbol });
      expect(new URL(url, 'http://here').pathname).toMatch(/^\/v1\//);
      expect(new URL(url, 'http://here').host).toBe('here');
    }
  });
});
