import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { clientSurface } from '../../../scripts/clients/surface';
import { startTestApp, type TestApp } from '../../helpers/app';
import { type Listening, listen } from '../../helpers/listen';
import { contract } from '../../helpers/shell';
import { tempFolder } from '../../helpers/tempFolder';
import { CLIENTS, describeLanguages } from './languages';

/** Both clients against the service itself. */

const folder = tempFolder();
let app: TestApp;
let server: Listening;
let baseUrl: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(CLIENTS, 'typescript'), join(folder, 'node_modules/perennial-client'));
  app = await startTestApp({ now: '2024-06-28T15:00:00Z', metered: true });
  server = await listen(app.app);
  baseUrl = `${server.url}/v1`;
});
afterAll(async () => {
  await server.close();
  await app.close();
});

/** The sample of a README, in a file of its own. */
function sampleOf(language: string, name: string): string {
  const text = readFileSync(join(CLIENTS, language, 'README.md'), 'utf8');
  const [, sample] = /^```\w+\n(.*?)^```$/ms.exec(text) ?? [];
  const file = join(folder, name);
  writeFileSync(file, sample);
  return file;
}

describeLanguages((language) => {
  const call = (operation: string, args: Record<string, unknown> = {}, apiKey = app.keys.business) =>
    language.call({ baseUrl, apiKey, retries: 0 }, [{ operation, args }]).then(([outcome]) => outcome);

  test('the sample of its README runs', async () => {
    const isPython = language.name === 'Python';
    const file = sampleOf(isPython ? 'python' : 'typescript', isPython ? 'sample.py' : 'sample.mjs');
    const said = await language.run([file], { PERENNIAL_URL: baseUrl, PERENNIAL_KEY: app.keys.pro });
    expect(said).toMatch(/^AAPL (long|short) \d+(\.\d+)?\n$/);
  });

  test('every operation that takes a key can be called', async () => {
    const operations = contract.operations.filter(({ id }) => !clientSurface(contract.document).leftOut.includes(id));
    const calls = operations.map(({ id, parameters, body }) => {
      const required = parameters.filter((one) => one.required);
      const example = ({ example: one, examples = {} }: (typeof parameters)[number]) =>
        one ?? Object.values(examples)[0]?.value;
      const given = Object.fromEntries(required.map((one) => [one.name, example(one)]));
      const [first] = Object.values(body?.examples ?? {});
      return { operation: id, args: { ...given, ...(body && { body: first.value }) } };
    });
    const outcomes = await language.call({ baseUrl, apiKey: app.keys.business, retries: 0 }, calls);
    const own = ['unreachable', 'timed_out', 'unexpected_answer'];
    const failed = outcomes.map(({ misuse, code = '', message }, i) => [calls[i].operation, misuse ?? code, message]);
    // What the small sandbox has none of, the service says in words of the contract.
    expect(failed.filter(([, fault], i) => outcomes[i].misuse || own.includes(String(fault)))).toEqual([]);
    expect(outcomes.filter(({ value }) => value !== undefined).length).toBeGreaterThan(15);
  });

  test('answers are those that curl gets', async () => {
    const args = { market_id: '0', symbol: 'AAPL', years: 10 };
    const { body, headers } = await app.get('/v1/patterns/0/AAPL?years=10');
    const outcome = await call('getPattern', args);
    expect(outcome.value).toEqual(body);
    expect(outcome.headers).toMatchObject({ 'x-data-version': headers['x-data-version'] });
  });

  test('faults come with code, status and the name of the request', async () => {
    expect(await call('getMe', {}, 'prn_wrong')).toMatchObject({
      code: 'unauthorized',
      status: 401,
      retryAfter: null,
      requestId: expect.stringMatching(/^[\w-]{36}$/),
    });
    const tooMany = await call('scanMarkets', { years: 1000 });
    expect(tooMany).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(tooMany.message).toContain('years');
    expect(await call('getPattern', { market_id: '0', symbol: 'NOSUCH' })).toMatchObject({ code: 'not_found' });
  });

  test('a plan that is used up is said with the seconds until it is not', async () => {
    const calls = Array.from({ length: 11 }, () => ({ operation: 'getMe' }));
    const outcomes = await language.call({ baseUrl, apiKey: 'prn_demo', deadline: 5 }, calls);
    expect(outcomes.at(-1)).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(outcomes.at(-1)?.retryAfter).toBeGreaterThan(5);
  });
});

test('the TypeScript client is typed by the contract', () => {
  const file = join(__dirname, 'typed.ts');
  const root = join(__dirname, '../../..');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const strict = {
    ...options,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    skipLibCheck: false,
  };
  const modes: ts.CompilerOptions[] = [
    { ...strict, module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 },
    { ...strict, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  ];
  for (const mode of modes) {
    const program = ts.createProgram([file], mode);
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'));
    expect(faults).toEqual([]);
  }
});
