import { Command } from 'commander';
import { KeyRequestError, KeyService, type KeyView, keySecretFor } from '../src/access/keys';
import { SignInLinks } from '../src/access/signInLinks';
import { loadTiers } from '../src/access/tiers';
import type { Clock } from '../src/clock';
import { DAY_MS, parseIso } from '../src/core/calendar/dates';
import { loadMarkets } from '../src/seeds';
import type { Account, Role } from '../src/storage/accounts';
import type { Terminal } from './terminal/command';
import { type CommandContext, withStorage } from './terminal/storage';
import { formatTable } from './terminal/table';

const LONGEST_OVERLAP_DAYS = 30;
const LONGEST_LINK_DAYS = 30;

/** `npx perennial keys ...` */
export function keysCommand(terminal: Terminal): Command {
  const keys = new Command('keys').description('Create, list, rotate and revoke API keys.');
  keys
    .command('create')
    .description('create a key, and the account if it is new')
    .requiredOption('--email <address>', 'account of the key')
    .option('--tier <tier>', 'tier of a new account (default: free)')
    .option('--role <role>', 'role of a new account: member or admin (default: member)')
    .option('--name <text>', 'what the key is for', '')
    .option('--expires <date>', 'first day (UTC) on which it is no longer valid, YYYY-MM-DD')
    .option('--markets <ids>', "comma-separated ids of its markets (default: all markets of the account's plan)")
    .option('--read-only', 'it cannot spend predictions', false)
    .action((options) => withKeys(terminal, (service, clock) => create(service, clock, terminal, options)));
  keys
    .command('invite <address>')
    .description('create a link that signs in once to the console of an account, and the account if it is new')
    .option('--tier <tier>', 'tier of a new account (default: free)')
    .option('--role <role>', 'role of the account: member or admin (an operator)')
    .option('--ttl <duration>', 'how long the link works, such as 15m, 24h, 7d', '24h')
    .action((email, options) => withStorage(terminal.env, (context) => invite(context, terminal, email, options)));
  keys
    .command('list')
    .description('show keys, without their secrets')
    .option('--email <address>', 'only keys of one account')
    .action(({ email }) => withKeys(terminal, async (s) => terminal.out(keyTable(await s.list(email)))));
  keys
    .command('rotate <keyid>')
    .description('create a successor of a key; the old key stays valid for the overlap')
    .option('--overlap <duration>', 'such as 90s, 15m, 24h, 7d, or 0', '24h')
    .action((id, { overlap }) => withKeys(terminal, (service) => rotate(service, terminal, id, overlap)));
  keys
    .command('revoke <keyid>')
    .description('revoke a key now')
    .action((id) => withKeys(terminal, (service) => revoke(service, terminal, id)));
  keys
    .command('set-tier')
    .description('move an account to another tier')
    .requiredOption('--email <address>', 'account to move')
    .requiredOption('--tier <tier>', 'its new tier')
    .action(({ email, tier }) =>
      withKeys(terminal, async (service) => {
        await service.setTier(email, tier);
        terminal.err(`${email} is on tier ${tier} now\n`);
      }),
    );
  keys
    .command('set-role')
    .description('make an account an operator, or an ordinary member again')
    .requiredOption('--email <address>', 'account to change')
    .requiredOption('--role <role>', 'member or admin')
    .action(({ email, role }) =>
      withKeys(terminal, async (service) => {
        await service.setRole(email, roleOf(role));
        terminal.err(`${email} has the role ${role} now\n`);
      }),
    );
  for (const [name, suspended, description] of [
    ['suspend', true, 'let nobody in with an account any more: its keys and sessions end with the next request'],
    ['resume', false, 'let an account in again that was suspended: its keys work as before'],
  ] as const) {
    keys
      .command(`${name} <address>`)
      .description(description)
      .action((email: string) =>
        withKeys(terminal, async (service) => {
          const changed = await service.suspend(email, suspended);
          terminal.err(`${email} is ${suspended ? 'suspended' : 'not suspended'}${changed ? ' now' : ', as before'}\n`);
        }),
      );
  }
  return keys;
}

function withKeys({ env }: Terminal, work: (service: KeyService, clock: Clock) => Promise<void>): Promise<void> {
  return withStorage(env, async (context) => work(await keyService(context), context.clock));
}

/** Creates and revokes keys that a server with the same settings accepts. */
export async function keyService({ storage, config, clock }: CommandContext): Promise<KeyService> {
  const keySecret = await keySecretFor(config, storage);
  if (keySecret === null)
    throw new KeyRequestError('KEY_SECRET must be set in production, to the value the server has');
  const marketIds = loadMarkets().map((market) => market.id);
  return new KeyService({
    accounts: storage.accounts,
    keys: storage.keys,
    tiers: loadTiers(marketIds, config.upgradeUrl, config.tiersFile),
    keySecret,
    now: () => clock.now(),
  });
}

/** Options of `create`, unparsed. */
interface CreateOptions {
  readonly email: string;
  readonly tier?: string;
  readonly role?: string;
  readonly name: string;
  readonly expires?: string;
  readonly markets?: string;
  readonly readOnly: boolean;
}

