import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../helpers/app';
import { CARD, outcomeEntry, pickEntry } from '../helpers/ledgerEntries';
import { Receiver } from '../helpers/receiver';
import { contract } from '../helpers/shell';

/** The snippets of the integrations guide for other programs: the service answers each of their requests. */

const ROOT = join(__dirname, '../..');
const GUIDE = readFileSync(join(ROOT, 'seeds/guides/integrations.md'), 'utf8');
const SERVICE = 'http://localhost:8080';

/** The code block of a section. */
function snippet(section: string, language: string): string {
  const [, text] = new RegExp(`^## ${section}\\n.*?^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(GUIDE) ?? [];
  expect(text).toBeDefined();
  return text;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { WEBHOOKS_PRIVATE: 'on' } });
  const entry = pickEntry('2024-12-03', { simulated: true });
  const pick = await app.storage.records.append('session 2024-12-03', () => ({ entry, card: CARD }));
  const outcome = outcomeEntry(pick!, 1.5, { simulated: true });
  await app.storage.records.append('outcome 1', () => ({ entry: outcome }));
});
afterAll(() => app.close());

/** The member at a dotted path. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown> | null)?.[name], value);
}

test('the table for Power Query has the columns whose types the query sets', async () => {
  const text = snippet('Excel: Power Query', 'm');
  const [, base] = /Web\.Contents\("(.+?)"/.exec(text)!;
  const [, path] = /RelativePath = "(.+?)"/.exec(text)!;
  const [, query] = /Query = \[(.+?)\]/.exec(text)!;
  const asked = new URLSearchParams(
    [...query.matchAll(/(\w+) = "(.*?)"/g)].map(([, name, value]) => `${name}=${value}`).join('&'),
  );
  expect(base).toBe(SERVICE);
  expect(text).toContain('Headers = [#"X-API-Key" = "prn_..."]');
  const answer = await app
    .get(`/${path}?${asked}`, 'pro')
    .expect(200)
    .expect('Content-Type', /^text\/csv/);
  const [head, ...rows] = answer.text.trimEnd().split('\r\n');
  const typed = [...text.matchAll(/\{"(\w+)", /g)].map(([, name]) => name);
  expect(typed.length).toBeGreaterThan(5);
  expect(head.split(',')).toEqual(expect.arrayContaining(typed));
  expect(rows.length).toBeGreaterThan(0);
});

describe('the dashboard for Grafana', () => {
  const dashboard = JSON.parse(readFileSync(join(ROOT, 'scripts/deploy/grafana-dashboard.json'), 'utf8'));
  const variables = new Map<string, string>(
    dashboard.templating.list.map(({ name, query }: { name: string; query: string }) => [name, query]),
  );
  interface Panel {
    title: string;
    targets: { url: string; root_selector: string; columns: { selector: string; type: string }[] }[];
  }

  test.each<Panel>(dashboard.panels)('$title', async ({ targets }) => {
    const [{ url, root_selector: root, columns }] = targets;
    const filled = url.replace(/\$\{(\w+)\}/g, (_all, name) => variables.get(name) ?? 'unknown');
    expect(filled.startsWith(`${SERVICE}/v1/`)).toBe(true);
    const { body } = await app.get(filled.slice(SERVICE.length), 'pro').expect(200);
    const rows = at(body, root) as unknown[];
    expect(rows.length).toBeGreaterThan(0);
    for (const { selector, type } of columns) {
      const values = rows.map((row) => at(row, selector));
      expect([selector, values.includes(undefined)]).toEqual([selector, false]);
      const numbers = values.every((value) => value === null || typeof value === 'number');
      if (type === 'number') expect([selector, numbers]).toEqual([selector, true]);
    }
  });
});

test('the workflow for n8n gets a list with the field that it splits', async () => {
  interface Node {
    name: string;
    parameters: Record<string, never>;
  }
  const { nodes, connections } = JSON.parse(snippet('n8n', 'json'));
  const named = new Map<string, Node>(nodes.map((node: Node) => [node.name, node]));
  for (const [from, { main }] of Object.entries<{ main: { node: string }[][] }>(connections)) {
    expect([from, ...main.flat().map(({ node }) => node)].every((name) => named.has(name))).toBe(true);
  }
  const { url, queryParameters } = named.get('HTTP Request')!.parameters as unknown as {
    url: string;
    queryParameters: { parameters: { name: string; value: string }[] };
  };
  const query = new URLSearchParams(queryParameters.parameters.map(({ name, value }) => `${name}=${value}`).join('&'));
  expect(url.startsWith(SERVICE)).toBe(true);
  const { body } = await app.get(`${url.slice(SERVICE.length)}?${query}`, 'pro').expect(200);
  const { fieldToSplitOut } = named.get('Split Out')!.parameters;
  expect(body[fieldToSplitOut].length).toBeGreaterThan(0);
});

test('Bruno finds the contract at the URL of the guide, with the names that the guide uses', () => {
  const text = snippet('Bruno', 'sh');
  const summary = /'Markets\/(.+?)\.bru'/.exec(text)?.[1];
  const [listed] = contract.operations.filter(({ id }) => id === 'listMarkets');
  expect(contract.document.paths[listed.path].get).toMatchObject({ summary, tags: ['Markets'] });
  expect(text).toContain(`--source ${SERVICE}/openapi.yaml`);
  // The import calls the token of the first security scheme `token` if that is a bearer.
  const [first] = Object.keys(contract.document.security[0]);
  expect(contract.document.components.securitySchemes[first]).toMatchObject({ type: 'http', scheme: 'bearer' });
});

test('the template for ntfy uses fields of the event, and arrives with the registered URL', async () => {
  const [, given] = /-d '(.+)'/s.exec(snippet('Messages on a phone: ntfy', 'sh'))!;
  const { url, events } = JSON.parse(given);
  const { search, searchParams } = new URL(url);
  const { content } = contract.document.webhooks[events[0]].post.requestBody;
  const event = content['application/json'].examples.one.value;
  const fields = [...`${searchParams.get('title')} ${searchParams.get('message')}`.matchAll(/\{\{\.([\w.]+)\}\}/g)];
  expect(fields.length).toBeGreaterThan(3);
  for (const [, field] of fields) expect([field, typeof at(event, field)]).toEqual([field, 'string']);
  expect(searchParams.get('template')).toBe('yes');

  const receiver = await Receiver.start();
  try {
    const made = await app.post('/v1/webhooks', { events, url: `${receiver.url}/TOPIC${search}` }).expect(201);
    await app.post(`/v1/webhooks/${made.body.webhook.webhook_id}/test`, {}).expect(200);
    expect(receiver.received[0].path).toBe(`/TOPIC${search}`);
  } finally {
    receiver.stop();
  }
});
