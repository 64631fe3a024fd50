import { perennial } from '../helpers/perennial';
import { keepablePort } from '../helpers/ports';
import { builtProgram, serviceEnv, startProcess, startService } from '../helpers/process';

/** The program as a container engine runs it. */
function health(settings: Readonly<Record<string, string>>) {
  return startProcess(process.execPath, [builtProgram('scripts/main.ts'), 'health'], { env: serviceEnv(settings) });
}

test('health ends with 0 while the service is ready, and with 1 and the reason otherwise', async () => {
  const env = { HOST: '0.0.0.0', PORT: String(await keepablePort()), DRAIN_MS: '300000' };
  const url = `http://127.0.0.1:${env.PORT}/readyz`;
  expect(await perennial(env, 'health')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining(`health: ${url} does not answer: connect ECONNREFUSED`),
  });
  const { logged, signal, kill } = startService(env);
  await logged('ready');
  expect(await perennial(env, 'health')).toEqual({ code: 0, out: 'ready\n', err: '' });
  const program = health(env);
  expect(await program.line()).toBe('ready');
  expect(await program.ended).toEqual({ code: 0, stderr: '' });
  signal('SIGTERM');
  await logged('stopping');
  const stopping = await health(env).ended;
  expect(stopping).toEqual({ code: 1, stderr: expect.stringMatching(`^health: ${url} answered 503: {"error":`) });
  await kill();
});

test('health refuses port 0', async () => {
  expect(await perennial({ PORT: '0' }, 'health')).toEqual({
    code: 1,
    out: '',
    err: "health: PORT must be the port of the running service; got '0'\n",
  });
});
