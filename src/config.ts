import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from './projectRoot';
import { databasePath, isPostgresUrl } from './storage/url';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Everything that can be set from outside. Read once, at boot. */
export interface Config {
  readonly environment: 'development' | 'test' | 'production';
  /** Absolute path of the SQLite file, `:memory:`, or the URL of a PostgreSQL database. */
  readonly databaseUrl: string;
  /** Connections to PostgreSQL that requests share. */
  readonly databasePool: number;
  /** How long a request waits for PostgreSQL before it is away, milliseconds. */
  readonly databaseWaitMs: number;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /**
   * Keys the hashes of API keys. Null = not set: outside production one is generated beside the database, in production
   * the service starts and answers every request for data 503 (SPEC 7, service_misconfigured).
   */
  readonly keySecret: string | null;
  /** Null = no demo token; undefined = the one of the seeds. */
  readonly demoToken: string | null | undefined;
  /** Instant at which a running clock starts; null = the real time. */
  readonly now: Date | null;
  /** `auto` = simulated prices only while there are no real ones. */
  readonly sandbox: 'auto' | 'on' | 'off';
  /** `auto` = models are trained in the background: where there is none, and after an import. Tests say so when they want it. */
  readonly train: 'auto' | 'off';
  /** `auto` = null distributions of searches are computed in the background; `off` = only stored ones are used. */
  readonly significance: 'auto' | 'off';
  /** Browser origins that may read answers; `*` = all. */
  readonly corsOrigins: readonly string[] | '*';
  /** What Express calls `trust proxy`: number of proxies in front, or their addresses. */
  readonly trustProxy: number | readonly string[];
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Who may read GET /metrics: everybody, programs on this machine, or who has the token. */
  readonly metricsAccess: 'open' | 'loopback' | { readonly token: string };
  /** Worker threads of the engine; 0 = search in the main thread. */
  readonly workers: number;
  /** Time budget shared by all market work of a request, milliseconds. */
  readonly scanBudgetMs: number;
  /** Where clients reach this server, without a slash at the end. */
  readonly publicUrl: string;
  readonly upgradeUrl: string;
  /** Who signs users in and issues their access tokens; null = only API keys. */
  readonly oauthIssuer: string | null;
  /** What access tokens must be meant for (their `aud`). */
  readonly oauthAudience: string;
  /** Whether a first sign-in of somebody unknown makes a free account, rather than a 403. */
  readonly oauthAutoCreate: boolean;
  /** What the issuer knows the pages by, for people who sign in there, and what people know it by; null = links only. */
  readonly oauthClient: { readonly id: string; readonly secret: string | null; readonly name: string } | null;
  /** Where mail is handed in, `smtp://` or `smtps://` with user and password, and who it is from; null = no mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  /** Host names of the agent interface beside that of `publicUrl` and the loopback ones. */
  readonly mcpAllowedHosts: readonly string[];
  /** `auto` = feeds are run by the service once a session is final; `off` = only by hand. */
  readonly feeds: 'auto' | 'off';
  /** Absolute path of the operator's own providers of prices; null = only the seeded ones. */
  readonly feedsFile: string | null;
  /** Whether providers on one's own network may be asked, and without encryption. */
  readonly feedsPrivate: boolean;
  /** Whether events may be sent to one's own network, and without encryption. */
  readonly webhooksPrivate: boolean;
  /** Absolute path of the operator's own tiers, in the place of the seeded ones. */
  readonly tiersFile: string | null;
  /** When connections are taken: from the start on, or once prices are loaded, so that a balancer's go elsewhere until then. */
  readonly listen: 'start' | 'ready';
  /** How long the service goes on after SIGTERM while /readyz says that it will not, milliseconds. */
  readonly drainMs: number;
  /** How long requests in flight may take after that, milliseconds. */
  readonly shutdownMs: number;
}

/** Every fault of the settings at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    const listed = faults.map((fault) => `  - ${fault}`).join('\n');
    super(`Settings not accepted (README.md, "Settings", describes them):\n${listed}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What the tables of the README and .env.example say about a setting beside its default. */
