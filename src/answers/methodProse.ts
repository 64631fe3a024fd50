import { parseDefinitions } from './methodDefinitions';
import { ProseError, type ProseFile, splitHeading } from './proseFile';
import type { Methodology, MethodSection } from './shapes';

/** The parts of the methodology that people write, in the Markdown of seeds/methodology. */
export type MethodProse = Pick<Methodology, 'summary' | 'sections' | 'definitions' | 'limitations'>;

/** The files that make up the prose. */
export interface ProseFiles {
  readonly summary: ProseFile;
  /** In the order they are published in. */
  readonly sections: readonly ProseFile[];
  readonly definitions: ProseFile;
  readonly limitations: ProseFile;
}

/** @throws ProseError naming the file and line of the first fault */
export function parseMethodProse({ summary, sections, definitions, limitations }: ProseFiles): MethodProse {
  return {
    summary: splitHeading(summary).body,
    sections: sections.map(parseSection),
    definitions: parseDefinitions(definitions),
    limitations: parseList(limitations),
  };
}

/** A chapter: `01-window.md` gives the anchor `window`; its heading is the title, what follows the body. */
export function parseSection(file: ProseFile): MethodSection {
  const [, id] = /(?:^|\/)\d\d-([a-z_]+)\.md$/.exec(file.name) ?? [];
  if (id === undefined) throw new ProseError(file, 1, file.name, 'a name like 01-window.md');
  const { title, body } = splitHeading(file);
  return { id, title, body };
}

/** A heading and a list of items of one line each. */
export function parseList(file: ProseFile): string[] {
  const { body, bodyLine } = splitHeading(file);
  return body.split('\n').map((line, i) => {
    if (!/^- \S/.test(line)) throw new ProseError(file, bodyLine + i, line, 'an item: a line that begins with "- "');
    return line.slice(2);
  });
}
