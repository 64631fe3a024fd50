import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { fromIso } from '../../src/core/calendar/dates';
import type { TrainingSeries } from '../../src/core/model/setups';

// Looking up globals is slow in Jest, and these are read for every row.
const MISSING = Number.NaN;

/** Series of one universe of the real price files, ascending by symbol. @param folder that of `realData` */
export function eodSeries(folder: string, universe: string, gapLimit = 10): TrainingSeries[] {
  const text = gunzipSync(readFileSync(join(folder, 'eod', `${universe}.csv.gz`))).toString('latin1');
  const found: TrainingSeries[] = [];
  let symbol = '';
  let rows: number[][] = [[], [], [], []];
  const finish = () => {
    if (symbol === '') return;
    const [day, close, high, low] = rows;
    found.push({
      symbol,
      gapLimit,
      bars: {
        day: Int32Array.from(day),
        close: Float64Array.from(close),
        high: Float64Array.from(high),
        low: Float64Array.from(low),
      },
    });
    rows = [[], [], [], []];
  };
  for (let at = text.indexOf('\n') + 1; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const [ticker, date, , high, low, close] = text.slice(at, end < 0 ? text.length : end).split(',');
    at = end < 0 ? text.length : end + 1;
    if (ticker !== symbol) finish();
    symbol = ticker;
    if (close === '') continue;
    rows[0].push(fromIso(date));
    rows[1].push(+close);
    rows[2].push(high === '' ? MISSING : +high);
    rows[3].push(low === '' ? MISSING : +low);
  }
  finish();
  return found.sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}
