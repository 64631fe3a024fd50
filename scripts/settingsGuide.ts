/** The tables of settings in the configuration guide and the file .env.example, generated from src/settings.ts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { guide, SETTINGS } from '../src/settings';

const ROOT = join(__dirname, '..');
const GUIDE = 'seeds/guides/configuration.md';

interface Description {
  readonly name: string;
  /** As it would be written in an environment; null = none, or one that has to be described. */
  readonly value: string | null;
  /** For the tables. */
  readonly default: string;
  readonly meaning: string;
  readonly signIn: boolean;
}

/** The files with settings by their path from the project's folder. */
export function buildSettingsGuide(): Record<string, string> {
  const settings = Object.entries(SETTINGS.shape).map(([name, schema]) => describe(name, schema));
  return {
    [GUIDE]: withTables(readFileSync(join(ROOT, GUIDE), 'utf8'), settings),
    '.env.example': exampleOf(settings),
  };
}

function describe(name: string, schema: z.ZodType): Description {
  const { meaning, default: described, signIn = false } = guide.get(schema as never)!;
  // The default of an empty list is written as no value.
  const value = schema instanceof z.ZodPrefault ? (schema.def.defaultValue as string) || null : null;
  return { name, value, default: value === null ? (described ?? 'none') : `\`${value}\``, meaning, signIn };
}

function withTables(text: string, settings: readonly Description[]): string {
  const service = tableOf(settings.filter(({ signIn }) => !signIn));
  const signIn = tableOf(settings.filter((setting) => setting.signIn));
  return between(between(text, 'settings', service), 'sign-in settings', signIn);
}

/** @throws Error when the markers are missing */
function between(text: string, subject: string, table: string): string {
  const [begin, end] = [`<!-- ${subject}: made by npm run generate -->\n`, `<!-- end of ${subject} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${GUIDE} has no place for ${subject}`);
  return text.slice(0, from + begin.length) + table + text.slice(to);
}

function tableOf(settings: readonly Description[]): string {
  const rows = settings.map((one) => `| \`${one.name}\` | ${one.default} | ${one.meaning} |\n`);
  return `| variable | default | meaning |\n|---|---|---|\n${rows.join('')}`;
}

function exampleOf(settings: readonly Description[]): string {
  const plain = (text: string) => text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
  const entries = settings.map((one) => {
    const described = one.value === null ? ` (default: ${plain(one.default)})` : '';
    return `\n# ${plain(one.meaning)}${described}\n#${one.name}=${one.value ?? ''}\n`;
  });
  return `# Settings of Perennial with their defaults. Made from src/settings.ts by \`npm run generate\`. Do not edit.\n${entries.join('')}`;
}
