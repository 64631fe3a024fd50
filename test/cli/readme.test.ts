import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../helpers/app';
import { weekdayCsv } from '../helpers/ingest';
import { installWithoutDev } from '../helpers/installation';
import { CARD, outcomeEntry, pickEntry } from '../helpers/ledgerEntries';
import { type Listening, listen } from '../helpers/listen';
import { storeModel } from '../helpers/storedModel';
import { tempFolder } from '../helpers/tempFolder';

/**
 * Runs every command block of the README and of the guides in a shell, as a reader would: one server with a small sandbox,
 * one installation, and one database shared by the commands and the server.
 */

jest.setTimeout(600_000);

const NOW = '2026-11-23T15:00:00Z';
const README = readFileSync(join(__dirname, '../../README.md'), 'utf8');
const GUIDES = join(__dirname, '../../seeds/guides');
const TEXTS = [
  README,
  ...readdirSync(GUIDES)
    .sort()
    .map((name) => readFileSync(join(GUIDES, name), 'utf8')),
];
const BLOCKS = [...TEXTS.join('\n').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text]) => text);

const folder = tempFolder();
const installation = join(folder, 'perennial');
let app: TestApp;
let server: Listening;
/** Placeholders in the texts for values of the reader. */
let placeholders: ReadonlyMap<string, string>;

beforeAll(async () => {
  app = await startTestApp({ now: NOW, env: { CORS_ORIGINS: 'https://pro.openbb.co' } });
  await storeModel(app);
  for (let i = 1; i <= 11; i++) {
    const session = `2024-12-${String(i + 1).padStart(2, '0')}`;
    await app.storage.records.append(`session ${session}`, () => ({ entry: pickEntry(session), card: CARD }));
  }
  const [first] = await app.storage.records.all();
  const twelfth = await app.storage.records.append('outcome 1', () => ({ entry: outcomeEntry(first, 1.5) }));
  server = await listen(app.app);
  placeholders = new Map([
    ['http://localhost:8080', server.url],
    ['prn_...', app.keys.pro],
    ['HASH', twelfth!.hash],
  ]);
  installWithoutDev(installation);
  const closes = Array.from({ length: 12 * 261 }, (_, i) => 100 + (i % 40));
  mkdirSync(join(installation, 'path/to/files'), { recursive: true });
  writeFileSync(join(installation, 'path/to/files/AAPL.csv'), weekdayCsv('2014-11-20', closes));
  writeFileSync(join(installation, 'constituents.csv'), 'Symbol,Name\nAAPL,Apple Inc.\n');
  bringTools(join(folder, 'tools'));
});
afterAll(async () => {
  await server.close();
  await app.close();
});

/** A `date` that shows the time of the test, and a `curl` whose refusals count as failures. */
function bringTools(tools: string): void {
  mkdirSync(tools);
  writeFileSync(join(tools, 'date'), `#!/bin/sh\nexec /bin/date --date ${NOW} "$@"\n`);
  chmodSync(join(tools, 'date'), 0o755);
  writeFileSync(join(tools, '.curlrc'), 'silent\nshow-error\nfail-with-body\n');
}

