import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseIso } from './core/calendar/dates';
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
    super(`Settings not accepted:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const SHORTEST_SECRET = 32;

/**
 * The settings of a process, frozen. An empty variable counts as not set.
 *
 * @throws ConfigError that lists every fault; no message repeats a secret
 */
export function readConfig(env: Environment = process.env): Config {
  const settings = new Settings(env);
  const environment = settings.choice('NODE_ENV', ['development', 'test', 'production'], 'development');
  const port = settings.integer('PORT', 0, 65_535, 8080);
  const publicUrl = settings.url('PUBLIC_URL', `http://localhost:${port}`);
  const config: Config = {
    environment,
    databaseUrl: settings.database('DATABASE_URL', './data/perennial.sqlite'),
    databasePool: settings.integer('DATABASE_POOL', 1, 1_000, 10),
    databaseWaitMs: settings.integer('DATABASE_WAIT_MS', 100, 60_000, 1_500),
    host: settings.text('HOST', '0.0.0.0'),
    port,
    keySecret: settings.secret('KEY_SECRET'),
    demoToken: settings.demoToken('DEMO_TOKEN'),
    now: settings.instant('NOW'),
    sandbox: settings.choice('SANDBOX', ['auto', 'on', 'off'], 'auto'),
    train: settings.choice('TRAIN', ['auto', 'off'], environment === 'test' ? 'off' : 'auto'),
    significance: settings.choice('SIGNIFICANCE', ['auto', 'off'], 'auto'),
    corsOrigins: settings.origins('CORS_ORIGINS'),
    trustProxy: settings.proxies('TRUST_PROXY'),
    logLevel: settings.choice('LOG_LEVEL', LOG_LEVELS, environment === 'test' ? 'silent' : 'info'),
    metricsAccess: settings.metrics('METRICS', 'METRICS_TOKEN', environment === 'production' ? 'loopback' : 'open'),
    workers: settings.integer('WORKERS', 0, 64, Math.min(4, availableParallelism())),
    scanBudgetMs: settings.integer('SCAN_BUDGET_MS', 10, 60_000, 5_000),
    publicUrl,
    upgradeUrl: settings.url('UPGRADE_URL', `${publicUrl}/docs`),
    oauthIssuer: settings.issuer('OAUTH_ISSUER'),
    oauthAudience: settings.text('OAUTH_AUDIENCE', `${publicUrl}/mcp`),
    oauthAutoCreate: settings.choice('OAUTH_AUTO_CREATE', ['on', 'off'], 'off') === 'on',
    oauthClient: settings.oauthClient('OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET', 'OAUTH_NAME', 'OAUTH_ISSUER'),
    mail: settings.mail('SMTP_URL', 'MAIL_FROM'),
    mcpAllowedHosts: settings.hosts('MCP_ALLOWED_HOSTS'),
    feeds: settings.choice('FEEDS', ['auto', 'off'], environment === 'test' ? 'off' : 'auto'),
    feedsFile: settings.file('FEEDS_FILE'),
    feedsPrivate: settings.choice('FEEDS_PRIVATE', ['on', 'off'], 'off') === 'on',
    webhooksPrivate: settings.choice('WEBHOOKS_PRIVATE', ['on', 'off'], 'off') === 'on',
    tiersFile: settings.file('TIERS_FILE'),
    listen: settings.choice('LISTEN', ['start', 'ready'], 'start'),
    drainMs: settings.integer('DRAIN_MS', 0, 300_000, 0),
    shutdownMs: settings.integer('SHUTDOWN_MS', 0, 300_000, 10_000),
  };
  settings.throwFaults();
  return Object.freeze(config);
}

/** The credential in an environment variable that a provider of prices names; null = not set. Read whenever it is sent. */
export function credentialIn(env: Environment = process.env): (variable: string) => string | null {
  return (variable) => env[variable]?.trim() || null;
}

/** Reads one variable at a time and collects what is wrong. */
class Settings {
  private readonly faults: string[] = [];

  constructor(private readonly env: Environment) {}

  throwFaults(): void {
    if (this.faults.length > 0) throw new ConfigError(this.faults);
  }

  text(name: string, fallback: string): string {
    return this.get(name) ?? fallback;
  }

  choice<const T extends string>(name: string, accepted: readonly T[], fallback: T): T {
    const value = this.get(name)?.toLowerCase();
    if (value === undefined) return fallback;
    return accepted.find((one) => one === value) ?? this.fault(name, `one of ${accepted.join(', ')}`, fallback);
  }

  integer(name: string, min: number, max: number, fallback: number): number {
    const value = this.get(name);
    if (value === undefined) return fallback;
    const fits = /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max;
    return fits ? Number(value) : this.fault(name, `a whole number from ${min} to ${max}`, fallback);
  }

  instant(name: string): Date | null {
    const value = this.get(name);
    if (value === undefined) return null;
    const instant = new Date(value);
    // Without an offset the process time zone would decide what is meant.
    const fits = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(value);
    const real = fits && !Number.isNaN(instant.getTime()) && parseIso(value.slice(0, 10)) !== null;
    return real ? instant : this.fault(name, 'an instant with its offset, such as 2024-12-20T15:00:00Z', null);
  }

  url(name: string, fallback: string): string {
    const value = this.get(name);
    if (value === undefined) return fallback;
    const parsed = URL.canParse(value) ? new URL(value) : null;
    if (parsed === null || !/^https?:$/.test(parsed.protocol))
      return this.fault(name, 'an http or https URL', fallback);
    return value.replace(/\/+$/, '');
  }

