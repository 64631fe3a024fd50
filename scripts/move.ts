import { Command } from 'commander';
import { SETTINGS_ROOT } from '../src/projectRoot';
import { databasePath, isPostgresUrl, shownUrl } from '../src/storage/database';
import { type MoveResult, moveStorage } from '../src/storage/move';
import type { Terminal } from './terminal/command';
import { withProgress } from './terminal/progressBar';
import { formatTable } from './terminal/table';

/** `npx perennial move --from URL --to URL` */
export function moveCommand({ env, out }: Terminal): Command {
  return new Command('move')
    .description('Copies everything from one database into an empty one, SQLite or PostgreSQL, and verifies the copy.')
    .requiredOption(
      '--from <url>',
      'the database as it is: a path, or a sqlite: or postgres: URL; stop the service first',
    )
    .requiredOption('--to <url>', 'the database to be: one without content, which is made where it is a file')
    .action(async ({ from, to }: { from: string; to: string }) => {
      const target = databaseIn('--to', to);
      const source = databaseIn('--from', from);
      const moved = await withProgress((progress) => moveStorage(source, target, progress.update));
      out(formatMoved(moved, env.KEY_SECRET !== undefined));
      out(`moved; the service has it with DATABASE_URL=${shownUrl(target)}\n`);
    });
}

/** Parses a URL like DATABASE_URL; relative paths start where those of settings do. @throws RangeError naming the option */
function databaseIn(option: string, url: string): string {
  const database = isPostgresUrl(url) ? url : databasePath(url, SETTINGS_ROOT);
  if (database === null)
    throw new RangeError(`${option} must be a path, a sqlite: or a postgres: URL, got '${shownUrl(url)}'`);
  return database;
}

function formatMoved(
  { tables, symbols, dataVersion, damaged, head, keys, hasSecret }: MoveResult,
  isSecretSet: boolean,
): string {
  const rows = tables.map(({ name, rows: count }) => [name, String(count)]);
  const secret = hasSecret && !isSecretSet ? 'with the secret they are hashed with' : 'for the same KEY_SECRET';
  const lines = [
    `prices: ${symbols} symbols, every series verified, data version ${dataVersion}`,
    ...(damaged.length === 0 ? [] : [`damaged before, and as they were: ${damaged.join(', ')}`]),
    `record: ${head.seq} records, every one as written, head ${head.hash}`,
    `keys: ${keys}, ${secret}`,
  ];
  return `${formatTable([['TABLE', 'ROWS'], ...rows], [1])}${lines.join('\n')}\n`;
}
