import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { codeSamples } from '../../../scripts/reference/codeSamples';
import { runPython, runShell, runTypeScript, type SentRequest } from '../../helpers/samples';
import { contract } from '../../helpers/shell';

/** An evening in New York when it is already next year in UTC. */
const NOW = '2027-01-01T02:30:00Z';
const TODAY = '2026-12-31';
const BASE = 'https://example.com/base/v1';

const document = parse(readFileSync(join(__dirname, '../../../openapi.yaml'), 'utf8'));
const samples = contract.operations.map((operation) => {
  const { 'x-sample': shown } = document.paths[operation.path][operation.method];
  return { operation, shown, sources: codeSamples(operation, shown, BASE) };
});

/** Authorization, cookie and `X-Session`, by the access of an operation. */
const LETTING_IN = {
  key: ['Bearer the key', '', ''],
  page: ['', '', '1'],
  session: ['', 'the key', '1'],
  operator: ['', 'the key', '1'],
  address: ['', '', ''],
};

let curl: SentRequest[];
let python: SentRequest[];
beforeAll(() => {
  const written = (language: number) => samples.map(({ sources }) => sources[language].source);
  curl = runShell(written(0), 'the key', TODAY);
  python = runPython(written(2), 'the key', NOW);
});

describe.each(samples.map((one) => [one.operation.id, one] as const))('%s', (_, { operation, shown, sources }) => {
  let sent: SentRequest;
  beforeAll(() => {
    sent = curl[contract.operations.indexOf(operation)];
  });

  test('has samples in curl, TypeScript and Python that send the same request', async () => {
    expect(sources.map(({ label }) => label)).toEqual(['curl', 'TypeScript', 'Python']);
    expect(await runTypeScript(sources[1].source, 'the key', NOW)).toEqual(sent);
    expect(python[contract.operations.indexOf(operation)]).toEqual(sent);
    const { authorization, cookie, session } = sent;
    expect([authorization, cookie, session]).toEqual(LETTING_IN[operation.access]);
  });

  test('uses its own path and parameters, including the required ones', () => {
    const { origin, pathname, searchParams } = new URL(sent.url);
    const pattern = operation.path.replace(/\{\w+\}/g, '[^/{}]+');
    expect(origin + pathname).toMatch(new RegExp(`^${BASE}${pattern}$`));
    expect(sent.method.toLowerCase()).toBe(operation.method);
    const query = operation.parameters.filter((parameter) => parameter.in === 'query');
    expect(query.map(({ name }) => name)).toEqual(expect.arrayContaining([...searchParams.keys()]));
    const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
    expect([...searchParams.keys()]).toEqual(expect.arrayContaining([...required, ...shown]));
  });

  test('contains no date but today', () => {
    for (const { source } of sources) expect(source).not.toMatch(/\d{4}-\d\d/);
    for (const [date] of JSON.stringify(sent.body).matchAll(/\d{4}-\d\d-\d\d/g)) expect(date).toBe(TODAY);
  });
});

test('a sample can show neither a date nor an unknown parameter', () => {
  const operation = contract.operations.find(({ id }) => id === 'analyzeSymbol')!;
  for (const name of ['entry_date', 'nothing']) {
    expect(() => codeSamples(operation, [name], BASE)).toThrow(`a sample cannot show ${name}`);
  }
});

test('the published contract has all samples', () => {
  const shown = contract.operations.map(({ path, method }) => contract.document.paths[path][method]['x-codeSamples']);
  const made = samples.map(({ operation, shown }) => codeSamples(operation, shown, 'http://localhost:8080/v1'));
  expect(shown).toEqual(made);
});
