import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { PROJECT_ROOT } from './projectRoot';

const SEEDS = join(PROJECT_ROOT, 'seeds');

/** A fault in a seed file, or in one of the operator's own, which is named by its whole path: which file, where in it, what came and what is accepted. */
export class SeedError extends Error {
  override readonly name = 'SeedError';

  constructor(file: string, place: string, got: unknown, accepted: string) {
    super(`${isAbsolute(file) ? file : `seeds/${file}`}: ${place} is ${JSON.stringify(got)}, accepted is ${accepted}`);
  }
}

/** The parsed content of seeds/`file`, unchecked. */
export function readSeed(file: string): unknown {
  return JSON.parse(readSeedText(file).text);
}

/**
 * The parsed content of a file of the operator's own, unchecked.
 *
 * @param setting that names it
 * @throws Error saying why it cannot be read
 */
export function readOwn(setting: string, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${setting} '${path}' cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** A file of seeds/ with its name, for messages. */
export interface SeedText {
  readonly name: string;
  readonly text: string;
}

export function readSeedText(name: string): SeedText {
  return { name, text: readFileSync(join(SEEDS, name), 'utf8') };
}

/** All files of a folder of seeds/, by name. */
export function readSeedFolder(folder: string): SeedText[] {
  return readdirSync(join(SEEDS, folder))
    .sort()
    .map((name) => readSeedText(`${folder}/${name}`));
}

/** One value of a seed file and its place there. Every reading says what it must be and throws a SeedError otherwise. */
export class SeedValue {
  private constructor(
    private readonly file: string,
    /** Empty for the whole file. */
    private readonly place: string,
    private readonly value: unknown,
  ) {}

  /** @param file name in seeds/, or the whole path of another */
  static file(file: string, content: unknown): SeedValue {
    return new SeedValue(file, '', content);
  }

  /** A value of the same file that is put together from several places. */
  derived(place: string, value: unknown): SeedValue {
    return new SeedValue(this.file, this.place === '' ? place : `${this.place}.${place}`, value);
  }

  require(valid: boolean, accepted: string): void {
    if (!valid) throw new SeedError(this.file, this.place || 'the file', this.value, accepted);
  }

  as<T>(fits: (value: unknown) => value is T, accepted: string): T {
    const { value } = this;
    if (fits(value)) return value;
    throw new SeedError(this.file, this.place || 'the file', value, accepted);
  }

  items(accepted = 'a list'): SeedValue[] {
    const items = this.as(Array.isArray, accepted);
    return items.map((item, i) => new SeedValue(this.file, `${this.place}[${i}]`, item));
  }

  /** A field of an object; one that is not there is undefined. */
  field(name: string, accepted = 'an object'): SeedValue {
    return this.derived(name, this.as(isRecord, accepted)[name]);
  }

  /** Every field of an object as `read` finds it. */
  record<T>(read: (value: SeedValue) => T): Record<string, T> {
    const names = Object.keys(this.as(isRecord, 'an object'));
    return Object.fromEntries(names.map((name) => [name, read(this.field(name))]));
  }

  optional<T>(read: (value: SeedValue) => T): T | undefined {
    return this.value === undefined ? undefined : read(this);
  }

  nullable<T>(read: (value: SeedValue) => T): T | null {
    return this.value === null ? null : read(this);
  }

  text(accepted = 'a text', fits: (text: string) => boolean = () => true): string {
    return this.as((value): value is string => isText(value) && fits(value), accepted);
  }

  texts(accepted: string, fits: (text: string) => boolean, fewest = 1): readonly string[] {
    const allFit = (value: unknown): value is string[] =>
      Array.isArray(value) && value.length >= fewest && value.every((one) => isText(one) && fits(one));
    return this.as(allFit, accepted);
  }

  oneOf<const T extends string>(names: readonly T[], accepted = names.join(', ')): T {
    return this.as((value): value is T => names.some((name) => name === value), accepted);
  }

  flag(): boolean {
    return this.as((value): value is boolean => typeof value === 'boolean', 'true or false');
  }

  whole(min: number, max: number, accepted = `${min} to ${max}`): number {
    return this.as((value): value is number => isBetween(value, min, max) && Number.isInteger(value), accepted);
  }

  number(min: number, max: number, accepted = `${min} to ${max}`): number {
    return this.as((value): value is number => isBetween(value, min, max), accepted);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() === value && value !== '';
}

function isBetween(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

/** Tables are shared by every request: nobody may change them. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
