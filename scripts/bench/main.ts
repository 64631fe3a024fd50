import { availableParallelism } from 'node:os';
import { compareRows } from './compare';
import { run as growth } from './growth';
import { run as http } from './http';
import { run as importing } from './import';
import { run as kernel } from './kernel';
import { run as mcp } from './mcp';
import { run as metering } from './metering';
import { formatTable, type Row } from './table';

/** `npm run bench` runs all of them, `npm run bench -- kernel http` some. Absolute times differ between machines: read ratios. */
const BENCHES: Record<string, () => Promise<Row[]>> = {
  kernel,
  growth,
  compare: compareRows,
  import: importing,
  http,
  mcp,
  metering,
};

async function main(asked: readonly string[]): Promise<void> {
  const unknown = asked.filter((name) => !(name in BENCHES));
  if (unknown.length > 0) {
    throw new RangeError(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}`);
  }
  console.log(`Node ${process.version}, ${availableParallelism()} cores`);
  for (const name of asked.length > 0 ? asked : Object.keys(BENCHES)) {
    console.log(`\n${name}\n${formatTable(await BENCHES[name]())}`);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof RangeError ? error.message : error);
  process.exitCode = 1;
});
