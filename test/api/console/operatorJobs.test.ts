import { QUEUE_NAMES } from '../../../src/queue/queues';
import { startTestApp, type TestApp } from '../../helpers/app';
import { describeServed } from '../../helpers/servedFromBoth';
import { contract } from '../../helpers/shell';
import { type SignedInBrowser, signIn } from '../../helpers/signedIn';

interface Listed {
  readonly job_id: string;
  readonly key: string;
  readonly state: string;
  readonly error: string | null;
}

test('the contract lists all queues', () => {
  const { parameters } = contract.operations.find(({ id }) => id === 'listJobs')!;
  expect(parameters.find(({ name }) => name === 'queue')!.schema).toMatchObject({ enum: QUEUE_NAMES });
});

describeServed(suite);

/** How operators list, cancel and retry background jobs. */
function suite(): void {
  let app: TestApp;
  let boss: SignedInBrowser;
  beforeEach(async () => {
    app = await startTestApp({ sandbox: [] });
    boss = await signIn(app, 'pro@example.com', 'admin');
  });
  afterEach(() => app.close());
  /** The jobs do not run: the service in tests does not start its queue. */
  const send = (scanId: string, options: { account?: number; delayMs?: number } = {}) =>
    app.storage.queue.send('saved-scan', { scanId }, { key: scanId, ...options });
  const listed = async (query = ''): Promise<Listed[]> =>
    (await boss.get(`/v1/operator/jobs${query}`).expect(200)).body.jobs;
  const idOf = async (key: string) => (await listed()).find((job) => job.key === key)!.job_id;
  const act = (verb: 'retry' | 'cancel', id: string) => boss.post(`/v1/operator/jobs/${id}/${verb}`, {});
  const events = async () =>
    (await boss.get('/v1/account/events?limit=200').expect(200)).body.events
      .filter(({ event }: { event: string }) => event.startsWith('job_'))
      .map(({ event, by, subject }: Record<string, string>) => [event, by, subject].join(' '));

  test('queues and jobs are listed, the newest first, without payloads and with bounded errors', async () => {
    const { storage } = app;
    const { id: account } = (await storage.accounts.findByEmail('dev@example.com'))!;
    storage.queue.work('saved-scan', async () => {
      throw new Error('no such scan '.repeat(100));
    });
    await storage.queue.send('saved-scan', { scanId: 'told to nobody' }, { key: 'a', account });
    await storage.queue.settled();
    await send('b', { delayMs: 3_600_000 });
    await storage.queue.send('train', {}, { key: 'train' });
    const { text, body } = await boss.get('/v1/operator/jobs').expect(200);
    expect(body.jobs).toMatchObject([
      { queue: 'train', key: 'train', account_id: null, state: 'waiting', attempts: 0, error: null },
      { queue: 'saved-scan', key: 'b', account_id: null, state: 'waiting', attempts: 0 },
      { queue: 'saved-scan', key: 'a', account_id: account, state: 'waiting', attempts: 1 },
    ]);
    expect(body.jobs[2].error).toMatch(/^no such scan no such scan .*…$/);
    expect(body.jobs[2].error).toHaveLength(500);
    expect(Date.parse(body.jobs[1].run_at) - Date.parse(body.jobs[1].created_at)).toBeGreaterThan(3_500_000);
    expect(text).not.toContain('told to nobody');
    expect(body.queues.map(({ queue }: { queue: string }) => queue)).toEqual(QUEUE_NAMES);
    const of = (name: string) => body.queues.find(({ queue }: { queue: string }) => queue === name);
    expect(of('saved-scan')).toMatchObject({ waiting: 2, active: 0, failed: 0, oldest: null });
    expect(of('train')).toMatchObject({ waiting: 1, oldest: body.jobs[0].run_at });
  });

  test('jobs are listed by queue and state, up to the limit', async () => {
    for (const key of ['a', 'b', 'c']) await send(key);
    await app.storage.queue.send('train', {}, { key: 'train' });
    await act('cancel', await idOf('b')).expect(200);
    const keys = async (query: string) => (await listed(query)).map(({ key }) => key);
    expect(await keys('?queue=saved-scan')).toEqual(['c', 'b', 'a']);
    expect(await keys('?state=cancelled')).toEqual(['b']);
    expect(await keys('?queue=saved-scan&state=waiting&limit=1')).toEqual(['c']);
    expect(await keys('?queue=export')).toEqual([]);
    for (const [query, message] of [
      ['?queue=nonsense', /queue.*feed.*prune/],
      ['?state=done', /state.*waiting.*cancelled/],
      ['?limit=201', /limit.*200/],
      ['?limit=0', /limit.*1/],
    ] as const) {
      const { status, body } = await boss.get(`/v1/operator/jobs${query}`);
      expect([query, status, body.error.message]).toEqual([query, 400, expect.stringMatching(message)]);
    }
  });

  test('a job is cancelled and retried, and both leave account events', async () => {
    const ran: string[] = [];
    app.storage.queue.work('saved-scan', async ({ payload }) => void ran.push(payload.scanId));
    await send('a');
    const id = await idOf('a');
    expect((await act('cancel', id).expect(200)).body).toEqual({
      job_id: id,
      state: 'cancelled',
      message: 'The job saved-scan a is cancelled.',
    });
    expect(await listed()).toMatchObject([{ job_id: id, state: 'cancelled' }]);
    await app.storage.queue.settled();
    expect(ran).toEqual([]);
    expect((await act('retry', id).expect(200)).body.message).toBe('The job saved-scan a is run again.');
    expect(await listed()).toMatchObject([{ job_id: id, state: 'waiting' }]);
    await app.storage.queue.settled();
    expect([ran, await listed()]).toEqual([['a'], []]);
    expect(await events()).toEqual(['job_retried self saved-scan a', 'job_cancelled self saved-scan a']);
  });

  test('a retried job is merged with a waiting job of the same key', async () => {
    await send('a');
    const id = await idOf('a');
    await act('cancel', id).expect(200);
    await send('a');
    await act('retry', id).expect(200);
    expect((await listed('?state=waiting')).map(({ key }) => key)).toEqual(['a']);
  });

  test('an unknown job, or one in another state, is 404 and leaves no account event', async () => {
    await send('a');
    const id = await idOf('a');
    for (const [verb, one] of [
      ['retry', id],
      ['retry', '4711'],
      ['cancel', '4711'],
      ['cancel', '00000000-0000-4000-8000-000000000000'],
      ['cancel', 'nonsense'],
    ] as const) {
      const { status, body } = await act(verb, one);
      expect([verb, one, status, body.error.code]).toEqual([verb, one, 404, 'not_found']);
      expect(body.error.message).toContain(one);
    }
    for (const wrong of ['x'.repeat(65), '%00', 'a%20b']) expect((await act('cancel', wrong)).status).toBe(400);
    await act('cancel', id).expect(200);
    expect((await act('cancel', id)).status).toBe(404);
    expect(await events()).toEqual(['job_cancelled self saved-scan a']);
  });
}
