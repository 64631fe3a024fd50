import { availableParallelism } from 'node:os';
import type { z } from 'zod';
import { guide, SETTINGS } from './settings';

/** The settings of the process, read once at the start. */
export type Config = ReturnType<typeof configOf>;

/** Lists all faults of the settings. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly faults: readonly string[]) {
    const listed = faults.map((fault) => `  - ${fault}`).join('\n');
    super(`Settings not accepted (seeds/guides/configuration.md describes them):\n${listed}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of SETTINGS, parsed. */
type Settings = z.infer<typeof SETTINGS>;
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

function configOf(settings: Settings) {
  const environment = settings.NODE_ENV;
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`;
  return {
    environment,
    /** Absolute path of the SQLite file, `:memory:`, or the URL of a PostgreSQL database. */
    databaseUrl: settings.DATABASE_URL,
    /** Connections to PostgreSQL shared by requests. */
    databasePool: settings.DATABASE_POOL,
    /** How long a request waits for PostgreSQL before it is answered 503, milliseconds. */
    databaseWaitMs: settings.DATABASE_WAIT_MS,
    host: settings.HOST,
    /** 0 = any free port. */
    port: settings.PORT,
    /**
     * The key of the hashes of API keys. Null = not set: outside production one is generated next to the database, in production
     * every request for data is answered 503 (SPEC 7, service_misconfigured).
     */
    keySecret: settings.KEY_SECRET ?? null,
    /** Null = no demo token; undefined = the token of the seeds. */
    demoToken: demoToken(settings),
    /** Start of the clock; null = the real time. */
    now: settings.NOW ?? null,
    /** `on` = simulated prices while there are no real ones; `kept` = only where they are stored already; `off` = removed. */
    sandbox: sandbox(settings),
    /** `auto` = models are trained in the background: if there is none, and after an import. */
    train: settings.TRAIN ?? (environment === 'test' ? 'off' : 'auto'),
    /** `auto` = null distributions of searches are computed in the background; `off` = only stored ones are used. */
    significance: settings.SIGNIFICANCE,
    /** Browser origins that may read answers; `*` = all. */
    corsOrigins: settings.CORS_ORIGINS,
    /** What Express calls `trust proxy`: number of proxies in front, or their addresses. */
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL ?? (environment === 'test' ? 'silent' : 'info'),
    metricsAccess: metricsAccess(settings),
    /** Worker threads of the engine; 0 = search in the main thread. */
    workers: settings.WORKERS ?? Math.min(4, availableParallelism()),
    /** Time budget shared by all market work of a request, milliseconds. */
    scanBudgetMs: settings.SCAN_BUDGET_MS,
    /** The URL of this server for clients, without a trailing slash. */
    publicUrl,
    upgradeUrl: settings.UPGRADE_URL ?? `${publicUrl}/docs`,
    /** Issuer of users' access tokens; null = only API keys. */
    oauthIssuer: settings.OAUTH_ISSUER ?? null,
    /** Required `aud` of access tokens. */
    oauthAudience: settings.OAUTH_AUDIENCE ?? `${publicUrl}/mcp`,
    /** Whether the first sign-in of an unknown user creates a free account; otherwise it is a 403. */
    oauthAutoCreate: settings.OAUTH_AUTO_CREATE,
    oauthClient: oauthClient(settings),
    /** URL of the mail server (`smtp://` or `smtps://` with user and password) and sender; null = no mail is sent. */
    mail:
      settings.SMTP_URL === undefined || settings.MAIL_FROM === undefined
        ? null
        : { url: settings.SMTP_URL, from: settings.MAIL_FROM },
    /** Accepted host names of /mcp, in addition to that of `publicUrl` and the loopback ones. */
    mcpAllowedHosts: settings.MCP_ALLOWED_HOSTS,
    /** `auto` = the service runs feeds once a session is final; `off` = only commands run them. */
    feeds: settings.FEEDS ?? (environment === 'test' ? 'off' : 'auto'),
    /** Absolute path of the operator's price providers; null = only the seeded ones. */
    feedsFile: settings.FEEDS_FILE ?? null,
    /** Whether providers may have private addresses and plain http. */
    feedsPrivate: settings.FEEDS_PRIVATE,
    /** Whether webhook endpoints may have private addresses and plain http. */
    webhooksPrivate: settings.WEBHOOKS_PRIVATE,
    /** Absolute path of the operator's tiers, which replace the seeded ones; null = none. */
    tiersFile: settings.TIERS_FILE ?? null,
    /** When the server listens: at the start, or once prices are loaded, so that a balancer uses other replicas until then. */
    listen: settings.LISTEN,
    /** How long requests are still accepted after SIGTERM while /readyz is 503, milliseconds. */
    drainMs: settings.DRAIN_MS,
    /** Time for requests in flight after that, milliseconds. */
    shutdownMs: settings.SHUTDOWN_MS,
  } as const;
}

/** Visitors of a service in production get nothing by default. */
function demoToken({ DEMO_TOKEN, NODE_ENV }: Settings): string | null | undefined {
  if (DEMO_TOKEN !== undefined) return DEMO_TOKEN === 'off' ? null : DEMO_TOKEN;
  return NODE_ENV === 'production' ? null : undefined;
}

/** A service in production invents no prices by default, and removes none that it has. */
function sandbox({ SANDBOX, NODE_ENV }: Settings) {
  if (SANDBOX !== 'auto') return SANDBOX;
  return NODE_ENV === 'production' ? 'kept' : 'on';
}

/** Who may read GET /metrics. A METRICS_TOKEN is used unless METRICS is another kind of access. */
function metricsAccess({ METRICS, METRICS_TOKEN: token, NODE_ENV }: Settings) {
  if (token !== undefined && (METRICS ?? 'token') === 'token') return { token };
  if (METRICS === 'open' || METRICS === 'loopback') return METRICS;
  return NODE_ENV === 'production' ? 'loopback' : 'open';
}

/** The pages as a client of the issuer; `name` is the issuer's name on the sign-in page. Null = sign-in by link only. */
function oauthClient(settings: Settings) {
  const { OAUTH_CLIENT_ID: id, OAUTH_CLIENT_SECRET: secret, OAUTH_NAME: name, OAUTH_ISSUER: issuer } = settings;
  if (id === undefined || issuer === undefined) return null;
  return { id, secret: secret ?? null, name: name ?? new URL(issuer).host };
}

/** Reads the credential of a price provider from an environment variable; null = not set. */
export function credentialIn(env: Environment = process.env): (variable: string) => string | null {
  return (variable) => env[variable]?.trim() || null;
}
