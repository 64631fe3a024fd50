import express from 'express';
import request from 'supertest';
import { crossOrigin } from '../../../src/http/crossOrigin';
import type { ContractOperation } from '../../../src/openapi/document';
import { contract } from '../../helpers/shell';

type Asked = Pick<ContractOperation, 'access' | 'method'>;

async function allowedMethods(operations: readonly Asked[]): Promise<string> {
  const app = express().use(crossOrigin(['https://friend.example'], operations));
  const asked = { Origin: 'https://friend.example', 'Access-Control-Request-Method': 'DELETE' };
  const { headers } = await request(app).options('/v1/saved-scans/any').set(asked).expect(204);
  return headers['access-control-allow-methods'];
}

test.each<[string, readonly Asked[], string]>([
  ['those of reading and MCP, without any operation', [], 'GET,HEAD,POST'],
  ['those of operations that take a key', [{ access: 'key', method: 'delete' }], 'GET,HEAD,POST,DELETE'],
  ['none of operations that take a session only', [{ access: 'session', method: 'delete' }], 'GET,HEAD,POST'],
  ['those of the contract', contract.operations, 'GET,HEAD,POST,PATCH,DELETE'],
])('methods that a preflight allows: %s', async (_name, operations, methods) => {
  expect(await allowedMethods(operations)).toBe(methods);
});
