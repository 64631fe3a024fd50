import fs from 'node:fs';
import { createLog, outputByTurn } from '../../src/log';
import { startChild } from '../helpers/child';

/** Lines are written a turn at a time, and none is lost however the process ends. */

test.each([
  ['throw', 100],
  ['reject', 100],
  ['exit', 100],
  ['killed', 101],
  ['killedLater', 100],
])('a process that ends by %s leaves %i lines', async (how, count) => {
  const child = startChild('loggingChild.ts', how);
  const lines: string[] = [];
  for (;;) {
    const line = await child.line().catch(() => null);
    if (line === null) break;
    lines.push(JSON.parse(line).msg);
  }
  expect(lines).toHaveLength(count);
});

test('the lines of a turn are written in one go, errors and all before them at once', async () => {
  const written: number[] = [];
  jest.spyOn(fs, 'writeSync').mockImplementation((_file, text) => {
    written.push(String(text).trimEnd().split('\n').length);
    return Buffer.byteLength(String(text));
  });
  const waiting = jest.spyOn(fs, 'fsyncSync').mockImplementation(() => {});
  const log = createLog('info', outputByTurn());
  for (let i = 0; i < 50; i++) log.info({ i }, 'request');
  expect(written).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(written).toEqual([50]);
  log.info('before');
  log.error('at once');
  expect(written).toEqual([50, 2]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(written).toEqual([50, 2]);
  expect(waiting).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});
