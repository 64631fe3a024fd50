import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { createInterface } from 'node:readline';
import { startTestApp, type TestApp } from '../../helpers/app';
import { fromPage } from '../../helpers/signedIn';

/** The mails received, verbatim. */
let mails: string[];
let server: Server;
let app: TestApp;

/** The part of SMTP (RFC 5321) that is needed to receive a mail. */
beforeEach(async () => {
  mails = [];
  server = createServer((socket) => {
    let mail: string[] | null = null;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 here');
    createInterface({ input: socket }).on('line', (line) => {
      if (mail !== null && line === '.') {
        mails.push(mail.join('\n'));
        mail = null;
        return say('250 taken');
      }
      if (mail !== null) return void mail.push(line);
      if (line === 'DATA') mail = [];
      say(line === 'DATA' ? '354 go on' : line === 'QUIT' ? '221 bye' : '250 fine');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Keys <keys@example.com>' };
  app = await startTestApp({ sandbox: [], env: { ...env, PUBLIC_URL: 'http://localhost:8080' } });
});
afterEach(async () => {
  await app.close();
  server.close();
});

const askFor = (email: string, next?: string) =>
  fromPage(app, 'post', '/v1/sign-in/link').send({ email, ...(next !== undefined && { next }) });

test('a link is mailed to the address of an account, and signs in once', async () => {
  expect((await fromPage(app, 'get', '/v1/sign-in')).body).toMatchObject({ mail: true, link_minutes: 15 });
  expect((await askFor(' Dev@Example.com', '/account?tab=keys')).status).toBe(200);
  await app.service.settled();
  expect(mails).toHaveLength(1);
  const plain = mails[0].replace(/=\n/g, '').replace(/=3D/g, '=');
  expect(plain).toMatch(/^To: dev@example\.com$/m);
  const [, next, token] = /\/sign-in\?next=(\S+)#token=([\w-]{43})/.exec(plain)!;
  expect(decodeURIComponent(next)).toBe('/account?tab=keys');
  const signed = await fromPage(app, 'post', '/v1/session').send({ token });
  expect([signed.status, signed.body.email]).toEqual([200, 'dev@example.com']);
});

test('the answer does not reveal whether an account exists, and an address gets one mail per minute', async () => {
  const answers = [
    await askFor('nobody@example.com'),
    await askFor('dev@example.com'),
    await askFor('dev@example.com'),
  ];
  await app.service.settled();
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const said = answers.map(({ text }) => text.replaceAll(/(nobody|dev)@example\.com/g, 'X'));
  expect(new Set(said).size).toBe(1);
  expect(mails).toHaveLength(1);
});

test('a link may lead to pages of this server only', async () => {
  for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'account', '/a b']) {
    expect((await askFor('dev@example.com', next)).status).toBe(400);
  }
  await app.service.settled();
  expect(mails).toEqual([]);
});
