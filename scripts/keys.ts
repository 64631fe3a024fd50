import { Command } from 'commander';
import { parseDuration } from '../src/access/duration';
import { keySecretFor } from '../src/access/keySecret';
import { KeyRequestError, KeyService, type KeyView } from '../src/access/keys';
import { loadTiers } from '../src/access/tiers';
import { loadMarkets } from '../src/seeds';
import type { Terminal } from './terminal/command';
import { type CommandContext, withStorage } from './terminal/storage';
import { formatTable } from './terminal/table';

const DAY_MS = 86_400_000;
const LONGEST_OVERLAP_DAYS = 30;

/** `npx perennial keys ...` */
export function keysCommand(terminal: Terminal): Command {
  const keys = new Command('keys').description('Create, list, rotate and revoke API keys.');
  keys
    .command('create')
    .description('make a key; the account is made too when it is new')
    .requiredOption('--email <address>', 'account of the key')
    .option('--tier <tier>', 'tier of a new account (default: free)')
    .option('--name <text>', 'what the key is for', '')
    .action((options) => withKeys(terminal, (service) => create(service, terminal, options)));
  keys
    .command('list')
    .description('show keys, without their secrets')
    .option('--email <address>', 'of one account only')
    .action(({ email }) => withKeys(terminal, async (s) => terminal.out(keyTable(await s.list(email)))));
  keys
    .command('rotate <keyid>')
    .description('make a new key; the old one works on for the overlap')
    .option('--overlap <duration>', 'such as 90s, 15m, 24h, 7d, or 0', '24h')
    .action((id, { overlap }) => withKeys(terminal, (service) => rotate(service, terminal, id, overlap)));
  keys
    .command('revoke <keyid>')
    .description('end a key now')
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
  return keys;
}

function withKeys({ env }: Terminal, work: (service: KeyService) => Promise<void>): Promise<void> {
  return withStorage(env, async (context) => work(await keyService(context)));
}

/** Makes and ends keys as the server that runs with the same settings understands them. */
export async function keyService({ storage: { accounts }, config }: CommandContext): Promise<KeyService> {
  const keySecret = await keySecretFor(
    { production: config.environment === 'production', keySecret: config.keySecret },
    accounts,
  );
  if (keySecret === null)
    throw new KeyRequestError('KEY_SECRET must be set in production, to the value the server has');
  const marketIds = loadMarkets().map((market) => market.id);
  return new KeyService({
    accounts,
    tiers: loadTiers(marketIds, config.upgradeUrl, config.tiersFile),
    keySecret,
    now: () => new Date(),
  });
}

async function create(
  service: KeyService,
  terminal: Terminal,
  { email, tier, name }: { email: string; tier?: string; name: string },
): Promise<void> {
  const present = await service.findAccount(email);
  if (present && tier !== undefined && tier !== present.tier) {
    throw new KeyRequestError(
      `account ${present.email} is on tier ${present.tier}; move it with: set-tier --email ${present.email} --tier ${tier}`,
    );
  }
  const account = present ?? (await service.createAccount(email, tier ?? 'free'));
  const { id, key } = await service.createKey(account.id, name);
  showOnce(terminal, key, `key ${id} of ${account.email}, tier ${account.tier}`);
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

/** The key alone goes to standard output, so that a script can take it; the rest is for the reader. */
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