async function create(service: KeyService, clock: Clock, terminal: Terminal, options: CreateOptions): Promise<void> {
  const { name, expires, markets, readOnly } = options;
  const wish = { expiresAt: endOf(expires, clock.now()), scope: { markets: marketIds(markets), readOnly } };
  const account = await accountFor(service, options);
  const { id, key } = await service.createKey(account.id, name, wish);
  showOnce(terminal, key, `key ${id} of ${account.email}, tier ${account.tier}`);
}

/** The account of an address, created if new. @throws KeyRequestError when an existing one has another tier or role */
async function accountFor(
  service: KeyService,
  { email, tier, role }: Pick<CreateOptions, 'email' | 'tier' | 'role'>,
): Promise<Account> {
  const present = await service.findAccount(email);
  const requested = role === undefined ? undefined : roleOf(role);
  if (present === null) return service.createAccount(email, tier ?? 'free', requested);
  if (tier !== undefined && tier !== present.tier) {
    throw new KeyRequestError(
      `account ${present.email} is on tier ${present.tier}; move it with: set-tier --email ${present.email} --tier ${tier}`,
    );
  }
  if (requested !== undefined && requested !== present.role) {
    throw new KeyRequestError(
      `account ${present.email} has the role ${present.role}; change it with: set-role --email ${present.email} --role ${requested}`,
    );
  }
  return present;
}

async function invite(
  context: CommandContext,
  terminal: Terminal,
  email: string,
  { tier, role, ttl }: { tier?: string; role?: string; ttl: string },
): Promise<void> {
  const lasts = parseDuration(ttl);
  if (lasts === null || lasts === 0 || lasts > LONGEST_LINK_DAYS * DAY_MS) {
    throw new KeyRequestError(`--ttl is '${ttl}', accepted is up to ${LONGEST_LINK_DAYS}d, such as 15m, 24h, 7d`);
  }
  const account = await accountFor(await keyService(context), { email, tier, role });
  const { storage, config, clock } = context;
  const links = new SignInLinks({ store: storage.sessions, publicUrl: config.publicUrl, now: () => clock.now() });
  const link = await links.make(account.id, { lasts, by: 'command' });
  const about = `signs ${account.email} in once, within ${ttl}; tier ${account.tier}, role ${account.role}`;
  const assumed = `It assumes that the service is at ${config.publicUrl}: set PUBLIC_URL if it is elsewhere.\n`;
  const isAssumed = terminal.env.PUBLIC_URL === undefined;
  terminal.err(`${about}\n${isAssumed ? assumed : ''}Whoever has it gets in; shown once:\n`);
  terminal.out(`${link}\n`);
}

function roleOf(text: string): Role {
  if (text === 'member' || text === 'admin') return text;
  throw new KeyRequestError(`role '${text}' is not one of member, admin`);
}

function endOf(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const day = parseIso(text);
  if (day === null) throw new KeyRequestError(`--expires is '${text}', accepted is a date YYYY-MM-DD`);
  const end = new Date(day * DAY_MS);
  if (end <= now) throw new KeyRequestError(`--expires is '${text}', which is not after today (UTC)`);
  return end;
}

function marketIds(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  const known = loadMarkets().map(({ id }) => id);
  const ids = text.split(',').map((id) => id.trim());
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return ids;
  throw new KeyRequestError(`--markets names '${unknown}', accepted are ids of markets: ${known.join(', ')}`);
}

async function rotate(service: KeyService, terminal: Terminal, id: string, overlap: string): Promise<void> {
  const milliseconds = parseDuration(overlap);
  if (milliseconds === null || milliseconds > LONGEST_OVERLAP_DAYS * DAY_MS) {
    throw new KeyRequestError(`--overlap is '${overlap}', accepted is 0 or up to 30d, such as 90s, 15m, 24h, 7d`);
  }
  const { id: newId, key, oldEnds } = await service.rotate(id, milliseconds);
  showOnce(terminal, key, `key ${newId}; the old one ends ${oldEnds.toISOString()}`);
}

async function revoke(service: KeyService, terminal: Terminal, text: string): Promise<void> {
  const { id, already } = await service.revoke(text);
  terminal.err(already ? `key ${id} was revoked before\n` : `key ${id} is revoked\n`);
}

/** Only the key goes to standard output, so that a script can read it; the rest goes to standard error. */
function showOnce(terminal: Terminal, key: string, about: string): void {
  terminal.err(`${about}\nShown once, keep it now:\n`);
  terminal.out(`${key}\n`);
}

function keyTable(keys: readonly KeyView[]): string {
  const time = (date: Date | null) => {
    if (date === null) return '-';
    return Number.isNaN(date.getTime()) ? 'no date' : date.toISOString().slice(0, 16);
  };
  return formatTable([
    ['KEY', 'EMAIL', 'TIER', 'STATE', 'CREATED', 'LAST USED', 'EXPIRES', 'NAME'],
    ...keys.map((k) => [
      k.display,
      k.email,
      k.tier,
      k.state,
      time(k.createdAt),
      time(k.lastUsedAt),
      time(k.expiresAt),
      k.name,
    ]),
  ]);
}

const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90s`, `15m`, `24h`, `7d` or `0` in milliseconds; null in any other form. */
export function parseDuration(text: string): number | null {
  if (text.trim() === '0') return 0;
  const match = /^(\d{1,6})(s|m|h|d)$/.exec(text.trim().toLowerCase());
  return match ? Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS] : null;
}
