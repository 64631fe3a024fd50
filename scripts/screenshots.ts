/**
 * Takes the pictures of the README: the pages over the sandbox at a fixed moment, in Debian's chromium.
 * `npm run build && npm run screenshots`. Takes a minute or two, since null distributions are computed first.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const ROOT = join(__dirname, '..');
const PICTURES = join(__dirname, 'pictures');
const CHROMIUM = '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const NOW = '2026-11-20T15:00:00Z';
const PORT = process.env.PORT ?? '8099';
const URL_OF_PAGES = `http://127.0.0.1:${PORT}`;

const PATIENCE_MS = 300_000;
const BETWEEN_MS = 2_000;

/** Pages by file name; the request must be answered with its p-values before the picture is taken. */
const SHOTS = [{ name: 'scan', path: '/?rank_by=significance', request: '/v1/scan?rank_by=significance' }] as const;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perennial-pictures-'));
  const env = {
    ...process.env,
    DATABASE_URL: join(folder, 'pictures.sqlite'),
    PORT,
    HOST: '127.0.0.1',
    NOW,
    TRAIN: 'off',
    LOG_LEVEL: 'warn',
  };
  const program = join(ROOT, 'dist/scripts/main.js');
  const server = spawn(process.execPath, [program, 'serve'], { cwd: ROOT, env, stdio: 'inherit' });
  try {
    await until(async () => (await fetch(`${URL_OF_PAGES}/readyz`)).ok);
    const created = execFileSync(
      process.execPath,
      [program, 'keys', 'create', '--email', 'pictures@example.com', '--tier', 'business'],
      { cwd: ROOT, env, encoding: 'utf8' },
    );
    const key = created.match(/prn_\w+/)?.[0];
    if (key === undefined) throw new Error(`no key was made: ${created}`);
    await takePictures(key);
  } finally {
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function takePictures(key: string): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    for (const shot of SHOTS) {
      await until(async () => {
        const response = await fetch(URL_OF_PAGES + shot.request, { headers: { 'X-API-Key': key } });
        return response.ok && !(await response.text()).includes('"pending"');
      });
      await takePicture(browser, key, shot);
    }
  } finally {
    await browser.close();
  }
}

async function takePicture(browser: Browser, key: string, { name, path }: (typeof SHOTS)[number]): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 1000 } });
  // An API key instead of a session: the pages look the same.
  await context.addCookies([{ name: 'signed_in', value: '1', url: URL_OF_PAGES }]);
  await context.route(`${URL_OF_PAGES}/v1/**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-api-key': key } }),
  );
  const page = await context.newPage();
  await page.goto(URL_OF_PAGES + path);
  await page.locator('tbody tr').first().waitFor();
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  await context.close();
}

/** @throws Error when it does not hold in time */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error(`not within ${PATIENCE_MS / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
