/** A Markdown file of seeds/. */
export interface ProseFile {
  /** As messages name it: `methodology/definitions.md`. */
  readonly name: string;
  readonly text: string;
}

/** A fault in a Markdown file: which file, which line, what came and what is accepted. */
export class ProseError extends Error {
  override readonly name = 'ProseError';

  /** @param line from 1 */
  constructor(file: ProseFile, line: number, got: string, accepted: string) {
    super(`seeds/${file.name}:${line}: ${JSON.stringify(got)} is not accepted here, but ${accepted}`);
  }
}

/** A file that begins with its one heading, and what it says below it. */
export interface Headed {
  readonly title: string;
  readonly body: string;
  /** Line of the file, from 1, that the body begins on. */
  readonly bodyLine: number;
}

/** @throws ProseError unless the file is a heading, an empty line and a text that ends with one line break */
export function splitHeading(file: ProseFile): Headed {
  const [heading, gap, ...rest] = file.text.split('\n');
  if (!/^# \S/.test(heading)) throw new ProseError(file, 1, heading, 'a heading: "# " and the title');
  if (gap !== '') throw new ProseError(file, 2, gap ?? '', 'an empty line after the heading');
  if (!rest[0]?.trim()) throw new ProseError(file, 3, rest[0] ?? '', 'a text below the heading');
  const end = rest.pop();
  if (end !== '') throw new ProseError(file, rest.length + 3, end ?? '', 'a line break at the end of the file');
  if (rest.at(-1) === '') throw new ProseError(file, rest.length + 2, '', 'a text on the last line');
  return { title: heading.slice(2), body: rest.join('\n'), bodyLine: 3 };
}
