import request from 'supertest';
import { parse } from 'yaml';
import { scanBusy } from '../../../src/errors';
import { VERSION } from '../../../src/projectRoot';
import { contract, getWithKey, shell } from '../../helpers/shell';

describe('pages beside /v1', () => {
  test('say whether the process is alive and ready', async () => {
    let ready = false;
    const requireReady = () => {
      if (!ready) throw scanBusy();
    };
    const app = await shell({ requireReady });
    await request(app).get('/healthz').expect(200, { status: 'ok', version: VERSION });
    const waiting = await request(app).get('/readyz').expect(503);
    expect(waiting.body.error.code).toBe('scan_busy');
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0);
    ready = true;
    await request(app).get('/readyz').expect(200, { status: 'ready' });
  });

  test('show the contract and its reference without a key', async () => {
    const app = await shell();
    const yaml = await request(app).get('/openapi.yaml').buffer(true).expect(200);
    expect(yaml.headers['content-type']).toMatch(/yaml/);
    const json = await request(app).get('/openapi.json').expect(200);
    expect(parse(yaml.text ?? String(yaml.body))).toEqual(json.body);
    expect(json.body).toEqual(contract.document);
    const docs = await request(app).get('/docs').expect(200).expect('Content-Type', /html/);
    expect(docs.headers['content-security-policy']).toMatch(/^default-src 'none';/);
    expect(docs.headers['content-security-policy']).not.toMatch(/https?:|\*/);
  });

  test('count requests by operation and status, never by the text of a path', async () => {
    const app = await shell();
    await getWithKey(app, '/v1/me');
    await getWithKey(app, '/v1/scan?years=4');
    await getWithKey(app, '/v1/secret-path');
    const { text } = await request(app).get('/metrics').expect(200);
    expect(text).toContain('http_request_duration_seconds_count{operation="getMe",status="200"} 1');
    expect(text).toContain('http_request_duration_seconds_count{operation="scanMarkets",status="400"} 1');
    expect(text).toContain('http_request_duration_seconds_count{operation="other",status="404"} 1');
    expect(text).not.toContain('secret-path');
  });
});
