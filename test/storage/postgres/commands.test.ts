import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toIso } from '../../../src/core/calendar/dates';
import { perennial, type Ran } from '../../helpers/perennial';
import { describeWithPostgres } from '../../helpers/postgres';
import { tempFolder } from '../../helpers/tempFolder';
import { seasonalWalk } from '../../helpers/universe';

const folder = tempFolder();

/** A file of prices as a vendor writes it. */
function csv(symbol: string, seed: number): string {
  const { day, close } = seasonalWalk({ seed, from: '2000-01-03', to: '2024-12-19' });
  const file = join(folder, `${symbol}.csv`);
  writeFileSync(file, ['Date,Adj Close', ...Array.from(day, (d, i) => `${toIso(d)},${close[i]}`)].join('\n'));
  return file;
}

describeWithPostgres('commands on PostgreSQL', ({ fresh }) => {
  let run: (...argv: string[]) => Promise<Ran>;
  beforeAll(async () => {
    mkdirSync(join(folder, 'out'));
    const env = { NODE_ENV: 'test', WORKERS: '0', SIGNIFICANCE: 'off', NOW: '2024-12-20T23:09:00Z' };
    const database = await fresh();
    run = (...argv) => perennial({ ...env, DATABASE_URL: database }, ...argv);
  });

  /** Commands run one after the other over one database, with their output on success. */
  const steps: [command: string, says: RegExp][] = [
    ['migrate', /^applied 0001_initial$/m],
    ['keys create --email ann@example.com --tier pro', /^prn_/m],
    ['keys set-tier --email ann@example.com --tier business', /is on tier business now/],
    ['keys list', /ann@example\.com +business +active/],
    [`import ${csv('KO', 1)} --market 0 --symbol KO`, / stored, 0 refused/],
    [`import ${csv('MSFT', 2)} --market 0 --symbol MSFT`, / stored, 0 refused/],
    ['undo', /gone again 1: MSFT/],
    ['symbols list', /^1 symbols, 0 without prices; data version [0-9a-f]{64}$/m],
    ['symbols rename KO COKE', /becomes COKE/],
    ['symbols history KO', /renamed from KO/],
    ['symbols export COKE', /^2024-12-19,/m],
    ['symbols remove COKE --yes', /COKE: in market 0, \d+ bars/],
    ['undo', /as they were before 1: COKE/],
    [`import ${join(folder, 'MSFT.csv')} --market 0 --symbol MSFT`, / stored, 0 refused/],
    ['feeds add stooq --market 0 --symbols COKE --yes', /is asked for 1 symbols of market 0/],
    ['feeds pause stooq --market 0', /^paused: stooq/],
    ['feeds list', /^stooq +0 +paused +1 /m],
    ['feeds remove stooq --market 0', /removed from stooq/],
    ['train', /^AUC /m],
    ['pick', /^record 1 /],
    ['ledger verify', /^1 records, every one as written/],
    [`pick --replay 2024-12-03..2024-12-03 --out ${join(folder, 'out/replay.jsonl')}`, /^replay summary: 1 sessions/m],
    [`evidence forward 2023-01..2023-02 --rotations 19 --years 5 --out ${join(folder, 'out')} --publish`, /published/],
  ];
  test('succeed as on SQLite', async () => {
    for (const [command, says] of steps) {
      const { code, out, err } = await run(...command.split(' '));
      expect({ command, code, said: out + err }).toEqual({ command, code: 0, said: expect.stringMatching(says) });
    }
  });

  test('backup refuses and names pg_dump', async () => {
    expect(await run('backup', join(folder, 'backup'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/pg_dump/),
    });
  });
});
