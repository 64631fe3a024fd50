import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import ts from 'typescript';
import { exampleBody, KEY, shell } from '../helpers/shell';
import { useClient } from './typedClient';

test('a client generated from the contract compiles, and its mistakes do not', () => {
  const root = join(__dirname, '../..');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const program = ts.createProgram([join(__dirname, 'typedClient.ts')], { ...options, types: ['node'] });
  const faults = ts.getPreEmitDiagnostics(program).map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'));
  expect(faults).toEqual([]);
});

describe('over the wire', () => {
  let server: Server;

  beforeAll(async () => {
    const app = await shell();
    server = await new Promise((resolve) => {
      const listening = createServer(app).listen(0, '127.0.0.1', () => resolve(listening));
    });
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test('it reads answers and errors by their types', async () => {
    const { port } = server.address() as AddressInfo;
    const seen = await useClient(`http://127.0.0.1:${port}/v1`, KEY);
    const scan = exampleBody('scanMarkets') as { opportunities: { symbol: string }[] };
    expect(seen).toMatchObject({
      leaders: scan.opportunities.map((row) => row.symbol),
      side: 'BUY',
      points: 4,
      deviation: 3.2593,
      allowance: 100,
      scope: ['0', '1', '2', '7', '11', '0'],
      code: 'invalid_request',
    });
    expect(seen.returns).toHaveLength(10);
    expect(seen.verdict).toContain('won 9 of 10 years');
  });
});
