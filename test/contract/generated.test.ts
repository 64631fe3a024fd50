import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { middleware } from 'express-openapi-validator';
import { parse } from 'yaml';
import { bundleContract } from '../../scripts/reference/bundle';
import { contract } from '../helpers/shell';

const ROOT = join(__dirname, '../..');
const read = (name: string) => readFileSync(join(ROOT, 'generated', name), 'utf8');

test('the published document is the contract, with the address of a server and code samples', () => {
  const written = bundleContract();
  const published = JSON.parse(read('openapi.json'));
  expect(parse(read('openapi.yaml'))).toEqual(published);
  expect(published.servers[0].url).toBe('http://localhost:8080/v1');
  for (const document of [written, published]) {
    delete document.servers[0].url;
    for (const item of Object.values<object>(document.paths)) {
      for (const operation of Object.values(item)) {
        delete operation['x-sample'];
        delete operation['x-codeSamples'];
      }
    }
  }
  expect(published).toEqual(written);
});

test('the whole document is a valid OpenAPI description', async () => {
  const [first] = middleware({ apiSpec: structuredClone(contract.document) as never, validateApiSpec: true });
  const request = { app: { param: () => undefined } };
  expect(await new Promise((resolve) => first(request as never, {} as never, resolve))).toBeUndefined();
});

describe('the reference', () => {
  const html = read('reference.html');

  test('shows every operation', () => {
    for (const { path } of contract.operations) expect(html).toContain(path);
  });

  test('names no script, style, font or image of another host', () => {
    const loaded = [
      ...html.matchAll(/<(?:script|img|iframe|source|video|audio)\b[^>]*\bsrc\s*=\s*["']?([^"'\s>]+)/gi),
      ...html.matchAll(/<link\b[^>]*\bhref\s*=\s*["']?([^"'\s>]+)/gi),
      ...html.matchAll(/@import\s+(?:url\()?["']?(https?:[^"')\s]+)/gi),
      ...html.matchAll(/url\(\s*["']?(https?:[^"')\s]+)/gi),
    ].map((match) => match[1]);
    expect(loaded.filter((url) => /^(https?:)?\/\//i.test(url))).toEqual([]);
  });

  test('sends no telemetry', () => {
    expect(html).toMatch(/__redoc_options = .*"disableTelemetry":true/);
    expect(html).not.toContain('cdn.redoc.ly');
  });
});
