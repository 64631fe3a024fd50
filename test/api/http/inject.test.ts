import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import express from 'express';
import { injectInto } from '../../../src/http/inject';

test('an app gets method, path, headers, address, body and locals, and its answer is returned whole', async () => {
  const app = express();
  app.use(express.json());
  app.post('/twice', (request, response) => {
    const { body, query, headers, socket } = request;
    response.status(201).set('X-Seen', headers['x-sent']);
    response.write(JSON.stringify({ body, query }));
    response.end(`\n${socket.remoteAddress} ${response.locals.requestId}`);
  });
  const answer = await injectInto(app, {
    method: 'POST',
    url: '/twice?a=1',
    headers: { 'x-sent': 'yes', 'content-type': 'application/json' },
    payload: JSON.stringify({ word: 'Ünïcode' }),
    remoteAddress: '192.0.2.1',
    locals: { requestId: 'mine' },
  });
  expect(answer).toMatchObject({ statusCode: 201, headers: { 'x-seen': 'yes' } });
  expect(answer.payload).toBe('{"body":{"word":"Ünïcode"},"query":{"a":"1"}}\n192.0.2.1 mine');
});

test('the events finish and close are emitted once each, in this order', async () => {
  const events: string[] = [];
  const app = express().use((_request, response) => {
    response.once('finish', () => events.push('finish')).once('close', () => events.push('close'));
    response.end();
  });
  await injectInto(app, { method: 'GET', url: '/' });
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(events).toEqual(['finish', 'close']);
});

test('to its app, an aborted request looks like a client that disconnects', async () => {
  const events: string[] = [];
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const app = express().use((_request, response) => {
    response.once('close', () => events.push(`closed, finished: ${response.writableFinished}`));
    arrive();
  });
  const leaving = new AbortController();
  const asked = injectInto(app, { method: 'GET', url: '/' }, leaving.signal);
  await arrived;
  leaving.abort(new Error('given up'));
  await expect(asked).rejects.toThrow('given up');
  expect(events).toEqual(['closed, finished: false']);
});

test('a request that was aborted before it began does not reach the app', async () => {
  const listener = jest.fn<void, Parameters<RequestListener>>();
  const asked = injectInto(listener, { method: 'GET', url: '/' }, AbortSignal.abort(new Error('too late')));
  await expect(asked).rejects.toThrow('too late');
  expect(listener).not.toHaveBeenCalled();
});

test('requests over the network keep their prototypes', async () => {
  const app = express().get('/', (_request, response) => void response.end());
  await injectInto(app, { method: 'GET', url: '/' });
  expect(Object.getPrototypeOf(express.request)).toBe(IncomingMessage.prototype);
  expect(Object.getPrototypeOf(express.response)).toBe(ServerResponse.prototype);
});
