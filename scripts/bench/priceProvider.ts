import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Day, fromIso, toIso } from '../../src/core/calendar/dates';
import type { Closes } from '../../src/core/window/bars';
import { closesOf, nameOf, rounded, SYMBOLS } from './feedPrices';

/**
 * A price provider in a separate process, which answers with CSV and writes its port to standard output. It runs at low priority,
 * as if on another machine.
 */

/** Rows per symbol, more than a run requests. */
const KEPT = 40;

const kept = new Map(
  Array.from({ length: SYMBOLS }, (_, i): [string, Closes] => {
    const { day, close } = closesOf(i);
    return [nameOf(i), { day: day.slice(-KEPT), close: close.slice(-KEPT) }];
  }),
);

const server = createServer((incoming, response) => {
  const { searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
  const [from, to] = ['from', 'to'].map((name) => fromIso(searchParams.get(name) ?? ''));
  response.end(csvOf(kept.get(searchParams.get('s') ?? '')!, from, to));
});

function csvOf({ day, close }: Closes, from: Day, to: Day): string {
  const lines = Array.from(day, (one, i) => ({ one, price: rounded(close[i]) }))
    .filter(({ one }) => one >= from && one <= to)
    .map(({ one, price }) => [toIso(one), price, rounded(price * 1.01), rounded(price * 0.99), price, 1000].join(','));
  return `${['Date,Open,High,Low,Close,Volume', ...lines].join('\n')}\n`;
}

server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
