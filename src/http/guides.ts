import { type RequestHandler, Router } from 'express';
import { Marked } from 'marked';
import type { Contract } from '../openapi/document';
import { readSeedFolder, readSeedText } from '../seedFile';
import { escaped, servePage } from './pages';

const HEADERS = {
  'Content-Type': 'text/html',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
};
const MAX_QUERY_LENGTH = 200;

const STYLE = `:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 80ch; margin: 0 auto; padding: 16px; overflow-wrap: break-word }
pre, table { display: block; overflow-x: auto } pre { padding: 8px; border: 1px solid } pre, code { font-size: 0.875em }
table { border-collapse: collapse } th, td { border: 1px solid; padding: 4px 8px; text-align: left; vertical-align: top }
input { font: inherit; width: 24ch; max-width: 100% } button { font: inherit }`;

/**
 * The guides of seeds/guides at `/guides/NAME`, and at `/guides` their list with a search over guides, methodology and
 * reference (`?q=`).
 *
 * @param base path of the public URL without a trailing slash
 * @param counted rate limit by client address
 */
export function guidePages(base: string, contract: Contract, counted: RequestHandler): Router {
  const router = Router();
  const guides = readSeedFolder('guides').map(({ name, text }) => {
    const [, id] = /([a-z-]+)\.md$/.exec(name)!;
    const [, title] = /^# (.+)$/m.exec(text)!;
    return { id, title, text };
  });
  for (const { id, title, text } of guides) {
    router.get(
      `/guides/${id}`,
      counted,
      servePage(() => documentOf(base, title, htmlOf(text, base)), HEADERS),
    );
  }
  const list = guides
    .map(({ id, title }) => `<li><a href="${base}/guides/${id}">${escaped(title)}</a></li>`)
    .join('\n');
  let passages: readonly Passage[] | undefined;
  router.get('/guides', counted, (request, response) => {
    const { q } = request.query;
    const query = typeof q === 'string' ? q.slice(0, MAX_QUERY_LENGTH).trim() : '';
    passages ??= [...guides.flatMap(passagesOf), ...otherPassages(contract)];
    const results = query === '' ? '' : resultsOf(base, search(passages, query), query);
    const html = documentOf(base, 'Guides', `<h1>Guides</h1>\n${results}<ul>\n${list}\n</ul>`, query);
    response.set({ ...HEADERS, 'Cache-Control': 'public, no-cache' }).send(html);
  });
  return router;
}

function resultsOf(base: string, found: readonly Passage[], query: string): string {
  if (found.length === 0) return `<p>Nothing contains all words of “${escaped(query)}”.</p>\n`;
  const items = found.map(
    (passage) =>
      `<li><a href="${base}${escaped(passage.path)}">${escaped(passage.title)}</a> (${passage.source})<br>` +
      `${escaped(excerptOf(passage, query))}</li>`,
  );
  return `<h2>Found</h2>\n<ol>\n${items.join('\n')}\n</ol>\n<h2>All guides</h2>\n`;
}

function htmlOf(markdown: string, base: string): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
    walkTokens: (token) => {
      // Links between the files of the repository become links between the pages.
      if (token.type === 'link') token.href = token.href.replace(/^([a-z-]+)\.md/, `${base}/guides/$1`);
    },
  });
  return marked.parse(markdown, { async: false });
}

function documentOf(base: string, title: string, content: string, query = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} - Perennial</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<nav aria-label="Documentation"><a href="${base}/">Perennial</a> · <a href="${base}/guides">Guides</a> ·
<a href="${base}/docs">Reference</a> · <a href="${base}/method">Method</a></nav>
<form action="${base}/guides" role="search"><input type="search" name="q" value="${escaped(query)}"
aria-label="Search guides, reference and methodology"> <button>Search</button></form>
</header>
<main>
${content}
</main>
</body>
</html>
`;
}

/** A part of the documentation that a search can find. */
interface Passage {
  readonly title: string;
  /** The document it belongs to. */
  readonly source: string;
  /** Its address on this server, without the path of the public URL. */
  readonly path: string;
  readonly text: string;
}

const MAX_RESULTS = 40;
const EXCERPT_LENGTH = 200;

function passagesOf({ id, text }: { readonly id: string; readonly text: string }): Passage[] {
  return sectionsOf(text).map((section, i) => ({
    ...section,
    source: 'Guide',
    path: i === 0 ? `/guides/${id}` : `/guides/${id}#${slugOf(section.title)}`,
  }));
}

/** Every passage of the methodology and the reference. */
function otherPassages({ operations, document }: Contract): Passage[] {
  const method = readSeedFolder('methodology/sections').flatMap(({ name, text }) => {
    const [, id] = /\d\d-([a-z_]+)\.md$/.exec(name)!;
    return sectionsOf(text).map((section) => ({ ...section, source: 'Methodology', path: `/method#${id}` }));
  });
  const definitions = sectionsOf(readSeedText('methodology/definitions.md').text).map((section) => ({
    ...section,
    source: 'Methodology, every field',
    path: '/method?view=definitions',
  }));
  const reference = operations.map(({ id, method: verb, path }) => {
    const { summary, description = '' } = document.paths[path][verb];
    return {
      title: `${verb.toUpperCase()} ${path}: ${summary}`,
      source: 'Reference',
      path: `/docs#operation/${id}`,
      text: description,
    };
  });
  return [...method, ...definitions, ...reference];
}

/** The passages that contain every word of the query; those with all words in the title are first. */
function search(passages: readonly Passage[], query: string): Passage[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = passages.filter(({ title, text }) => hasAll(`${title} ${text}`));
  const titled = found.filter(({ title }) => hasAll(title));
  return [...titled, ...found.filter((passage) => !titled.includes(passage))].slice(0, MAX_RESULTS);
}

/** The text around the first word of the query. */
function excerptOf({ text }: Passage, query: string): string {
  const plain = text.replace(/[`*|#]|<!--.*?-->/g, ' ').replace(/\s+/g, ' ');
  const at = Math.max(0, plain.toLowerCase().indexOf(wordsOf(query)[0]) - EXCERPT_LENGTH / 2);
  return plain.slice(at, at + EXCERPT_LENGTH).trim();
}

/** The fragment of a heading, as GitHub makes it. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The sections of a Markdown text, each with its heading as title. Lines in code blocks are no headings. */
function sectionsOf(markdown: string): { title: string; text: string }[] {
  const sections: { title: string; lines: string[] }[] = [];
  let inCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) inCode = !inCode;
    const [, title] = (!inCode && /^#{1,3} (.+)$/.exec(line)) || [];
    if (title !== undefined) sections.push({ title, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ title, lines }) => ({ title, text: lines.join('\n') }));
}