interface Guide {
  readonly meaning: string;
  /** Described where it is not a text that could be set. */
  readonly default?: string;
  /** Settings of signing in have a table of their own. */
  readonly signIn?: true;
  /** No message repeats it. */
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

/** Relative paths are relative to the project, whatever folder the process was started in. */
const file = () => z.string().transform((value) => resolve(PROJECT_ROOT, value));

const list = () =>
  z.string().transform((value) => {
    const items = value.split(',').map((item) => item.trim());
    return items.filter((item) => item !== '');
  });

const database = () =>
  z.string().transform((value, context) => {
    const found = isPostgresUrl(value) ? value : databasePath(value, PROJECT_ROOT);
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

/** Kept as it is written: a token must name its issuer letter by letter. Tokens and keys travel encrypted. */
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

/** Every setting: what it accepts, its default, and what it means. An optional one has a default that depends on others. */
export const SETTINGS = z.object({
  NODE_ENV: choice(['development', 'test', 'production']).prefault('development').register(guide, {
    meaning: '`production`: faults of an answer go to the log rather than become a 500',
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
      'a path or `sqlite:` URL, or `postgres://USER:PASSWORD@HOST:PORT/DATABASE` of PostgreSQL 14 or later, which several replicas may share (a pooler in between in session mode)',
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
    meaning: '`auto`: simulated prices while there are no real ones; `off` removes them',
  }),
  DEMO_TOKEN: z
    .string()
    .regex(/^[\w-]{4,64}$|^off$/, { error: "4 to 64 letters, digits, '_' or '-', or off" })
    .optional()
    .register(guide, { default: '`prn_demo`', meaning: 'another public token, or `off`' }),
  NOW: z.iso
    .datetime({ offset: true, error: 'an instant with its offset, such as 2024-12-20T15:00:00Z' })
    .transform((value) => new Date(value))
    .optional()
    .register(guide, {
      default: 'the real time',
      meaning: 'an instant at which a running clock starts; later bars are invisible',
    }),
  CORS_ORIGINS: origins().prefault('').register(guide, {
    meaning: 'browser origins that may read answers, comma-separated, or `*`',
  }),
  TRUST_PROXY: proxies().prefault('0').register(guide, {
    meaning: 'proxies in front: how many, or their addresses',
  }),
  WORKERS: integer(0, 64).optional().register(guide, {
    default: 'cores, at most 4',
    meaning:
      'threads that requests wait for, and as many again at the lowest priority for background work: rotations, exports, training; with `0` the main thread computes, and trains no model',
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
      'a model is trained in the background where there is none, and after an import once prices stand still (at most every 6 hours while an older one serves); `off`: only `npm run train`',
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
    meaning: '`on`: webhooks may lead to addresses of your own network, and be sent without encryption',
  }),
  LISTEN: choice(['start', 'ready']).prefault('start').register(guide, {
    meaning: '`ready`: connections are refused until prices are loaded, so that a proxy in front takes them elsewhere',
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
      meaning: 'what the issuer knows the pages of this server by: [the account console](#the-account-console)',
    }),
  // The provider makes the secret and decides how long it is.
  OAUTH_CLIENT_SECRET: z.string().optional().register(guide, {
    signIn: true,
    secret: true,
    meaning: 'the secret of that client, where it has one',
  }),
  OAUTH_NAME: z.string().max(60, { error: 'at most 60 characters' }).optional().register(guide, {
    signIn: true,
    default: "the issuer's host",
    meaning: 'what people know the issuer by, on the sign-in page',
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

type Name = keyof typeof SETTINGS.shape;
type Given = Readonly<Partial<Record<Name, string>>>;

/**
 * The settings of a process, frozen. An empty variable counts as not set.
 *
 * @throws ConfigError that lists every fault; no message repeats a secret
 */
export function readConfig(env: Environment = process.env): Config {
  const names = Object.keys(SETTINGS.shape) as Name[];
  const given: Given = Object.fromEntries(names.map((name) => [name, env[name]?.trim() || undefined]));
  const { data, error } = SETTINGS.safeParse(given);
  const faults = [...(error?.issues ?? []).map((issue) => faultOf(issue, env)), ...missing(given)];
  if (data === undefined || faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(configOf(data));
}

function faultOf(issue: z.core.$ZodIssue, env: Environment): string {
  const name = issue.path[0] as Name;
  const { secret = false } = guide.get(SETTINGS.shape[name]) ?? {};
  return `${name} must be ${issue.message}${secret ? '' : `; got '${env[name]}'`}`;
}

/** Settings that others need. */
function missing(given: Given): string[] {
  const needs: readonly (readonly [by: Name, needed: Name])[] = [
    ['SMTP_URL', 'MAIL_FROM'],
    ['MAIL_FROM', 'SMTP_URL'],
    ['OAUTH_CLIENT_ID', 'OAUTH_ISSUER'],
    [given.OAUTH_CLIENT_SECRET === undefined ? 'OAUTH_NAME' : 'OAUTH_CLIENT_SECRET', 'OAUTH_CLIENT_ID'],
  ];
  const faults = needs
    .filter(([by, needed]) => given[by] !== undefined && given[needed] === undefined)
    .map(([by, needed]) => `${needed} must be set where ${by} is`);
  const tokenMissing = given.METRICS?.toLowerCase() === 'token' && given.METRICS_TOKEN === undefined;
  return tokenMissing ? [...faults, 'METRICS_TOKEN must be set where METRICS is token'] : faults;
}

function configOf(settings: z.infer<typeof SETTINGS>): Config {
  const environment = settings.NODE_ENV;
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  return {
    environment,
    databaseUrl: settings.DATABASE_URL,
    databasePool: settings.DATABASE_POOL,
    databaseWaitMs: settings.DATABASE_WAIT_MS,
    host: settings.HOST,
    port: settings.PORT,
    keySecret: settings.KEY_SECRET ?? null,
    demoToken: settings.DEMO_TOKEN === 'off' ? null : settings.DEMO_TOKEN,
    now: settings.NOW ?? null,
    sandbox: settings.SANDBOX,
    train: settings.TRAIN ?? (environment === 'test' ? 'off' : 'auto'),
    significance: settings.SIGNIFICANCE,
    corsOrigins: settings.CORS_ORIGINS,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL ?? (environment === 'test' ? 'silent' : 'info'),
    metricsAccess: metricsAccess(settings),
    workers: settings.WORKERS ?? Math.min(4, availableParallelism()),
    scanBudgetMs: settings.SCAN_BUDGET_MS,
    publicUrl,
    upgradeUrl: settings.UPGRADE_URL ?? `${publicUrl}/docs`,
    oauthIssuer: settings.OAUTH_ISSUER ?? null,
    oauthAudience: settings.OAUTH_AUDIENCE ?? `${publicUrl}/mcp`,
    oauthAutoCreate: settings.OAUTH_AUTO_CREATE,
    oauthClient: oauthClient(settings),
    mail:
      settings.SMTP_URL === undefined || settings.MAIL_FROM === undefined
        ? null
        : { url: settings.SMTP_URL, from: settings.MAIL_FROM },
    mcpAllowedHosts: settings.MCP_ALLOWED_HOSTS,
    feeds: settings.FEEDS ?? (environment === 'test' ? 'off' : 'auto'),
    feedsFile: settings.FEEDS_FILE ?? null,
    feedsPrivate: settings.FEEDS_PRIVATE,
    webhooksPrivate: settings.WEBHOOKS_PRIVATE,
    tiersFile: settings.TIERS_FILE ?? null,
    listen: settings.LISTEN,
    drainMs: settings.DRAIN_MS,
    shutdownMs: settings.SHUTDOWN_MS,
  };
}

/** A token that is set is meant to be used, unless the other setting says otherwise. */
function metricsAccess({ METRICS, METRICS_TOKEN: token, NODE_ENV }: z.infer<typeof SETTINGS>): Config['metricsAccess'] {
  if (token !== undefined && (METRICS ?? 'token') === 'token') return { token };
  if (METRICS === 'open' || METRICS === 'loopback') return METRICS;
  return NODE_ENV === 'production' ? 'loopback' : 'open';
}

function oauthClient(settings: z.infer<typeof SETTINGS>): Config['oauthClient'] {
  const { OAUTH_CLIENT_ID: id, OAUTH_CLIENT_SECRET: secret, OAUTH_NAME: name, OAUTH_ISSUER: issuer } = settings;
  if (id === undefined || issuer === undefined) return null;
  return { id, secret: secret ?? null, name: name ?? new URL(issuer).host };
}

/** The credential in an environment variable that a provider of prices names; null = not set. Read whenever it is sent. */
export function credentialIn(env: Environment = process.env): (variable: string) => string | null {
  return (variable) => env[variable]?.trim() || null;
}
