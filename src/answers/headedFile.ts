import { SeedError, type SeedText } from '../seedValue';

/** A file that begins with its one heading, and what it says below it. */
export interface Headed {
  readonly title: string;
  readonly body: string;
  /** Line of the file, from 1, that the body begins on. */
  readonly bodyLine: number;
}

/** @throws SeedError unless the file is a heading, an empty line and a text that ends with one line break */
export function splitHeading(file: SeedText): Headed {
  const [heading, gap, ...rest] = file.text.split('\n');
  if (!/^# \S/.test(heading)) throw new SeedError(file.name, 'line 1', heading, 'a heading: "# " and the title');
  if (gap !== '') throw new SeedError(file.name, 'line 2', gap ?? '', 'an empty line after the heading');
  if (!rest[0]?.trim()) throw new SeedError(file.name, 'line 3', rest[0] ?? '', 'a text below the heading');
  const end = rest.pop();
  if (end !== '')
    throw new SeedError(file.name, `line ${rest.length + 3}`, end ?? '', 'a line break at the end of the file');
  if (rest.at(-1) === '') throw new SeedError(file.name, `line ${rest.length + 2}`, '', 'a text on the last line');
  return { title: heading.slice(2), body: rest.join('\n'), bodyLine: 3 };
}
