import { availableParallelism } from 'node:os';
import type { z } from 'zod';
import { guide, type LogLevel, SETTINGS } from './settings';

/** The settings of the process, read once at the start. */
export interface Config {
  readonly environment: 'development' | 'test' | 'production';
  /** Absolute path of the SQLite file, `:memory:`, or the URL of a PostgreSQL database. */
  readonly databaseUrl: string;
  /** Connections to PostgreSQL shared by requests. */
  readonly databasePool: number;
  /** How long a request waits for PostgreSQL before it is answered 503, milliseconds. */
  readonly databaseWaitMs: number;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /**
   * The key of the hashes of API keys. Null = not set: outside production one is generated next to the database, in production
   * every request for data is answered 503 (SPEC 7, service_misconfigured).
   */
  readonly keySecret: string | null;
  /** Null = no demo token; undefined = the token of the seeds. Default null in production. */
  readonly demoToken: string | null | undefined;
  /** Start of the clock; null = the real time. */
  readonly now: Date | null;
  /** `on` = simulated prices while there are no real ones; `kept` = only where they are stored already; `off` = removed. */
  readonly sandbox: 'on' | 'kept' | 'off';
  /** `auto` = models are trained in the background: if there is none, and after an import. Default `off` in tests. */
  readonly train: 'auto' | 'off';
  /** `auto` = null distributions of searches are computed in the background; `off` = only stored ones are used. */
  readonly significance: 'auto' | 'off';
  /** Browser origins that may read answers; `*` = all. */
  readonly corsOrigins: readonly string[] | '*';
  /** What Express calls `trust proxy`: number of proxies in front, or their addresses. */
  readonly trustProxy: number | readonly string[];
  readonly logLevel: LogLevel;
  /** Who may read GET /metrics: everybody, programs on this machine, or clients with the token. */
  readonly metricsAccess: 'open' | 'loopback' | { readonly token: string };
  /** Worker threads of the engine; 0 = search in the main thread. */
  readonly workers: number;
  /** Time budget shared by all market work of a request, milliseconds. */
  readonly scanBudgetMs: number;
  /** The URL of this server for clients, without a trailing slash. */
  readonly publicUrl: string;
  readonly upgradeUrl: string;
  /** Issuer of users' access tokens; null = only API keys. */
  readonly oauthIssuer: string | null;
  /** Required `aud` of access tokens. */
  readonly oauthAudience: string;
  /** Whether the first sign-in of an unknown user creates a free account; otherwise it is a 403. */
  readonly oauthAutoCreate: boolean;
  /** The pages as a client of the issuer; `name` is the issuer's name on the sign-in page. Null = sign-in by link only. */
  readonly oauthClient: { readonly id: string; readonly secret: string | null; readonly name: string } | null;
  /** URL of the mail server (`smtp://` or `smtps://` with user and password) and sender; null = no mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  /** Accepted host names of /mcp, in addition to that of `publicUrl` and the loopback ones. */
  readonly mcpAllowedHosts: readonly string[];
  /** `auto` = the service runs feeds once a session is final; `off` = only commands run them. */
  readonly feeds: 'auto' | 'off';
  /** Absolute path of the operator's price providers; null = only the seeded ones. */
  readonly feedsFile: string | null;
  /** Whether providers may have private addresses and plain http. */
  readonly feedsPrivate: boolean;
  /** Whether webhook endpoints may have private addresses and plain http. */
  readonly webhooksPrivate: boolean;
  /** Absolute path of the operator's tiers, which replace the seeded ones; null = none. */
  readonly tiersFile: string | null;
  /** When the server listens: at the start, or once prices are loaded, so that a balancer uses other replicas until then. */
  readonly listen: 'start' | 'ready';
  /** How long requests are still accepted after SIGTERM while /readyz is 503, milliseconds. */
  readonly drainMs: number;
  /** Time for requests in flight after that, milliseconds. */
  readonly shutdownMs: number;
}

/** Lists all faults of the settings. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    const listed = faults.map((fault) => `  - ${fault}`).join('\n');
    super(`Settings not accepted (seeds/guides/configuration.md describes them):\n${listed}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

type Name = keyof typeof SETTINGS.shape;
type Given = Readonly<Partial<Record<Name, string>>>;

/**
 * The settings of the process, frozen. An empty variable counts as not set.
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

/** Faults of settings that need another setting. */
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
    demoToken: demoToken(settings),
    now: settings.NOW ?? null,
    sandbox: sandbox(settings),
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

/** Visitors of a service in production get nothing by default. */
function demoToken({ DEMO_TOKEN, NODE_ENV }: z.infer<typeof SETTINGS>): Config['demoToken'] {
  if (DEMO_TOKEN !== undefined) return DEMO_TOKEN === 'off' ? null : DEMO_TOKEN;
  return NODE_ENV === 'production' ? null : undefined;
}

/** A service in production invents no prices by default, and removes none that it has. */
function sandbox({ SANDBOX, NODE_ENV }: z.infer<typeof SETTINGS>): Config['sandbox'] {
  if (SANDBOX !== 'auto') return SANDBOX;
  return NODE_ENV === 'production' ? 'kept' : 'on';
}

/** A METRICS_TOKEN is used unless METRICS is another kind of access. */
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

/** Reads the credential of a price provider from an environment variable; null = not set. */
export function credentialIn(env: Environment = process.env): (variable: string) => string | null {
  return (variable) => env[variable]?.trim() || null;
}
