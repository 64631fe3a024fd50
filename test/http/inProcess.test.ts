import type { RequestListener } from 'node:http';
import express from 'express';
import { askInProcess } from '../../src/http/inProcess';

test('a listener gets method, path, headers, address and body, and its answer comes back whole', async () => {
  const app = express();
  app.use(express.json());
  app.post('/twice', (request, response) => {
    const { body, query, headers, socket } = request;
    response.status(201).set('X-Seen', headers['x-sent']);
    response.write(JSON.stringify({ body, query }));
    response.end(`\n${socket.remoteAddress}`);
  });
  const answer = await askInProcess(app, {
    method: 'POST',
    url: '/twice?a=1',
    headers: { 'x-sent': 'yes', 'x-none': undefined },
    body: { word: 'Ünïcode' },
    remoteAddress: '192.0.2.1',
  });
  expect(answer).toMatchObject({ status: 201, headers: { 'x-seen': 'yes' } });
  expect(answer.text).toBe('{"body":{"word":"Ünïcode"},"query":{"a":"1"}}\n192.0.2.1');
});

test('text in another encoding than UTF-8 is read in its own', async () => {
  const listener: RequestListener = (_request, response) => void response.end('656e64', 'hex');
  expect((await askInProcess(listener, { method: 'GET', url: '/' })).text).toBe('end');
});

test('a request that is given up looks to its listener like a client that has gone', async () => {
  const events: string[] = [];
  const listener: RequestListener = (_request, response) => {
    response.once('close', () => events.push(`closed, finished: ${response.writableFinished}`));
  };
  const controller = new AbortController();
  const asked = askInProcess(listener, { method: 'GET', url: '/' }, controller.signal);
  controller.abort(new Error('given up'));
  await expect(asked).rejects.toThrow('given up');
  expect(events).toEqual(['closed, finished: false']);
});

test('a request that was given up before it began reaches no listener', async () => {
  const listener = jest.fn();
  const asked = askInProcess(listener, { method: 'GET', url: '/' }, AbortSignal.abort(new Error('too late')));
  await expect(asked).rejects.toThrow('too late');
  expect(listener).not.toHaveBeenCalled();
});

test('what is done at the finish happens before the close', async () => {
  const events: string[] = [];
  const listener: RequestListener = (_request, response) => {
    response.once('finish', () => events.push('finish')).once('close', () => events.push('close'));
    response.end();
  };
  await askInProcess(listener, { method: 'GET', url: '/' });
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(events).toEqual(['finish', 'close']);
});
