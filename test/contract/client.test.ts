import { join } from 'node:path';
import ts from 'typescript';
import { type Listening, listen } from '../helpers/listen';
import { exampleBody, KEY, shell } from '../helpers/shell';
import { useClient } from './typedClient';

test('a client generated from the contract compiles, and misuse of it does not', () => {
  const root = join(__dirname, '../..');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const program = ts.createProgram([join(__dirname, 'typedClient.ts')], { ...options, types: ['node'] });
  const faults = ts.getPreEmitDiagnostics(program).map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'));
  expect(faults).toEqual([]);
});

describe('over the wire', () => {
  let server: Listening;

  beforeAll(async () => {
    server = await listen(await shell());
  });
  afterAll(() => server.close());

  test('the client reads answers and errors by their types', async () => {
    const seen = await useClient(`${server.url}/v1`, KEY);
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
    expect(seen.verdict).toContain('Won 9 of 10 years');
  });
});
