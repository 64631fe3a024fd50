import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import { readConfig } from '../../src/config';
import { SETTINGS } from '../../src/settings';
import { startTestApp } from '../helpers/app';
import { eventually } from '../helpers/eventually';
import { linkPackages } from '../helpers/installation';
import { keepablePort } from '../helpers/ports';
import { serviceEnv, startProcess } from '../helpers/process';
import { tempFolder } from '../helpers/tempFolder';

const ROOT = join(__dirname, '../..');
const read = (name: string) => readFileSync(join(ROOT, 'scripts/deploy', name), 'utf8');
const folder = tempFolder();
const PATIENCE_MS = 600_000;
const SECRET = 'x'.repeat(32);

/** Settings of a compose file, with the values that the operator provides. */
function filled(environment: Readonly<Record<string, string>>): Record<string, string> {
  const given: Readonly<Record<string, string>> = {
    POSTGRES_PASSWORD: SECRET,
    KEY_SECRET: SECRET,
    METRICS_TOKEN: SECRET,
    PUBLIC_URL: 'http://localhost:8080',
  };
  const fill = (text: string) => text.replace(/\$\{(\w+):[^}]*\}/g, (_all, name) => given[name]);
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, fill(text)]));
}

/** Instructions of the Dockerfile by stage, in their order. */
const STAGES = read('Dockerfile')
  .replaceAll('\\\n', '')
  .split(/^(?=FROM )/m)
  .slice(1)
  .map((stage) =>
    [...stage.matchAll(/^([A-Z]+) (.+)$/gm)].map(([, name, text]) => ({
      name,
      text: text.replace(/^--from=build /, ''),
    })),
  );

/**
 * Replacements for npm commands. Those that need a registry link packages of this checkout, and the build does not check
 * types, which takes most of its time. All other commands are run unchanged.
 */
const REPLACED: Readonly<Record<string, (app: string) => void>> = {
  'npm ci --ignore-scripts --no-audit --no-fund': (app) =>
    symlinkSync(join(ROOT, 'node_modules'), join(app, 'node_modules')),
  'npm prune --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund': (app) => {
    rmSync(join(app, 'node_modules'));
    linkPackages(app, ({ dev, optional }) => !dev && !optional);
  },
  'npm run build': (app) => {
    const file = join(app, 'scripts/tsconfig.build.json');
    const { compilerOptions, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...rest, compilerOptions: { ...compilerOptions, noCheck: true } }));
    runIn(app, 'npm run build');
  },
};

/** Builds a stage in a folder, as a container engine would. @param from the folder that COPY copies from */
function buildStage(stage: (typeof STAGES)[number], from: string, root: string): void {
  const app = join(root, 'app');
  mkdirSync(app, { recursive: true });
  for (const { name, text } of stage) {
    if (name === 'COPY') copy(text, from, app);
    if (name === 'RUN' && text in REPLACED) REPLACED[text](app);
    else if (name === 'RUN') runIn(app, text.replaceAll(' /data', ` ${root}/data`));
  }
}

function copy(text: string, from: string, app: string): void {
  const [target, ...sources] = text.split(' ').reverse();
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  for (const source of sources.reverse()) {
    const path = source.replace(/^\/app\//, '');
    const names = path === '.' ? readdirSync(from).filter((name) => !ignored.includes(name)) : [path];
    for (const name of names) {
      const to = join(app, target.endsWith('/') || path === '.' ? join(target, basename(name)) : target);
      mkdirSync(dirname(to), { recursive: true });
      cpSync(join(from, name), to, { recursive: true, verbatimSymlinks: true });
    }
  }
}

/** Names of the built files in a folder, without the hashes of those of the pages. */
function builtIn(app: string): string[] {
  const names = readdirSync(join(app, 'dist'), { recursive: true, encoding: 'utf8' });
  return names.map((name) => name.replace(/-[\w-]{8}(?=\.\w+$)/, '')).sort();
}

/** Runs a command in a shell where `chown` only prints its arguments, since the base image has its user. */
function runIn(cwd: string, command: string): void {
  const script = `chown() { echo "chown $*"; }\n${command}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-euc', script], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command}\n${stdout}\n${stderr}`);
}

