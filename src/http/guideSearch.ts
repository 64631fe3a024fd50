import type { Contract } from '../openapi/document';
import { readSeedFolder, readSeedText } from '../seedFile';

/** A part of the documentation that a search can find. */
export interface Passage {
  readonly title: string;
  /** The document it belongs to. */
  readonly source: string;
  /** Its address on this server, without the path of the public URL. */
  readonly path: string;
  readonly text: string;
}

const MAX_RESULTS = 40;
const EXCERPT_LENGTH = 200;

/** Every passage of the guides, the methodology and the reference. */
export function allPassages({ operations, document }: Contract): Passage[] {
  const guides = readSeedFolder('guides').flatMap(({ name, text }) => {
    const [, id] = /([a-z-]+)\.md$/.exec(name)!;
    return sectionsOf(text).map((section, i) => ({
      ...section,
      source: 'Guide',
      path: i === 0 ? `/guides/${id}` : `/guides/${id}#${slugOf(section.title)}`,
    }));
  });
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
  return [...guides, ...method, ...definitions, ...reference];
}

/** The passages that contain every word of the query; those with all words in the title are first. */
export function search(passages: readonly Passage[], query: string): Passage[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = passages.filter(({ title, text }) => hasAll(`${title} ${text}`));
  const titled = found.filter(({ title }) => hasAll(title));
  return [...titled, ...found.filter((passage) => !titled.includes(passage))].slice(0, MAX_RESULTS);
}

/** The text around the first word of the query. */
export function excerptOf({ text }: Passage, query: string): string {
  const plain = text.replace(/[`*|#]|<!--.*?-->/g, ' ').replace(/\s+/g, ' ');
  const at = Math.max(0, plain.toLowerCase().indexOf(wordsOf(query)[0]) - EXCERPT_LENGTH / 2);
  return plain.slice(at, at + EXCERPT_LENGTH).trim();
}

/** The fragment of a heading, as GitHub makes it. */
export function slugOf(title: string): string {
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
