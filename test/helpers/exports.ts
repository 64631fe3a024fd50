import request, { type Test } from 'supertest';
import type { components } from '../../generated/openapi';
import type { TestApp } from './app';

/** The exports of an app for its account of the business tier. */
export function exportsOf(app: TestApp) {
  const post = (body: object, key?: string) => app.post('/v1/exports', body, key);
  const get = (id: string, key?: string) => app.get(`/v1/exports/${id}`, key);
  const file = (id: string, headers: Record<string, string> = {}) =>
    app.get(`/v1/exports/${id}/file`).set(headers).buffer(true).parse(bytes);
  const remove = (id: string) => request(app.app).delete(`/v1/exports/${id}`).set('X-API-Key', app.keys.business);
  const made = async (body: object): Promise<components['schemas']['ExportJob']> => {
    const { body: job } = await post(body).expect(201);
    await app.service.queue.settled();
    return (await get(job.export_id).expect(200)).body;
  };
  return { post, get, file, remove, made };
}

type Parser = Parameters<Test['parse']>[0];
const bytes: Parser = (response, done) => {
  const parts: Buffer[] = [];
  response.on('data', (part: Buffer) => parts.push(part));
  response.on('end', () => done(null, Buffer.concat(parts)));
};
