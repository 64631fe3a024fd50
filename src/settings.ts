import { resolve } from 'node:path';
import { z } from 'zod';
import { SETTINGS_ROOT } from './projectRoot';
import { databasePath, isPostgresUrl } from './storage/database';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The description of a setting in the tables of the configuration guide and in .env.example. */
interface Guide {
  readonly meaning: string;
  /** Description of the default, if it is not a value that could be set. */
  readonly default?: string;
  /** Whether the setting is in the table of sign-in settings. */
  readonly signIn?: true;
  /** Whether messages must not repeat the value. */
  readonly secret?: true;
}

export const guide = z.registry<Guide>();

const SHORTEST_SECRET = 32;

/** The messages of these schemas complete the sentence "NAME must be ...". */
const choice = <const T extends readonly string[]>(accepted: T) =>
  z
    .string()
    .toLowerCase()
    .pipe(z.enum(accepted, { error: `one of ${accepted.join(', ')}` }));

const onOff = () => choice(['on', 'off']).transform((value) => value === 'on');

function integer(min: number, max: number) {
  const error = `a whole number from ${min} to ${max}`;
  const inRange = z.number().min(min, { error }).max(max, { error });
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .pipe(inRange);
}

const url = () =>
  z.url({ protocol: /^https?$/, error: 'an http or https URL' }).transform((value) => value.replace(/\/+$/, ''));

const secret = () =>
  z.string().min(SHORTEST_SECRET, {
    error: `at least ${SHORTEST_SECRET} characters, such as the output of: openssl rand -hex 32`,
  });

/** Relative paths start in the project's folder, whatever the process was started in (except an installed package). */
const file = () => z.string().transform((value) => resolve(SETTINGS_ROOT, value));

const list = () =>
  z.string().transform((value) => {
    const items = value.split(',').map((item) => item.trim());
    return items.filter((item) => item !== '');
  });

const database = () =>
  z.string().transform((value, context) => {
    const found = isPostgresUrl(value) ? value : databasePath(value, SETTINGS_ROOT);
    if (found !== null) return found;
    context.addIssue('a path, a sqlite: or postgres: URL, or :memory:');
    return z.NEVER;
  });

const origins = () =>
  list()
    .refine((items) => isAny(items) || items.every((one) => URL.canParse(one) && new URL(one).origin === one), {
      error: '* or a comma-separated list of origins such as https://example.com',
    })
    .transform((items) => (isAny(items) ? ('*' as const) : items));

function isAny(origins: readonly string[]): boolean {
  return origins.length === 1 && origins[0] === '*';
}

const proxies = () =>
  list()
    .refine((items) => isProxyCount(items) || items.every(isProxyAddress), {
      error: 'the number of proxies (0 to 9) or a comma-separated list of their addresses',
    })
    .transform((items) => (isProxyCount(items) ? Number(items[0] ?? 0) : items));

function isProxyCount(items: readonly string[]): boolean {
  return items.length === 0 || (items.length === 1 && /^\d$/.test(items[0]));
}

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  return /[.:]/.test(text) && /^[\da-f.:]+(\/\d{1,3})?$/i.test(text);
}

const hosts = () =>
  list().refine((items) => items.every((one) => /^([a-z\d-]+(\.[a-z\d-]+)*|\[[\da-f:.]+\])$/i.test(one)), {
    error: 'a comma-separated list of host names without ports',
  });

/** Not normalised: the `iss` of tokens must equal it exactly. It must be https, since tokens and keys are sent to it. */
const issuer = () =>
  z.string().refine(isIssuer, { error: 'an https URL without a query (http on the loopback interface only)' });

function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash } = new URL(value);
  const local = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (protocol === 'https:' || local) && search === '' && hash === '';
}

const mailServer = () =>
  z.string().refine((value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol), {
    error: 'an smtp:// or smtps:// URL',
  });

