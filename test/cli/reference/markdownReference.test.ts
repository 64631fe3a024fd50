import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import request from 'supertest';
import { BASE_URL } from '../../../scripts/reference/published';
import { contract, shell } from '../../helpers/shell';

const PUBLIC_URL = 'https://perennial.example/base';

let app: RequestListener;
let reference: string;
let llms: string;
beforeAll(async () => {
  app = await shell({ publicUrl: PUBLIC_URL });
  const asked = await request(app).get('/docs.md').expect(200);
  expect(asked.headers['content-type']).toBe('text/markdown; charset=utf-8');
  reference = asked.text;
  llms = (await request(app).get('/llms.txt').expect(200).expect('Content-Type', 'text/plain; charset=utf-8')).text;
});

test('the reference is generated when the contract changes, not for each request', () => {
  const made = readFileSync(join(__dirname, '../../../generated/reference.md'), 'utf8');
  expect(made.replaceAll(BASE_URL, `${PUBLIC_URL}/v1`)).toBe(reference);
  expect(reference).not.toContain(BASE_URL);
});

const headings = () => [...reference.matchAll(/^### (.+)$/gm)].map(([, name]) => name);

/** The chapter of an operation, from its heading to the next. */
function chapterOf(id: string): string {
  return reference.split(/^(?=#{2,3} )/m).find((text) => text.startsWith(`### ${id}\n`)) ?? '';
}

describe('/docs.md', () => {
  test.each(contract.operations.map((operation) => [operation.id, operation] as const))(
    'describes the request and the answer of %s',
    (id, { method, path, parameters, examples, body, creates }) => {
      const chapter = chapterOf(id);
      expect(chapter).toContain(`\`${method.toUpperCase()} ${path}\``);
      for (const { name, in: place } of parameters) expect(chapter).toContain(`- \`${name}\` (${place}`);
      for (const [title, { value }] of [
        ...Object.values(body?.examples ?? {}).map((example) => ['Body', example] as const),
        ...Object.values(examples).map((example) => [creates ? 'Answer 201' : 'Answer 200', example] as const),
      ]) {
        const [head] = new RegExp(`^${title} \\([^\\n]*\\)`, 'm').exec(chapter) ?? [''];
        expect(head).not.toBe('');
        // Unions and arrays are described by their members. A text has no fields.
        if (Array.isArray(value) || typeof value === 'string' || head.includes(' or ')) continue;
        for (const name of Object.keys(Object(value))) expect(chapter).toContain(`- \`${name}\` (`);
      }
      expect(chapter).toMatch(/^Errors: 400 `invalid_request`; (401 `unauthorized`|(403 .*?; )?404 `not_found`); /m);
      expect(chapter).toMatch(/^```sh\ncurl [^`]*"https:\/\/perennial\.example\/base\/v1\//m);
    },
  );

  test.each([
    '- `years` (query; integer, 5 to 98, default `10`): Lookback in years; with a cycle, the number of occurrences. Example: `10`.',
    '- `direction` (query; `long` or `short`): Direction of the trade; both when left out. Example: `long`.',
    '- `opportunities` (array of (`PatternCard` or `LeanCard` or `TableRow`)): Ranked. Their shape depends on `view`.',
    '- `median_return_pct` (number): Percent.',
    '- `upgrade_url` (string, not empty, optional): Present only when `capped_by_plan` is true.',
  ])('%s', (line) => {
    expect(chapterOf('scanMarkets').split('\n')).toContain(line);
  });

  test('explains every object that it names, once', () => {
    const schemas = Object.keys(contract.document.components.schemas);
    const typed = [...reference.matchAll(/^(?:- `\w+` \(|Body \(|Answer 20[01] \().*?\)(?=[:.]|$)/gm)].map(
      ([text]) => text,
    );
    const named = typed.flatMap((text) => [...text.matchAll(/`([A-Z]\w+)`/g)].map(([, name]) => name));
    const objects = [...new Set(named)].filter((name) => schemas.includes(name));
    expect(objects.length).toBeGreaterThan(100);
    expect(headings()).toEqual(expect.arrayContaining([...objects, 'ErrorBody', 'ErrorDetail']));
    expect(new Set(headings()).size).toBe(headings().length);
  });

  test('has every tag, event and code', () => {
    const events = Object.values(contract.document.webhooks as Record<string, { post: { operationId: string } }>);
    expect(headings()).toEqual(expect.arrayContaining(events.map(({ post }) => post.operationId)));
    for (const { name } of contract.document.tags) expect(reference).toContain(`\n## ${name}\n`);
    const errors = reference.slice(reference.indexOf('\n## Errors\n'), reference.indexOf('\n## Objects\n'));
    for (const code of contract.document.components.schemas.ErrorDetail.properties.code.enum) {
      expect(errors).toContain(`\`${code}\``);
    }
  });

  test('has no undefined values, and is not too long', () => {
    expect(reference).not.toMatch(/undefined|\[object|NaN|localhost/);
    expect(reference.length).toBeLessThan(400_000);
  });

  test('is at the URL that the contract gives', () => {
    const [, url] = /\[as Markdown\]\((.+?)\)/.exec(contract.document.info.description)!;
    expect(new URL(url, `${PUBLIC_URL}/openapi.json`).href).toBe(`${PUBLIC_URL}/docs.md`);
  });
});

describe('/llms.txt', () => {
  const linked = (text: string) => [...text.matchAll(/^- \[(.+?)\]\((.+?)\): .+$/gm)];

  test('is a title, a summary, then text without headings, then lists of links', () => {
    const [before, ...chapters] = llms.split(/^## .+$/m);
    expect(before).toMatch(/^# Perennial.*\n\n> .+\n\n/);
    expect(before.match(/^#/gm)).toHaveLength(1);
    for (const chapter of chapters) expect(linked(chapter)).toHaveLength(chapter.trim().split('\n').length);
    expect(llms.length).toBeLessThan(20_000);
  });

  test('its header links to the contract and to the pages for people', async () => {
    const { headers } = await request(app).head('/llms.txt').expect(200);
    const links = [...headers.link.matchAll(/<([^>]+)>; rel="([\w-]+)"/g)].map(([, url, rel]) => [rel, url]);
    expect(Object.fromEntries(links)).toEqual({
      'service-desc': `${PUBLIC_URL}/openapi.json`,
      'service-doc': `${PUBLIC_URL}/docs`,
    });
  });

  test('all its links work', async () => {
    const addresses = linked(llms).map(([, , url]) => url);
    const places = addresses.filter((url) => url.includes('#')).map((url) => url.split('#')[1]);
    expect(places).toHaveLength(contract.operations.length);
    const slugs = headings().map((heading) => heading.toLowerCase());
    expect(slugs).toEqual(expect.arrayContaining(places));
    for (const page of new Set(addresses.map((url) => url.split('#')[0]))) {
      expect(page.startsWith(`${PUBLIC_URL}/`)).toBe(true);
      // MCP needs POST.
      if (!page.endsWith('/mcp')) await request(app).head(page.slice(PUBLIC_URL.length)).expect(200);
    }
  });

  test('lists operations for API keys first, and all others as optional', () => {
    const [first, optional] = llms.split('\n## Optional\n');
    for (const { method, path, access } of contract.operations) {
      expect(access === 'key' ? first : optional).toContain(`- [${method.toUpperCase()} ${path}](`);
    }
  });
});
