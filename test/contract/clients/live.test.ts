import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { clientSurface } from '../../../scripts/clients/surface';
import { startTestApp, type TestApp } from '../../helpers/app';
import { CARD, pickEntry } from '../../helpers/ledgerEntries';
import { type Listening, listen } from '../../helpers/listen';
import { contract } from '../../helpers/shell';
import { tempFolder } from '../../helpers/tempFolder';
import { CLIENTS, describeLanguages } from './languages';

/** Both clients against the service itself. */

const MODULE = join(CLIENTS, 'typescript/perennial.js');
const LEFT_OUT = clientSurface(contract.document).leftOut;

const folder = tempFolder();
let app: TestApp;
let server: Listening;
let baseUrl: string;

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(CLIENTS, 'typescript'), join(folder, 'node_modules/perennial-client'));
  app = await startTestApp({ now: '2024-06-28T15:00:00Z', metered: true });
  for (const session of ['2024-06-25', '2024-06-26', '2024-06-27']) {
    await app.storage.records.append(`session ${session}`, () => ({ entry: pickEntry(session), card: CARD }));
  }
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
    const said = await language.run([file], { PERENNIAL_URL: server.url, PERENNIAL_API_KEY: app.keys.pro });
    expect(said).toMatch(/^AAPL (long|short) \d+(\.\d+)?\n$/);
  });

  test('every operation that takes a key can be called', async () => {
    const operations = contract.operations.filter(({ id }) => !LEFT_OUT.includes(id));
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
    // For anything that the small sandbox lacks, the service answers errors of the contract.
    expect(failed.filter(([, fault], i) => outcomes[i].misuse || own.includes(String(fault)))).toEqual([]);
    expect(outcomes.filter(({ value }) => value !== undefined).length).toBeGreaterThan(15);
  });

  test('answers equal those of plain requests', async () => {
    const args = { market_id: '0', symbol: 'AAPL', years: 10 };
    const { body, headers } = await app.get('/v1/patterns/0/AAPL?years=10');
    const outcome = await call('getPattern', args);
    expect(outcome.value).toEqual(body);
    expect(outcome.headers).toMatchObject({ 'x-data-version': headers['x-data-version'] });
  });

  test('errors have code, status and request id', async () => {
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

  test('a spent limit is reported with the seconds until it is renewed', async () => {
    const calls = Array.from({ length: 11 }, () => ({ operation: 'getMe' }));
    const outcomes = await language.call({ baseUrl, apiKey: 'prn_demo', deadline: 5 }, calls);
    expect(outcomes.at(-1)).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(outcomes.at(-1)?.retryAfter).toBeGreaterThan(5);
  });
});

