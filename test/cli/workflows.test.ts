import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const ROOT = join(__dirname, '../..');
const GITHUB = join(ROOT, '.github');
const { version, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly needs?: string | string[];
  readonly uses?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (name: string): Workflow => parse(readFileSync(join(GITHUB, 'workflows', name), 'utf8'));
const WORKFLOWS = readdirSync(join(GITHUB, 'workflows')).map((name) => [name, read(name)] as const);
const RELEASE = read('release.yml');
const commands = (job: string) => RELEASE.jobs[job].steps!.map(({ run }) => run ?? '').join('\n');

/** Runs a command of a workflow as a runner does. */
function run(command: string, tag: string) {
  return spawnSync('bash', ['-eo', 'pipefail', '-c', command], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, GITHUB_REF_NAME: tag },
  });
}

test.each(WORKFLOWS)(
  '%s: by default a job may only read the code, and actions are pinned to a major version',
  (_name, { permissions, jobs }) => {
    expect(permissions).toEqual({ contents: 'read' });
    const used = Object.values(jobs).flatMap(({ uses, steps = [] }) => [uses, ...steps.map((step) => step.uses)]);
    for (const action of used.filter((one) => one !== undefined)) {
      expect(action).toMatch(/^(\.\/\.github\/workflows\/[\w.]+|[\w-]+\/[\w-]+@v\d+)$/);
    }
  },
);

test('a release begins with a tag, and publishes only what passed all checks', () => {
  expect(RELEASE.on).toEqual({ push: { tags: ['v*'] } });
  const needs = Object.entries(RELEASE.jobs).map(([name, job]) => [name, job.needs]);
  expect(Object.fromEntries(needs)).toEqual({
    version: undefined,
    check: 'version',
    npm: 'check',
    image: 'check',
    github: ['npm', 'image'],
  });
  expect(RELEASE.jobs.check.uses).toBe('./.github/workflows/ci.yml');
  expect(read('ci.yml').on).toHaveProperty('workflow_call');
});

test('each job of a release has the rights that it needs', () => {
  const rights = Object.entries(RELEASE.jobs).map(([name, { permissions }]) => [name, permissions]);
  expect(Object.fromEntries(rights)).toEqual({
    version: undefined,
    check: undefined,
    npm: { contents: 'read', 'id-token': 'write' },
    image: { contents: 'read', packages: 'write', 'id-token': 'write', attestations: 'write' },
    github: { contents: 'write' },
  });
});

test('the tag must be the version of the package', () => {
  expect(run(commands('version'), `v${version}`).status).toBe(0);
  expect(run(commands('version'), 'v0.0.9').status).not.toBe(0);
});

test('the package is published with provenance, the image for two processors with SBOM and attestation', () => {
  expect(commands('npm')).toContain('npm publish --provenance');
  const image = RELEASE.jobs.image.steps!;
  const push = image.find(({ uses }) => uses?.startsWith('docker/build-push-action@'))!;
  expect(push.with).toMatchObject({
    file: 'scripts/deploy/Dockerfile',
    platforms: 'linux/amd64,linux/arm64',
    sbom: true,
    provenance: 'mode=max',
  });
  expect(image.some(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))).toBe(true);
});

test.each(WORKFLOWS)('%s: all npm scripts that it runs exist', (_name, { jobs }) => {
  const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
  const named = steps.flatMap(({ run = '' }) => [...run.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name));
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('a release has the files that npm run release:assets writes', () => {
  expect(commands('github')).toMatch(
    /^npm run release:assets -- --repository "https:\/\/github\.com\/\$GITHUB_REPOSITORY"$[\s\S]*^gh release create .* release\/\*$/m,
  );
});

test('the text of a release is the section of its version in CHANGELOG.md', () => {
  const command = commands('github')
    .split('\n')
    .find((line) => line.startsWith('awk'))!
    .replace('> notes.md', '');
  const { status, stdout } = run(command, `v${version}`);
  expect(status).toBe(0);
  const text = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const [, section] = text.split(`\n## [${version}]`);
  expect(stdout).toBe(`${section.slice(section.indexOf('\n') + 1).split(/^## \[/m)[0]}`);
  expect(stdout).toContain('### To do when upgrading');
});

test('the issue forms follow the schema of GitHub', () => {
  const folder = join(GITHUB, 'ISSUE_TEMPLATE');
  const names = readdirSync(folder).sort();
  expect(names).toEqual(['bug.yml', 'config.yml', 'feature.yml', 'wrong_number.yml']);
  for (const name of names.filter((one) => one !== 'config.yml')) {
    const form = parse(readFileSync(join(folder, name), 'utf8'));
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String), body: expect.any(Array) });
    const fields = form.body.filter(({ type }: { type: string }) => type !== 'markdown');
    for (const { type, id, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type);
      expect(id).toMatch(/^[\w-]+$/);
      expect(attributes.label).toEqual(expect.any(String));
      expect(Array.isArray(attributes.options)).toBe(type === 'dropdown');
    }
    expect(new Set(fields.map(({ id }: { id: string }) => id)).size).toBe(fields.length);
    expect(fields.some(({ validations }: { validations?: { required: boolean } }) => validations?.required)).toBe(true);
  }
});
