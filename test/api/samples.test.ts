import request from 'supertest';
import type { ContractOperation } from '../../src/openapi/document';
import { startTestApp } from '../helpers/app';
import { fakePredictor } from '../helpers/fakePredictor';
import { runShell } from '../helpers/samples';
import { contract } from '../helpers/shell';

/** Samples of the console change what they name: test/api/contractReplay.test.ts sends them. */
const SAMPLED = contract.operations.filter(({ access }) => access === 'key');

/** 200 or 201, unless a sample names something of another account, or requires a larger plan. */
function statusOf({ id, path, creates }: Pick<ContractOperation, 'id' | 'path' | 'creates'>): number {
  if (id === 'createExport') return 403;
  if (id === 'createTableLink') return 404;
  if (creates) return 201;
  return /\{(saved_scan|export|webhook|calendar_link|table_link)_id\}/.test(path) ? 404 : 200;
}

const METHODS = ['get', 'post', 'patch', 'delete'] as const;

function methodOf(method: string) {
  return METHODS.find((one) => one === method.toLowerCase())!;
}

/** A weekend, the last evening of a year and the first morning of the next, each after a session with its pick. */
const DAYS: [now: string, today: string, session: string][] = [
  ['2025-06-28T17:00:00Z', '2025-06-28', '2025-06-27T16:00:00Z'],
  ['2027-01-01T02:30:00Z', '2026-12-31', '2026-12-31T16:00:00Z'],
  ['2027-01-01T06:00:00Z', '2027-01-01', '2026-12-31T16:00:00Z'],
];

test.each(DAYS)(
  'every code sample is answered at %s, on the smallest plan',
  async (now, today, session) => {
    const service = await startTestApp({ now: session, predictorFor: fakePredictor });
    await service.service.schedule.tick();
    service.clock.set(now);
    const statuses: Record<string, number> = {};
    for (const operation of SAMPLED) {
      const { method, url, authorization, body } = runShell(
        contract.document.paths[operation.path][operation.method]['x-codeSamples'][0].source,
        service.keys.free,
        today,
      );
      const path = url.slice(new URL(url).origin.length);
      const asked = request(service.app)[methodOf(method)](path).set('Authorization', authorization);
      const answer = await (body === null ? asked : asked.send(body as object));
      statuses[operation.id] = answer.status;
    }
    const expected = Object.fromEntries(SAMPLED.map((operation) => [operation.id, statusOf(operation)]));
    expect(statuses).toEqual(expected);
    await service.close();
  },
  60_000,
);