/** All settings: accepted values, default and meaning. The defaults of optional ones depend on other settings (config.ts). */
export const SETTINGS = z.object({
  NODE_ENV: choice(['development', 'test', 'production']).prefault('development').register(guide, {
    meaning:
      '`production`: no sandbox and no demo token unless they are set, and faults of an answer go to the log rather than become a 500',
  }),
  PORT: integer(0, 65_535).prefault('8080').register(guide, {
    meaning: 'the port to listen on; `0`: any free one',
  }),
  HOST: z.string().prefault('0.0.0.0').register(guide, {
    meaning: 'the address to listen on',
  }),
  DATABASE_URL: database().prefault('./data/perennial.sqlite').register(guide, {
    secret: true,
    meaning:
      'a path or `sqlite:` URL, or `postgres://USER:PASSWORD@HOST:PORT/DATABASE` of PostgreSQL 14 or later, which several replicas may share (a pooler in between in session mode); the first line of the log names it',
  }),
  DATABASE_POOL: integer(1, 1_000).prefault('10').register(guide, {
    meaning: 'with PostgreSQL: connections that the requests of a replica share, beside ten for its other work',
  }),
  DATABASE_WAIT_MS: integer(100, 60_000).prefault('1500').register(guide, {
    meaning: 'with PostgreSQL: milliseconds that a request waits for the database before it is answered 503',
  }),
  KEY_SECRET: secret().optional().register(guide, {
    secret: true,
    default: 'generated beside the database outside production',
    meaning: 'keys are hashed with it; in production the service answers 503 without it',
  }),
  SANDBOX: choice(['auto', 'on', 'off']).prefault('auto').register(guide, {
    meaning:
      '`on`: simulated prices while there are no real ones; `off` removes them; `auto`: `on`, but in production none are created, and stored ones are kept',
  }),
  DEMO_TOKEN: z
    .string()
    .regex(/^[\w-]{4,64}$|^off$/, { error: "4 to 64 letters, digits, '_' or '-', or off" })
    .optional()
    .register(guide, {
      default: '`prn_demo`; `off` in production',
      meaning: 'the public token of visitors, or `off`',
    }),
  NOW: z.iso
    .datetime({ offset: true, error: 'an instant with its offset, such as 2024-12-20T15:00:00Z' })
    .transform((value) => new Date(value))
    .optional()
    .register(guide, {
      default: 'the real time',
      meaning: 'an instant at which a running clock starts; later bars are invisible',
    }),
  CORS_ORIGINS: origins().prefault('').register(guide, {
    meaning:
      'browser origins that may read answers, comma-separated, or `*`; those of OpenBB Workspace are `https://pro.openbb.co,https://pro.openbb.dev,http://localhost:1420`',
  }),
  TRUST_PROXY: proxies().prefault('0').register(guide, {
    meaning: 'proxies in front: how many, or their addresses',
  }),
  WORKERS: integer(0, 64).optional().register(guide, {
    default: 'cores, at most 4',
    meaning:
      'threads that requests wait for, and as many again at the lowest priority for background work: rotations and exports; a training has one of its own; with `0` the main thread computes, and trains no model',
  }),
  SCAN_BUDGET_MS: integer(10, 60_000).prefault('5000').register(guide, {
    meaning: 'milliseconds that all market work of a request may take',
  }),
  SMTP_URL: mailServer().optional().register(guide, {
    secret: true,
    meaning: 'mail server that sends sign-in links (`smtps://USER:PASSWORD@HOST`); without it none is mailed',
  }),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, { error: 'the address that mail is sent from' })
    .optional()
    .register(guide, { meaning: 'the sender of sign-in links; needed with `SMTP_URL`' }),
  PUBLIC_URL: url().optional().register(guide, {
    default: '`http://localhost:PORT`',
    meaning: 'how clients reach this server',
  }),
  UPGRADE_URL: url().optional().register(guide, {
    default: '`PUBLIC_URL/docs`',
    meaning: 'the price list, for refusals that a larger plan would lift',
  }),
  SIGNIFICANCE: choice(['auto', 'off']).prefault('auto').register(guide, {
    meaning:
      "`off`: null distributions of searches are not computed, and the sandbox's picks are not replayed; stored ones are used",
  }),
  TRAIN: choice(['auto', 'off']).optional().register(guide, {
    default: '`auto`',
    meaning:
      'a model is trained in the background where there is none, and after an import once prices no longer change (at most every 6 hours while an older one serves); `off`: only `npm run train`',
  }),
  METRICS: choice(['open', 'loopback', 'token']).optional().register(guide, {
    default: '`open`; `loopback` in production; `token` with a token',
    meaning:
      'who may read `/metrics`: everybody, programs on this machine (not through a proxy on it), or whoever sends the token',
  }),
  METRICS_TOKEN: secret().optional().register(guide, {
    secret: true,
    meaning: 'the bearer token of `/metrics`, 32 characters or more',
  }),
  FEEDS: choice(['auto', 'off']).optional().register(guide, {
    default: '`auto`',
    meaning: '`off`: feeds are run by hand only',
  }),
  FEEDS_FILE: file().optional().register(guide, {
    meaning: 'your own providers of prices, beside those of `seeds/feeds.json`',
  }),
  FEEDS_PRIVATE: onOff().prefault('off').register(guide, {
    meaning: '`on`: providers may have addresses of your own network, and be asked without encryption',
  }),
  TIERS_FILE: file().optional().register(guide, {
    meaning: 'your own tiers, in the place of `seeds/tiers.json`',
  }),
  WEBHOOKS_PRIVATE: onOff().prefault('off').register(guide, {
    meaning: '`on`: webhooks may be sent to addresses in your own network, and without encryption',
  }),
  LISTEN: choice(['start', 'ready']).prefault('start').register(guide, {
    meaning:
      '`ready`: connections are refused until the service is ready, so that a proxy in front takes them elsewhere',
  }),
  DRAIN_MS: integer(0, 300_000).prefault('0').register(guide, {
    meaning: 'milliseconds that the service goes on after SIGTERM with `/readyz` at 503, for balancers that ask it',
  }),
  SHUTDOWN_MS: integer(0, 300_000).prefault('10000').register(guide, {
    meaning: 'milliseconds that requests in flight may take after `DRAIN_MS`',
  }),
  LOG_LEVEL: choice(LOG_LEVELS)
    .optional()
    .register(guide, {
      default: '`info`',
      meaning: `detail of the log: ${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}`,
    }),
  OAUTH_ISSUER: issuer().optional().register(guide, {
    signIn: true,
    meaning: 'who signs users in, letter by letter as in `iss`; https, or http on loopback',
  }),
  OAUTH_AUDIENCE: z.string().optional().register(guide, {
    signIn: true,
    default: '`PUBLIC_URL/mcp`',
    meaning: 'the `aud` of accepted tokens, for issuers that ignore the `resource` parameter',
  }),
  OAUTH_CLIENT_ID: z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, { error: 'at most 255 letters, digits and signs' })
    .optional()
    .register(guide, {
      signIn: true,
      meaning:
        'the client id of this server at the issuer: [the account console](accounts-and-console.md#the-account-console)',
    }),
  // The provider creates the secret, so that its length is not checked.
  OAUTH_CLIENT_SECRET: z.string().optional().register(guide, {
    signIn: true,
    secret: true,
    meaning: 'the secret of that client, where it has one',
  }),
  OAUTH_NAME: z.string().max(60, { error: 'at most 60 characters' }).optional().register(guide, {
    signIn: true,
    default: "the issuer's host",
    meaning: 'the name of the issuer on the sign-in page',
  }),
  OAUTH_AUTO_CREATE: onOff().prefault('off').register(guide, {
    signIn: true,
    meaning: '`on`: a first sign-in of somebody unknown makes a free account',
  }),
  MCP_ALLOWED_HOSTS: hosts().prefault('').register(guide, {
    signIn: true,
    meaning: 'host names of `/mcp` beside that of `PUBLIC_URL` and the loopback ones',
  }),
});
