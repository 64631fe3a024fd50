import { join } from 'node:path';
import { ConfigError, readConfig } from '../../src/config';
import { PROJECT_ROOT } from '../../src/projectRoot';

const SECRET = 'x'.repeat(32);

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).faults;
  }
}

test('an empty environment has defaults for everything', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    environment: 'development',
    databaseUrl: join(PROJECT_ROOT, 'data/perennial.sqlite'),
    databasePool: 10,
    databaseWaitMs: 1_500,
    port: 8080,
    keySecret: null,
    demoToken: undefined,
    now: null,
    sandbox: 'on',
    train: 'auto',
    corsOrigins: [],
    trustProxy: 0,
    logLevel: 'info',
    publicUrl: 'http://localhost:8080',
    upgradeUrl: 'http://localhost:8080/docs',
  });
  expect(Object.isFrozen(config)).toBe(true);
  expect(PROJECT_ROOT).toBe(join(__dirname, '../..'));
});

test('an empty variable counts as unset', () => {
  const names = ['NODE_ENV', 'DATABASE_URL', 'PORT', 'KEY_SECRET', 'NOW', 'SANDBOX', 'CORS_ORIGINS', 'TRUST_PROXY'];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, '  '])))).toEqual(readConfig({}));
});

test.each([
  ['DATABASE_URL', 'data/x.sqlite', 'databaseUrl', join(PROJECT_ROOT, 'data/x.sqlite')],
  ['DATABASE_URL', '/srv/x.sqlite', 'databaseUrl', '/srv/x.sqlite'],
  ['DATABASE_URL', 'sqlite:./x.sqlite', 'databaseUrl', join(PROJECT_ROOT, 'x.sqlite')],
  ['DATABASE_URL', 'sqlite:///srv/x.sqlite', 'databaseUrl', '/srv/x.sqlite'],
  ['DATABASE_URL', ':memory:', 'databaseUrl', ':memory:'],
  ['DATABASE_URL', 'postgres://user:hunter2@db/x', 'databaseUrl', 'postgres://user:hunter2@db/x'],
  ['PORT', '0', 'port', 0],
  ['KEY_SECRET', SECRET, 'keySecret', SECRET],
  ['DEMO_TOKEN', 'off', 'demoToken', null],
  ['DEMO_TOKEN', 'try-me', 'demoToken', 'try-me'],
  ['NOW', '2024-12-20T15:00:00Z', 'now', new Date('2024-12-20T15:00:00Z')],
  ['NOW', '2024-12-20T10:00:00-05:00', 'now', new Date('2024-12-20T15:00:00Z')],
  ['SANDBOX', 'OFF', 'sandbox', 'off'],
  ['NODE_ENV', 'production', 'sandbox', 'kept'],
  ['NODE_ENV', 'production', 'demoToken', null],
  ['TRAIN', 'off', 'train', 'off'],
  ['CORS_ORIGINS', '*', 'corsOrigins', '*'],
  [
    'CORS_ORIGINS',
    'https://a.example, http://localhost:3000',
    'corsOrigins',
    ['https://a.example', 'http://localhost:3000'],
  ],
  ['TRUST_PROXY', '2', 'trustProxy', 2],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8', 'trustProxy', ['loopback', '10.0.0.0/8']],
  ['METRICS', 'loopback', 'metricsAccess', 'loopback'],
  ['METRICS_TOKEN', SECRET, 'metricsAccess', { token: SECRET }],
  ['WORKERS', '0', 'workers', 0],
  ['LISTEN', 'ready', 'listen', 'ready'],
  ['DRAIN_MS', '5000', 'drainMs', 5000],
  ['PUBLIC_URL', 'https://api.example.com/', 'publicUrl', 'https://api.example.com'],
  ['UPGRADE_URL', 'https://example.com/plans', 'upgradeUrl', 'https://example.com/plans'],
])('%s=%s', (name, value, field, expected) => {
  expect(readConfig({ [name]: value })[field as 'port']).toEqual(expected);
});

