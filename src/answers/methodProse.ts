import { readSeedFolder, readSeedText, SeedError, type SeedText } from '../seedFile';
import { parseDefinitions, splitHeading } from './methodDefinitions';
import type { Methodology, MethodSection } from './shapes';

/** The parts of the methodology that are written as Markdown in seeds/methodology. */
export type MethodProse = Pick<Methodology, 'summary' | 'sections' | 'definitions' | 'limitations'>;

/** @throws SeedError naming the file and place of the first fault */
export function loadMethodProse(): MethodProse {
  return {
    summary: splitHeading(readSeedText('methodology/summary.md')).body,
    sections: readSeedFolder('methodology/sections').map(parseSection),
    definitions: parseDefinitions(readSeedText('methodology/definitions.md')),
    limitations: parseList(readSeedText('methodology/limitations.md')),
  };
}

/** A section: `01-window.md` has the id `window`, its heading is the title and the text below it the body. */
export function parseSection(file: SeedText): MethodSection {
  const [, id] = /(?:^|\/)\d\d-([a-z_]+)\.md$/.exec(file.name) ?? [];
  if (id === undefined) throw new SeedError(file.name, 'the name', file.name, 'one like 01-window.md');
  const { title, body } = splitHeading(file);
  return { id, title, body };
}

/** A heading and a list of items of one line each. */
export function parseList(file: SeedText): string[] {
  const { body, bodyLine } = splitHeading(file);
  return body.split('\n').map((line, i) => {
    if (!/^- \S/.test(line))
      throw new SeedError(file.name, `line ${bodyLine + i}`, line, 'an item: a line that begins with "- "');
    return line.slice(2);
  });
}
