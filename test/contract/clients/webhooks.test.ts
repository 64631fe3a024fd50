import { Webhook } from 'standardwebhooks';
import { startTestApp, type TestApp } from '../../helpers/app';
import { type Listening, listen } from '../../helpers/listen';
import { Receiver } from '../../helpers/receiver';
import { CLIENTS, describeLanguages } from './languages';

/** Both clients verify messages of webhooks: those of the service, and forged ones. */

const TYPESCRIPT = `
  import { verifyWebhook, WebhookVerificationError } from '${CLIENTS}/typescript/webhooks.js';
  const { messages, secret } = JSON.parse(process.env.GIVEN);
  const said = messages.map(({ body, headers, kind }) => {
    try {
      const given = kind === 'platform' ? new Headers(headers) : headers;
      return verifyWebhook(kind === 'text' ? body : new TextEncoder().encode(body), given, secret).type;
    } catch (fault) {
      return (fault instanceof WebhookVerificationError ? 'refused' : fault.name + ': ' + fault.message);
    }
  });
  console.log(JSON.stringify(said));`;

const PYTHON = `
import json, os
from perennial_client import WebhookVerificationError, verify_webhook
given = json.loads(os.environ["GIVEN"])
said = []
for message in given["messages"]:
    body = message["body"] if message.get("kind") == "text" else message["body"].encode("utf-8")
    try:
        said.append(verify_webhook(body, message["headers"], given["secret"])["type"])
    except WebhookVerificationError:
        said.append("refused")
    except ValueError as fault:
        said.append("TypeError: " + str(fault))
print(json.dumps(said))`;

interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Form in which the client gets it: body as text, or headers as the platform's class; by default bytes and an object. */
  readonly kind?: 'text' | 'platform';
}

let app: TestApp;
let server: Listening;
let receiver: Receiver;

beforeAll(async () => {
  app = await startTestApp({ env: { WEBHOOKS_PRIVATE: 'on' }, sandbox: ['AAPL', 'SPY'] });
  server = await listen(app.app);
  receiver = await Receiver.start();
});
afterAll(async () => {
  receiver.stop();
  await server.close();
  await app.close();
});

const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another of twenty-four by').toString('base64')}`;
const BODY = '{"type":"scan.changed","data":{"scan_name":"Ä – “quoted”"}}';

/** Headers as the official library signs them. */
function signed(secrets: readonly string[], { body = BODY, secondsAgo = 0 } = {}) {
  const at = new Date(Date.now() - secondsAgo * 1000);
  return {
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
    'Webhook-Signature': secrets.map((secret) => new Webhook(secret).sign('msg_1', at, body)).join(' '),
  };
}

describeLanguages((language) => {
  const verify = async (messages: readonly Message[], secret = SECRET): Promise<string[]> => {
    const args = language.name === 'Python' ? ['-c', PYTHON] : ['--input-type=module', '-e', TYPESCRIPT];
    return JSON.parse(await language.run(args, { GIVEN: JSON.stringify({ messages, secret }) }));
  };

  test('a message of the service is verified by its secret, and after a rotation by both', async () => {
    receiver.reset();
    const made = await app.post('/v1/webhooks', { url: `${receiver.url}/in`, events: ['data.stale'] }).expect(201);
    const { webhook, secret } = made.body;
    const rotated = await app.post(`/v1/webhooks/${webhook.webhook_id}/rotate`, {}).expect(200);
    const [outcome] = await language.call({ baseUrl: `${server.url}/v1`, apiKey: app.keys.business }, [
      { operation: 'testWebhook', args: { webhook_id: webhook.webhook_id } },
    ]);
    expect(outcome.value).toMatchObject({ delivered: true });
    const [message] = receiver.received;
    expect(await verify([message], secret)).toEqual(['webhook.test']);
    expect(await verify([message], rotated.body.secret)).toEqual(['webhook.test']);
    expect(await verify([message], OTHER)).toEqual(['refused']);
  });

  test('a message with a valid and recent signature is accepted, in every form', async () => {
    const headers = signed([SECRET]);
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const messages: Message[] = [
      { body: BODY, headers },
      { body: BODY, headers: lower, kind: 'text' },
      { body: BODY, headers, kind: 'platform' },
      { body: BODY, headers: signed([OTHER, SECRET]) },
      { body: BODY, headers: signed([SECRET], { secondsAgo: 280 }) },
    ];
    expect(await verify(messages)).toEqual(Array(5).fill('scan.changed'));
    expect(await verify([{ body: BODY, headers }], SECRET.slice('whsec_'.length))).toEqual(['scan.changed']);
  });

  test('any other message is refused', async () => {
    const headers = signed([SECRET]);
    const signature = headers['Webhook-Signature'];
    const messages: Message[] = [
      { body: `${BODY} `, headers },
      { body: BODY, headers: signed([OTHER]) },
      { body: BODY, headers: signed([SECRET], { secondsAgo: 320 }) },
      { body: BODY, headers: signed([SECRET], { secondsAgo: -320 }) },
      { body: BODY, headers: { ...headers, 'Webhook-Id': 'msg_2' } },
      { body: BODY, headers: { ...headers, 'Webhook-Timestamp': 'soon' } },
      { body: BODY, headers: { ...headers, 'Webhook-Signature': signature.replace('v1,', 'v2,') } },
      { body: BODY, headers: { ...headers, 'Webhook-Signature': 'v1,é v1, v1' } },
      { body: BODY, headers: { ...headers, 'Webhook-Signature': undefined } },
      { body: BODY, headers: {} },
    ];
    expect(await verify(messages)).toEqual(Array(10).fill('refused'));
  });

  test('an invalid secret is a fault of the program, and is not shown', async () => {
    const message = { body: BODY, headers: signed([SECRET]) };
    const fault = 'TypeError: secret must be that of the webhook: whsec_ and Base64';
    expect(await verify([message], 'whsec_not base64!')).toEqual([fault]);
    expect(await verify([message], '')).toEqual([fault]);
  });
});
