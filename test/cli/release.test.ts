import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { startTestApp, type TestApp } from '../helpers/app';
import { describeWith, PYTHON } from '../helpers/installed';
import { type Listening, listen } from '../helpers/listen';
import { callTool, connectClient } from '../helpers/mcp';
import { tempFolder } from '../helpers/tempFolder';

/** `npm run release:assets`: what it writes, and that each part works outside the project. */

jest.setTimeout(300_000);

const ROOT = join(__dirname, '../..');
const REPOSITORY = 'https://github.com/example/perennial';
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const folder = tempFolder();
const away = tempFolder();
const bundle = join(away, 'bundle');
const asset = (name: string) => readFileSync(join(folder, name));
const sha256 = (name: string) => createHash('sha256').update(asset(name)).digest('hex');

let app: TestApp;
let server: Listening;
const clients: Client[] = [];

interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program without holding up the service of this process. */
function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = away,
): Promise<Outcome> {
  const { PATH = '', HOME = '' } = process.env;
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: { PATH, HOME, ...env } }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

function release(...args: string[]) {
  return run(process.execPath, ['--import', 'tsx', 'scripts/release/assets.ts', ...args], {}, ROOT);
}

beforeAll(async () => {
  const written = await release('--to', folder, '--repository', REPOSITORY);
  expect(written).toMatchObject({ status: 0, stderr: '' });
  const unpacked = await run(join(ROOT, 'node_modules/.bin/mcpb'), ['unpack', join(folder, 'perennial.mcpb'), bundle]);
  expect(unpacked.status).toBe(0);
  app = await startTestApp();
  server = await listen(app.app);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server?.close();
  await app?.close();
});

test('all assets are written, with their checksums', () => {
  const { version: contract } = JSON.parse(asset('openapi.json').toString()).info;
  const names = [
    'openapi.json',
    'openapi.yaml',
    `perennial-client-${contract}.tgz`,
    'perennial.mcpb',
    `perennial_client-${contract}.tar.gz`,
    'server.json',
  ];
  expect(readdirSync(folder).sort()).toEqual(['SHA256SUMS', ...names].sort());
  const sums = asset('SHA256SUMS').toString().trimEnd().split('\n');
  expect(sums.sort()).toEqual(names.map((name) => `${sha256(name)}  ${name}`).sort());
  expect(asset('openapi.yaml')).toEqual(readFileSync(join(ROOT, 'generated/openapi.yaml')));
});

test('a folder that is not empty and a URL that the registry does not accept are refused', async () => {
  expect(await release('--to', folder)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^--to must be .* empty/),
  });
  const elsewhere = await release('--to', join(away, 'elsewhere'), '--repository', 'https://example.com/perennial');
  expect(elsewhere.status).toBe(1);
  expect(elsewhere.stderr).toMatch(
    /'--repository <url>' argument 'https:\/\/example\.com\/perennial' is invalid\. It must be https:/,
  );
});

describe('the bundle for Claude Desktop', () => {
  const manifest = () => JSON.parse(readFileSync(join(bundle, 'manifest.json'), 'utf8'));

  test('its manifest is valid, asks for address and key, and names all tools', async () => {
    const checked = await run(join(ROOT, 'node_modules/.bin/mcpb'), ['validate', join(bundle, 'manifest.json')]);
    expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining('Manifest schema validation passes') });
    const { user_config, tools, ...rest } = manifest();
    expect(rest).toMatchObject({ manifest_version: '0.3', version, server: { entry_point: 'server/index.js' } });
    expect(existsSync(join(bundle, rest.icon))).toBe(true);
    // Without a default the client does not start the server before both are given.
    expect(user_config.url).toMatchObject({ type: 'string', required: true });
    expect(user_config.url).not.toHaveProperty('default');
    expect(user_config.api_key).toMatchObject({ type: 'string', required: true, sensitive: true });
    const served = await connectClient(server.url, app.keys.dev);
    clients.push(served);
    const names = (await served.listTools()).tools.map(({ name }) => name);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  test('it is small, and a single file without packages', () => {
    expect(statSync(join(folder, 'perennial.mcpb')).size).toBeLessThan(1_000_000);
    expect(existsSync(join(bundle, 'node_modules'))).toBe(false);
    expect(readdirSync(join(bundle, 'server')).sort()).toEqual(['LICENSES.md', 'index.js']);
    expect(readFileSync(join(bundle, 'server/LICENSES.md'), 'utf8')).toContain('## undici - ');
  });

  /** The server as the client starts it, with the values that the user entered. */
  function started(values: Readonly<Record<string, string>>) {
    const { command, args, env } = manifest().server.mcp_config;
    const filled = (text: string) => text.replace(/\$\{(?:user_config\.)?(\w+)\}/g, (_, name) => values[name] ?? '');
    expect(command).toBe('node');
    const settings = Object.entries<string>(env).map(([name, text]) => [name, filled(text)]);
    return { command: process.execPath, args: args.map(filled) as string[], env: Object.fromEntries(settings) };
  }

  test('its server answers the tools over stdio as the service does', async () => {
    const { command, args, env } = started({ __dirname: bundle, url: server.url, api_key: app.keys.dev });
    const stdio = new Client({ name: 'test', version: '1' });
    clients.push(stdio);
    await stdio.connect(new StdioClientTransport({ command, args, env, cwd: away }));
    const http = await connectClient(server.url, app.keys.dev);
    clients.push(http);
    expect(await stdio.listTools()).toEqual(await http.listTools());
    const asked = { symbol: 'AAPL', entry_date: '2025-02-03', days_out: 30 };
    const [over, direct] = [
      await callTool(stdio, 'analyze_symbol', asked),
      await callTool(http, 'analyze_symbol', asked),
    ];
    over.body.generated_at = direct.body.generated_at;
    expect(over).toEqual(direct);
    expect(over.body.card.symbol).toBe('AAPL');
    const unknown = await callTool(stdio, 'analyze_symbol', { symbol: 'NOPE' });
    expect(unknown.error?.code).toBe('not_found');
  });

  test.each([
    [{ url: 'localhost', api_key: 'k' }, /^PERENNIAL_URL must be an http or https URL; got 'localhost'\n$/],
    [{ url: 'http://localhost:8080', api_key: '' }, /^PERENNIAL_API_KEY must be set/],
  ])('%j ends with the reason', async (values, fault) => {
    const { command, args, env } = started({ __dirname: bundle, ...values });
    expect(await run(command, args, env)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(fault),
    });
  });
});