describeLanguages((language) => {
  /** The output of a program that makes a client without arguments. */
  const said = async (python: string, typescript: string, env: Readonly<Record<string, string>>) => {
    const text = await (language.name === 'Python'
      ? language.run(['-c', `import json\nfrom perennial_client import Perennial\n${python}`], env)
      : language.run(
          ['--input-type=module', '-e', `import { createPerennial } from '${MODULE}';\n${typescript}`],
          env,
        ));
    return JSON.parse(text);
  };

  test('address and key are read from the environment, with or without /v1', async () => {
    const urls = JSON.stringify(['', '/', '/v1', '/v1/'].map((end) => ` ${server.url}${end} `));
    const tiers = await said(
      `import os
tiers = []
for os.environ["PERENNIAL_URL"] in json.loads(os.environ["GIVEN"]):
    tiers.append(Perennial().get_me()["tier"])
print(json.dumps(tiers))`,
      `const tiers = [];
      for (const url of JSON.parse(process.env.GIVEN)) {
        process.env.PERENNIAL_URL = url;
        tiers.push((await createPerennial().getMe()).tier);
      }
      console.log(JSON.stringify(tiers));`,
      { GIVEN: urls, PERENNIAL_API_KEY: ` ${app.keys.dev}\n` },
    );
    expect(tiers).toEqual(Array(4).fill('dev'));
    // Arguments take precedence.
    const env = { PERENNIAL_URL: 'http://127.0.0.1:1', PERENNIAL_API_KEY: 'prn_other', GIVEN: app.keys.pro };
    const given = await said(
      `import os\nprint(json.dumps(Perennial("${baseUrl}", os.environ["GIVEN"]).get_me()))`,
      `console.log(JSON.stringify(await createPerennial({ baseUrl: '${baseUrl}', apiKey: process.env.GIVEN }).getMe()));`,
      env,
    );
    expect(given).toMatchObject({ tier: 'pro' });
  });

  test('invalid settings are refused by name', async () => {
    const python = `import os
faults = []
for env in json.loads(os.environ["GIVEN"]):
    os.environ.update({"PERENNIAL_URL": "", "PERENNIAL_API_KEY": "", **env})
    try:
        Perennial()
    except ValueError as fault:
        faults.append(str(fault))
print(json.dumps(faults))`;
    const typescript = `const faults = [];
      for (const env of JSON.parse(process.env.GIVEN)) {
        Object.assign(process.env, { PERENNIAL_URL: '', PERENNIAL_API_KEY: '', ...env });
        try { createPerennial(); } catch (fault) { faults.push(fault.message); }
      }
      console.log(JSON.stringify(faults));`;
    const cases: [env: Readonly<Record<string, string>>, fault: RegExp][] = [
      [{}, /^(base_url|baseUrl) is missing: pass it, or set PERENNIAL_URL$/],
      [{ PERENNIAL_URL: ' ' }, /^(base_url|baseUrl) is missing: pass it, or set PERENNIAL_URL$/],
      [{ PERENNIAL_URL: 'ftp://x' }, /^PERENNIAL_URL must be an http or https URL, not 'ftp:\/\/x'$/],
      [{ PERENNIAL_URL: 'localhost' }, /^PERENNIAL_URL must be an http or https URL, not 'localhost'$/],
      [{ PERENNIAL_URL: 'http://x' }, /^(api_key|apiKey) is missing: pass it, or set PERENNIAL_API_KEY$/],
      [
        { PERENNIAL_URL: 'http://x', PERENNIAL_API_KEY: 'two words' },
        /^PERENNIAL_API_KEY must be one word, as the server issued it$/,
      ],
    ];
    const faults = await said(python, typescript, { GIVEN: JSON.stringify(cases.map(([env]) => env)) });
    expect(faults).toEqual(cases.map(([, fault]) => expect.stringMatching(fault)));
  });

  test('the whole ledger is read, page by page', async () => {
    const python = `client = Perennial()
rest = client.iter_ledger(cursor="1", limit=1)
print(json.dumps([[record["seq"] for record in records] for records in (client.iter_ledger(limit=2), rest)]))`;
    const typescript = `const client = createPerennial();
      const seqs = async (records) => { const all = []; for await (const { seq } of records) all.push(seq); return all; };
      const pages = [];
      const whole = await seqs(client.iterateLedger({ limit: 2 }, { onHeaders: (head) => pages.push(head) }));
      if (pages.length !== 2) throw new Error(pages.length + ' pages');
      console.log(JSON.stringify([whole, await seqs(client.iterateLedger({ cursor: '1', limit: 1 }))]));`;
    const env = { PERENNIAL_URL: server.url, PERENNIAL_API_KEY: app.keys.pro };
    expect(await said(python, typescript, env)).toEqual([
      [1, 2, 3],
      [2, 3],
    ]);
  });
});

test('the TypeScript client is typed by the contract', () => {
  const root = join(__dirname, '../../..');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const strict = {
    ...options,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    skipDefaultLibCheck: true,
    skipLibCheck: false,
  };
  const bundler: ts.CompilerOptions = {
    ...strict,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  // `npm run types` compiles both as CommonJS.
  const programs = [
    ts.createProgram([join(__dirname, 'typed.ts')], bundler),
    // Receivers of webhooks run on a server, and have its types.
    ts.createProgram([join(__dirname, 'typedWebhooks.ts')], { ...bundler, types: ['node'], skipLibCheck: true }),
  ];
  for (const program of programs) {
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'));
    expect(faults).toEqual([]);
  }
});