test(
  'the image, built command by command, runs the service, keeps its data in /data, and checks its health',
  async () => {
    const [build, image] = STAGES;
    buildStage(build, ROOT, join(folder, 'build'));
    // The second stage copies what was built there, not in this checkout.
    expect(builtIn(join(folder, 'build/app'))).toEqual(builtIn(ROOT));
    buildStage(image, join(folder, 'build/app'), join(folder, 'image'));
    const app = join(folder, 'image/app');
    const textOf = (wanted: string) => image.find(({ name }) => name === wanted)!.text;
    expect(image.filter(({ name, text }) => name === 'RUN' && text.includes('npm'))).toEqual([]);
    expect([textOf('VOLUME'), textOf('USER')]).toEqual(['/data', 'node']);
    expect(readlinkSync(join(app, 'data'))).toBe(join(folder, 'image/data'));
    const settings = Object.fromEntries(
      textOf('ENV')
        .split(' ')
        .map((pair) => pair.split('=')),
    );
    expect(settings).toEqual({ NODE_ENV: 'production', DATABASE_URL: '/data/perennial.sqlite' });
    const compose = parse(read('compose.yaml')).services.perennial;
    expect(compose.volumes).toEqual(['data:/data']);
    const env = serviceEnv({
      ...settings,
      ...filled(compose.environment),
      DATABASE_URL: join(folder, 'image/data/perennial.sqlite'),
      PORT: String(await keepablePort()),
      WORKERS: '1',
      // Simulating all prices of the sandbox takes longer than everything else in this start.
      SANDBOX: 'off',
    });
    const start = (text: string) => {
      const [program, ...args] = JSON.parse(text.slice(text.indexOf('[')));
      return startProcess(program, args, { cwd: app, env });
    };
    const health = async () => (await start(textOf('HEALTHCHECK')).ended).code;
    const { signal, logged, ended } = start(textOf('CMD'));
    await logged('ready');
    // A container engine also checks several times.
    await eventually(async () => (await health()) === 0);
    for (const path of ['/readyz', '/', '/docs', '/openapi.yaml', '/guides']) {
      const { status } = await fetch(`http://127.0.0.1:${env.PORT}${path}`);
      expect([path, status]).toEqual([path, 200]);
    }
    signal('SIGTERM');
    expect(await ended).toEqual({ code: 0, stderr: '' });
    expect(await health()).toBe(1);
    expect(existsSync(join(app, 'data/perennial.sqlite'))).toBe(true);
  },
  PATIENCE_MS,
);

test('the image has labels for title, description and licenses', () => {
  const labels = STAGES[1].find(({ name }) => name === 'LABEL')!.text;
  for (const label of ['title', 'description', 'licenses']) {
    expect(labels).toMatch(new RegExp(`org\\.opencontainers\\.image\\.${label}="[^"]+"`));
  }
});

test('the image and the systemd unit start the service as npm start does', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [, image] = read('Dockerfile').match(/^CMD (\[.*\])$/m)!;
  const [, unit] = read('perennial@.service').match(/^ExecStart=\/opt\/perennial\/node_modules\/\.bin\/(.+)$/m)!;
  // Under npm the shell is replaced by it, so that signals reach it.
  expect([`exec ${JSON.parse(image).join(' ')}`, `exec ${unit}`]).toEqual([scripts.start, scripts.start]);
});

test('every setting in the deployment files exists and is accepted', () => {
  const known = Object.keys(SETTINGS.shape);
  const { services } = parse(read('compose.replicas.yaml'), { merge: true });
  const [, unit] = read('perennial@.service').match(/^Environment=(.*)$/m)!;
  const ofUnit = Object.fromEntries(
    unit
      .replace('%i', '8081')
      .split(' ')
      .map((pair) => pair.split('=')),
  );
  const alone = filled(parse(read('compose.yaml')).services.perennial.environment);
  for (const env of [filled(services.replica1.environment), filled(services.replica2.environment), ofUnit]) {
    for (const name of Object.keys(env)) expect(known).toContain(name);
    expect(readConfig({ KEY_SECRET: SECRET, ...env })).toMatchObject({ listen: 'ready', trustProxy: 1 });
  }
  for (const name of Object.keys(alone)) expect(known).toContain(name);
  expect(readConfig(alone)).toMatchObject({
    keySecret: SECRET,
    publicUrl: 'http://localhost:8080',
    sandbox: 'on',
    demoToken: 'prn_demo',
  });
});

test('the example of settings has all variables of the compose files', () => {
  const asked = [read('compose.yaml'), read('compose.replicas.yaml')].flatMap((text) =>
    [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name),
  );
  const named = [...read('compose.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect([...new Set(asked)].sort()).toEqual(named.sort());
});

test('containers can write to their volumes only, and gain no privileges', () => {
  for (const [file, name] of [
    ['compose.yaml', 'perennial'],
    ['compose.replicas.yaml', 'replica1'],
    ['compose.replicas.yaml', 'replica2'],
  ]) {
    expect(parse(read(file), { merge: true }).services[name]).toMatchObject({
      build: { context: '../..', dockerfile: 'scripts/deploy/Dockerfile' },
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
    });
  }
});

test('the operating guide lists exactly the metrics of /metrics and the existing alerts', async () => {
  const app = await startTestApp({ sandbox: [] });
  const { text } = await app.get('/metrics');
  await app.close();
  const [, metrics, alerts] = readFileSync(join(ROOT, 'seeds/guides/operating.md'), 'utf8').split(
    /^## What to watch|^## Alerts/m,
  );
  const rowsOf = (section: string) => section.split('\n').filter((line) => line.startsWith('| '));
  const named = rowsOf(metrics).flatMap((row) =>
    [...row.split('|')[1].matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name]) => name),
  );
  const shown = [...text.matchAll(/^# HELP (\w+) /gm)].map(([, name]) => name);
  // Metrics of the process exist only outside of tests, and those of nginx come from its logs.
  expect(named.filter((name) => !/^(nodejs|process|nginx)_/.test(name)).sort()).toEqual(shown.sort());
  const rules = [...read('alerts.yaml').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  expect(
    [
      ...rowsOf(alerts)
        .join()
        .matchAll(/`(\w+)`/g),
    ]
      .map(([, name]) => name)
      .sort(),
  ).toEqual(rules.sort());
});

test('nginx retries only the POST requests that the contract marks as repeatable, and those of MCP', () => {
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