  /** Kept as it is written: a token must name its issuer letter by letter. Tokens and keys travel encrypted. */
  issuer(name: string): string | null {
    const value = this.get(name);
    if (value === undefined) return null;
    const { protocol, hostname, search, hash } = URL.canParse(value) ? new URL(value) : new URL('about:blank');
    const local = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
    if ((protocol === 'https:' || local) && search === '' && hash === '') return value;
    return this.fault(name, 'an https URL without a query (http on the loopback interface only)', null);
  }

  hosts(name: string): readonly string[] {
    const listed = this.list(name);
    const wrong = listed.filter((one) => !/^([a-z\d-]+(\.[a-z\d-]+)*|\[[\da-f:.]+\])$/i.test(one));
    if (wrong.length > 0) this.fault(name, 'a comma-separated list of host names without ports', '');
    return listed;
  }

  /** Relative paths are relative to the project, whatever folder the process was started in. */
  database(name: string, fallback: string): string {
    const value = this.get(name) ?? fallback;
    const database = isPostgresUrl(value) ? value : databasePath(value, PROJECT_ROOT);
    return database ?? this.fault(name, 'a path, a sqlite: or postgres: URL, or :memory:', fallback, { secret: true });
  }

  /** As with the database. What is in it is read, and judged, by who needs it. */
  file(name: string): string | null {
    const value = this.get(name);
    return value === undefined ? null : resolve(PROJECT_ROOT, value);
  }

  secret(name: string): string | null {
    const value = this.get(name);
    if (value === undefined || value.length >= SHORTEST_SECRET) return value ?? null;
    const accepted = `at least ${SHORTEST_SECRET} characters, such as the output of: openssl rand -hex 32`;
    return this.fault(name, accepted, null, { secret: true });
  }

  /** A token that is set is meant to be asked for, unless the other setting says otherwise. */
  metrics(name: string, tokenName: string, fallback: 'open' | 'loopback'): Config['metricsAccess'] {
    const token = this.secret(tokenName);
    const access = this.choice(name, ['open', 'loopback', 'token'], token === null ? fallback : 'token');
    if (access !== 'token') return access;
    if (token !== null) return { token };
    return this.fault(tokenName, `set where ${name} is token`, fallback, { secret: true });
  }

  /** Of no use one without the other. The provider makes the secret: how long it is, is its own. */
  oauthClient(idName: string, secretName: string, nameName: string, issuerName: string): Config['oauthClient'] {
    const [id, secret, name] = [this.get(idName), this.get(secretName), this.get(nameName)];
    if (id === undefined) {
      const named = secret !== undefined ? secretName : name !== undefined ? nameName : null;
      return named === null ? null : this.fault(idName, `set where ${named} is`, null, { secret: true });
    }
    const issuer = this.get(issuerName);
    if (issuer === undefined) return this.fault(issuerName, `set where ${idName} is`, null, { secret: true });
    if (!/^[\x20-\x7e]{1,255}$/.test(id)) return this.fault(idName, 'at most 255 letters, digits and signs', null);
    if (name !== undefined && name.length > 60) return this.fault(nameName, 'at most 60 characters', null);
    const host = URL.canParse(issuer) ? new URL(issuer).host : issuer;
    return { id, secret: secret ?? null, name: name ?? host };
  }

  /** Its URL holds a password. */
  mail(urlName: string, fromName: string): Config['mail'] {
    const [url, from] = [this.get(urlName), this.get(fromName)];
    if (url === undefined && from === undefined) return null;
    const isUrl = url !== undefined && URL.canParse(url) && /^smtps?:$/.test(new URL(url).protocol);
    if (!isUrl) return this.fault(urlName, `an smtp:// or smtps:// URL, as ${fromName} is set`, null, { secret: true });
    if (from !== undefined && /^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/.test(from)) return { url, from };
    return this.fault(fromName, `the address that mail is sent from, as ${urlName} is set`, null);
  }

  demoToken(name: string): string | null | undefined {
    const value = this.get(name);
    if (value === undefined) return undefined;
    if (value === 'off') return null;
    return /^[\w-]{4,64}$/.test(value) ? value : this.fault(name, "4 to 64 letters, digits, '_' or '-', or off", null);
  }

  origins(name: string): readonly string[] | '*' {
    const listed = this.list(name);
    if (listed.length === 1 && listed[0] === '*') return '*';
    const wrong = listed.filter((one) => !URL.canParse(one) || new URL(one).origin !== one);
    if (wrong.length > 0) this.fault(name, '* or a comma-separated list of origins such as https://example.com', '');
    return listed;
  }

  proxies(name: string): number | readonly string[] {
    const listed = this.list(name);
    if (listed.length === 0) return 0;
    if (listed.length === 1 && /^\d$/.test(listed[0])) return Number(listed[0]);
    const named = ['loopback', 'linklocal', 'uniquelocal'];
    const wrong = listed.filter((one) => !named.includes(one) && !/^[\da-f.:]+(\/\d{1,3})?$/i.test(one));
    if (wrong.length === 0 && listed.every((one) => named.includes(one) || /[.:]/.test(one))) return listed;
    return this.fault(name, 'the number of proxies (0 to 9) or a comma-separated list of their addresses', 0);
  }

  private list(name: string): string[] {
    const items = (this.get(name) ?? '').split(',').map((item) => item.trim());
    return items.filter((item) => item !== '');
  }

  private get(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === '' ? undefined : value;
  }

  private fault<T>(name: string, accepted: string, fallback: T, { secret = false } = {}): T {
    this.faults.push(`${name} must be ${accepted}${secret ? '' : `; got '${this.env[name]}'`}`);
    return fallback;
  }
}