/** The output of a block. @throws Error with all output if one of its commands fails */
async function run(block: string): Promise<string> {
  let text = block;
  for (const [placeholder, value] of placeholders) text = text.replaceAll(placeholder, value);
  const { PATH = '', HOME = '' } = process.env;
  const tools = join(folder, 'tools');
  const settings = { NODE_ENV: 'test', NOW, DATABASE_URL: app.file, WORKERS: '0' };
  const child = spawn('bash', ['-euo', 'pipefail', '-c', text], {
    cwd: installation,
    env: { ...settings, HOME, PATH: `${tools}:${PATH}`, CURL_HOME: tools },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`exit code ${code} of\n${text}\n${said.out}\n${said.err}`);
  return said.out;
}

/** The beginning of each block, and the check of its output or the reason why no test can run it. */
const EXPECTED: readonly (readonly [begins: string, check: ((out: string) => void) | string])[] = [
  ['npm ci && npm start', 'installs, serves for good and runs this very suite; .ci/run does all three'],
  ["printf 'KEY_SECRET", 'wants a container engine; test/cli/deployFiles.test.ts runs the commands of the image'],
  [
    "curl -H 'X-API-Key: prn_demo'",
    (out) => {
      const shown = README.match(/^ {2}"card": \{(.*?)\},$/ms)?.[1] ?? '';
      const fields = [...shown.matchAll(/"(\w+)":/g)].map(([, name]) => name);
      expect(Object.keys(JSON.parse(out).card).sort()).toEqual(fields.sort());
    },
  ],
  [
    'npm run import -- path/to/files --market 0 --source',
    (out) => {
      expect(out).toContain('3,132 rows in, 3,132 stored');
      expect(out).toMatch(/^prn_\S+$/m);
    },
  ],
  ['npm run keys -- list', (out) => expect(out).toContain('you@example.com')],
  ['npm run keys -- invite', (out) => expect(out).toMatch(/^http:\/\/localhost:\d+\/sign-in#token=[\w-]{43}$/m)],
  ['# Claude Code', 'programs of others, which are downloaded and may change'],
  [
    'npm run ledger -- verify',
    (out) => {
      expect(out.match(/12 records, every one as written/g)).toHaveLength(3);
      expect(out).toContain('record 13 corrects record 12');
    },
  ],
  ['npm run evidence --', 'takes minutes, and years of prices; test/cli has it'],
  [
    "curl -H 'Authorization: Bearer prn_...' -H",
    (out) => expect(JSON.parse(out)).toMatchObject({ granted: 1, scores: [{ win_prob: expect.any(Number) }] }),
  ],
  ['npm install --install-links path/to/perennial/', 'asks registries; test/clients runs both clients where they lie'],
  [
    '# OpenBB',
    (out) => {
      expect(out).toContain('"name": "Perennial"');
      expect(out).toContain('{"label":"Closed picks","value":"');
      expect(out).toMatch(/^access-control-allow-origin: https:\/\/pro\.openbb\.co\r?$/im);
    },
  ],
  ['# Bruno', 'a program of others, which is downloaded and may change; tried by hand with version 4.1.0'],
  [
    '# ntfy',
    (out) => {
      const { webhook, secret } = JSON.parse(out);
      expect(webhook).toMatchObject({
        events: ['pattern.entering'],
        url: expect.stringMatching(/^https:\/\/ntfy\.sh\//),
      });
      expect(secret).toMatch(/^whsec_/);
    },
  ],
  ['npx perennial backup', (out) => expect(out).toContain('every database in it checked')],
  ['rm -r data && mkdir data', 'replaces the database of the reader; test/cli/backup.test.ts makes backups'],
  ['pg_dump --format=custom', 'wants a PostgreSQL server of the reader; tried by hand'],
  ['npx perennial ledger verify --since HASH', (out) => expect(out).toContain('every one as written')],
  ['npm run move --', 'wants a PostgreSQL server of the reader; test/storage has it'],
  ['npm run import -- path/to/files --market 0 --dry-run', (out) => expect(out).toContain('3,132 rows in')],
  [
    'npm run feeds -- providers',
    (out) => {
      expect(out).toMatch(/tiingo +Tiingo +TIINGO_TOKEN/);
      expect(out).toContain('Stooq is asked for 3 symbols of market 11 ETFs');
      expect(out).toContain('3 of 3 symbols lack the session of 2026-11-20');
      expect(out).toContain('removed from stooq of market 11: 3 symbols');
    },
  ],
  [
    'npm run symbols -- list',
    (out) => {
      expect(out).toContain('1 symbols, 0 without prices; data version ');
      expect(out).toMatch(/import +AAPL +3,132 bars added; .* into market 0$/m);
      const exported = readFileSync(join(installation, 'AAPL.csv'), 'utf8').split('\n');
      expect([exported[0], exported.length]).toEqual(['Date,High,Low,Close', 3_134]);
    },
  ],
  ["curl -H 'Authorization: Bearer prn_...' 'http", (out) => expect(JSON.parse(out).markets_scanned).toEqual(['0'])],
  ['curl -X POST -H', 'needs an account of the business tier and a minute; test/api/exports.test.ts does it'],
];

test('the README is short and links every guide', () => {
  expect(README.split('\n').length - 1).toBeLessThanOrEqual(160);
  const linked = [...README.matchAll(/^\| \[.+?\]\(seeds\/guides\/(.+?)\)/gm)].map(([, name]) => name);
  expect(linked.sort()).toEqual(readdirSync(GUIDES).sort());
});

test('every block is listed here', () => {
  expect(BLOCKS.map((block) => EXPECTED.find(([begins]) => block.startsWith(begins))?.[0])).toEqual(
    EXPECTED.map(([begins]) => begins),
  );
});

for (const [begins, check] of EXPECTED) {
  if (typeof check === 'string') continue;
  test(`${begins} ...`, async () => {
    check(await run(BLOCKS.find((block) => block.startsWith(begins))!));
  });
}
