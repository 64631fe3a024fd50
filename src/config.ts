import { availableParallelism } from 'node:os';
import type { z } from 'zod';
import { guide, type LogLevel, SETTINGS } from './settings';

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
  readonly logLevel: LogLevel;
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
