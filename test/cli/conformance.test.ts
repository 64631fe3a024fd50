import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { parse } from 'yaml';
import { startKeyProxy } from '../../scripts/conformance/keyProxy';
import { listen } from '../helpers/listen';

test('the proxy adds the key, and forwards Host, Origin and body unchanged', async () => {
  const server = await listen((from, to) => from.pipe(to.setHeader('x-saw', JSON.stringify(from.headers))));
  const proxy = await startKeyProxy();
  proxy.open(server.url, 'prn_k');
  const headers = { Host: 'evil.example', Origin: 'http://evil.example', Connection: 'close' };
  const asked = request(`${proxy.url}/mcp`, { method: 'POST', headers });
  asked.end('{"id":1}');
  const [answer] = await once(asked, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  expect(text).toBe('{"id":1}');
  expect(JSON.parse(answer.headers['x-saw'])).toMatchObject({
    host: 'evil.example',
    origin: 'http://evil.example',
    authorization: 'Bearer prn_k',
  });
  proxy.close();
  await server.close();
});

test('every group of expected failures has a comment with the reason', () => {
  const text = readFileSync(join(__dirname, '../../scripts/conformance/expectedFailures.yaml'), 'utf8');
  expect(parse(text).server.length).toBeGreaterThan(20);
  expect(text).toMatch(/^(#.*\n)+server:\n(( {2}# .+\n)+( {2}- [\w-]+\n)+)+$/);
});