test('server.json keeps the rules of the MCP registry', () => {
  const listed = JSON.parse(asset('server.json').toString());
  // By the schema of 2025-12-11: https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json
  expect(listed.$schema).toBe('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json');
  expect(listed.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(listed.name).toBe('io.github.example/perennial');
  expect(listed.description.length).toBeLessThanOrEqual(100);
  expect(listed.version).toBe(version);
  expect(listed.repository).toEqual({ url: REPOSITORY, source: 'github' });
  const known = ['$schema', 'name', 'title', 'description', 'version', 'repository', 'packages', 'remotes'];
  expect(Object.keys(listed)).toEqual(known);
  // Rules of the registry itself: a bundle is in a release on GitHub or GitLab, has mcp in its URL, and has its hash.
  const [bundled] = listed.packages;
  expect(bundled).toMatchObject({ registryType: 'mcpb', version, transport: { type: 'stdio' } });
  expect(bundled.identifier).toBe(`${REPOSITORY}/releases/download/v${version}/perennial.mcpb`);
  expect(bundled.fileSha256).toBe(sha256('perennial.mcpb'));
  const [remote] = listed.remotes;
  expect(remote.type).toBe('streamable-http');
  const variables = [...remote.url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(Object.keys(remote.variables)).toEqual(variables);
  expect(remote.headers[0]).toMatchObject({ name: 'Authorization', value: 'Bearer {key}', isSecret: true });
  const inputs = [
    ...bundled.environmentVariables,
    ...Object.values<object>(remote.variables),
    remote.headers[0].variables.key,
  ];
  for (const input of inputs) expect(input).toMatchObject({ isRequired: true, description: expect.any(String) });
  const secret = bundled.environmentVariables.find(({ name }: { name: string }) => name === 'PERENNIAL_API_KEY');
  expect(secret.isSecret).toBe(true);
});

describe('the clients', () => {
  const named = (end: string) => join(folder, readdirSync(folder).find((name) => name.endsWith(end)) ?? '');
  const settings = () => ({ PERENNIAL_URL: server.url, PERENNIAL_API_KEY: app.keys.dev });
  const unpack = async (archive: string, into: string) => {
    mkdirSync(into, { recursive: true });
    expect(await run('tar', ['-xzf', archive, '-C', into])).toMatchObject({ status: 0, stderr: '' });
  };

  test('the package for npm works once its dependencies are installed', async () => {
    const modules = join(away, 'node_modules');
    await unpack(named('.tgz'), modules);
    const { dependencies } = JSON.parse(readFileSync(join(modules, 'package/package.json'), 'utf8'));
    symlinkSync(join(modules, 'package'), join(modules, 'perennial-client'));
    for (const name of [...Object.keys(dependencies), 'openapi-typescript-helpers', '@stablelib', 'fast-sha256']) {
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
    }
    const program = join(away, 'use.mjs');
    writeFileSync(
      program,
      `import { createPerennial } from 'perennial-client';
      import { verifyWebhook } from 'perennial-client/webhooks';
      console.log((await createPerennial().getMe()).tier, typeof verifyWebhook);`,
    );
    expect(await run(process.execPath, [program], settings())).toMatchObject({ stderr: '', stdout: 'dev function\n' });
  });

  const install = 'Python 3.9 or later (Debian: apt-get install python3)';
  describeWith(PYTHON, { name: 'in Python', install }, (python) => {
    test('the source distribution is a project with all its files', async () => {
      await unpack(named('.tar.gz'), away);
      const [name] = readdirSync(away).filter((entry) => entry.startsWith('perennial_client-'));
      expect(readdirSync(join(away, name)).sort()).toEqual([
        'PKG-INFO',
        'README.md',
        'perennial_client',
        'pyproject.toml',
      ]);
      const code = 'from perennial_client import Perennial; print(Perennial().get_me()["tier"])';
      const env = { ...settings(), PYTHONPATH: join(away, name) };
      expect(await run(python, ['-B', '-c', code], env)).toMatchObject({ stderr: '', stdout: 'dev\n' });
    });
  });
});
