import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { readConfig } from '../../src/config';
import { SETTINGS } from '../../src/settings';
import { startTestApp } from '../helpers/app';
import { linkPackages } from '../helpers/installation';
import { serviceEnv, startProcess } from '../helpers/process';
import { tempFolder } from '../helpers/tempFolder';

const ROOT = join(__dirname, '../..');
const read = (name: string) => readFileSync(join(ROOT, 'scripts/deploy', name), 'utf8');
const folder = tempFolder();

test('the files of the image are all that the service needs', async () => {
  const [, image] = read('Dockerfile')
    .split(/^FROM .+$/m)
    .slice(1);
  for (const [, from, names, target] of image.matchAll(/^COPY (--from=build )?(.+) (\S+)$/gm)) {
    for (const path of names.split(' ').map((name) => (from ? name.replace('/app/', '') : name))) {
      const to = join(folder, target.endsWith('/') ? join(target, basename(path)) : target);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(ROOT, path), to, { recursive: true });
    }
  }
  expect(image).toContain('npm ci --omit=dev --omit=optional ');
  linkPackages(folder, ({ dev, optional }) => !dev && !optional);
  const [, command] = read('Dockerfile').match(/^CMD (\[.*\])$/m)!;
  const [program, ...args] = JSON.parse(command);
  const { signal, logged, ended } = startProcess(program, args, { cwd: folder, env: serviceEnv() });
  const { port } = await logged('listening');
  await logged('ready');
  for (const path of ['/readyz', '/docs', '/openapi.yaml']) {
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(200);
  }
  signal('SIGTERM');
  expect(await ended).toEqual({ code: 0, stderr: '' });
});

test('the image and the unit start it as npm start does', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [, image] = read('Dockerfile').match(/^CMD (\[.*\])$/m)!;
  const [, unit] = read('perennial@.service').match(/^ExecStart=\/opt\/perennial\/node_modules\/\.bin\/(.+)$/m)!;
  // Under npm the shell makes way for it, so that signals reach it.
  expect([`exec ${JSON.parse(image).join(' ')}`, `exec ${unit}`]).toEqual([scripts.start, scripts.start]);
});

test('every setting named is one, and is accepted', () => {
  const known = Object.keys(SETTINGS.shape);
  const secret = 'x'.repeat(32);
  const given = {
    POSTGRES_PASSWORD: secret,
    KEY_SECRET: secret,
    METRICS_TOKEN: secret,
    PUBLIC_URL: 'http://localhost',
  };
  const filled = read('compose.yaml').replace(/\$\{(\w+):\?\}/g, (_all, name: keyof typeof given) => given[name]);
  const { environment } = parse(filled, { merge: true }).services.replica1;
  const [, unit] = read('perennial@.service').match(/^Environment=(.*)$/m)!;
  const ofUnit = Object.fromEntries(
    unit
      .replace('%i', '8081')
      .split(' ')
      .map((pair) => pair.split('=')),
  );
  for (const env of [environment, ofUnit]) {
    for (const name of Object.keys(env)) expect(known).toContain(name);
    expect(readConfig({ KEY_SECRET: secret, ...env })).toMatchObject({ listen: 'ready', trustProxy: 1 });
  }
});

test('every metric named for alerts is shown', async () => {
  const app = await startTestApp({ sandbox: [] });
  const { text } = await app.get('/metrics');
  await app.close();
  const [, table] = readFileSync(join(ROOT, 'seeds/guides/operating.md'), 'utf8').split('## What to scrape');
  const named = [...table.matchAll(/`([a-z]+_[a-z_]+)[{`]/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(8);
  // Those of the process are added where there is one to measure.
  const ours = named.filter((name) => !/^(nodejs|process)_/.test(name));
  expect(ours.filter((name) => !text.includes(`# HELP ${name} `))).toEqual([]);
});

test('nginx repeats the POST requests that the contract marks as repeatable and those of tools, and no others', () => {
  const contract = parse(readFileSync(join(ROOT, 'openapi.yaml'), 'utf8'));
  const paths = Object.entries<{ post?: { 'x-repeatable'?: boolean } }>(contract.paths);
  const repeatable = paths.flatMap(([path, { post }]) => (post?.['x-repeatable'] ? [path.slice(1)] : []));
  const nginx = read('nginx.conf');
  expect(nginx).toContain(
    `  location ~ ^/v1/(${repeatable.join('|')})$ {\n    proxy_pass http://perennial;\n    proxy_next_upstream error timeout non_idempotent;\n  }\n`,
  );
  expect(nginx).toMatch(/location \/mcp \{[^}]*non_idempotent/);
  expect(nginx.match(/non_idempotent/g)).toHaveLength(2);
});