test.each([
  ['NODE_ENV', 'staging', /one of development, test, production/],
  ['DATABASE_URL', 'mysql://user:hunter2@db/x', /a path, a sqlite: or postgres: URL/],
  ['DATABASE_URL', 'postgres://user:hunter2@db:port/x', /a path, a sqlite: or postgres: URL/],
  ['DATABASE_POOL', '0', /a whole number from 1 to 1000/],
  ['DATABASE_WAIT_MS', '99', /a whole number from 100 to 60000/],
  ['PORT', '70000', /a whole number from 0 to 65535; got '70000'/],
  ['PORT', '8080.5', /a whole number/],
  ['PORT', '-1', /a whole number/],
  ['KEY_SECRET', 'hunter2', /at least 32 characters/],
  ['NOW', '2024-12-20', /an instant with its offset/],
  ['NOW', '2024-12-20T15:00:00', /an instant with its offset/],
  ['NOW', '2026-02-30T00:00:00Z', /an instant with its offset/],
  ['NOW', '2026-02-28T25:00:00Z', /an instant with its offset/],
  ['SANDBOX', 'maybe', /one of auto, on, off/],
  ['TRAIN', 'on', /one of auto, off/],
  ['CORS_ORIGINS', 'example.com', /comma-separated list of origins/],
  ['CORS_ORIGINS', 'https://example.com/path', /comma-separated list of origins/],
  ['CORS_ORIGINS', '*,https://example.com', /comma-separated list of origins/],
  ['TRUST_PROXY', 'true', /number of proxies/],
  ['TRUST_PROXY', '99', /number of proxies/],
  ['LOG_LEVEL', 'loud', /one of fatal/],
  ['METRICS', 'closed', /one of open, loopback, token/],
  ['METRICS_TOKEN', 'hunter2', /at least 32 characters/],
  ['WORKERS', 'many', /a whole number from 0 to 64/],
  ['LISTEN', 'never', /one of start, ready/],
  ['DRAIN_MS', '-1', /a whole number from 0 to 300000/],
  ['FEEDS', 'yes', /one of auto, off/],
  ['FEEDS_PRIVATE', '1', /one of on, off/],
  ['WEBHOOKS_PRIVATE', 'yes', /one of on, off/],
  ['SCAN_BUDGET_MS', '0', /a whole number from 10 to 60000/],
  ['PUBLIC_URL', 'localhost', /an http or https URL/],
  ['UPGRADE_URL', 'ftp://example.com', /an http or https URL/],
])('%s=%s is refused', (name, value, message) => {
  const [fault, ...others] = faultsOf({ [name]: value });
  expect(others).toEqual([]);
  expect(fault.startsWith(`${name} must be `)).toBe(true);
  expect(fault).toMatch(message);
  expect(fault).not.toContain('hunter2');
});

test('in production the metrics are for this machine only, and METRICS=token needs METRICS_TOKEN', () => {
  expect(readConfig({}).metricsAccess).toBe('open');
  expect(readConfig({ NODE_ENV: 'production' }).metricsAccess).toBe('loopback');
  expect(readConfig({ NODE_ENV: 'production', METRICS: 'open' }).metricsAccess).toBe('open');
  expect(readConfig({ METRICS: 'loopback', METRICS_TOKEN: SECRET }).metricsAccess).toBe('loopback');
  expect(faultsOf({ METRICS: 'token' })).toEqual(['METRICS_TOKEN must be set where METRICS is token']);
});

test('all faults are reported at once', () => {
  const faults = faultsOf({ PORT: 'x', NOW: 'x', SANDBOX: 'x', WORKERS: 'x' });
  expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual(['NOW', 'PORT', 'SANDBOX', 'WORKERS']);
  expect(new ConfigError(faults).message.split('\n')).toHaveLength(5);
});
