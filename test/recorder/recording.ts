import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** A body: complete if it is text of limited length, otherwise its hash, length and beginning. */
export type RecordedBody =
  | { readonly text: string }
  | { readonly sha256: string; readonly length: number; readonly begins: string };

/** One request and its answer. */
export interface Recorded {
  /** The name of the request in every recording: `real/dice/0042 scanMarkets dev`. */
  readonly name: string;
  readonly operation: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** 0 = the connection ended without an answer. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: RecordedBody;
}

const LONGEST_BODY = 700_000;
const LONGEST_BEGINNING = 300;

export function bodyOf(bytes: Buffer): RecordedBody {
  const text = bytes.toString('utf8');
  const isText = Buffer.from(text).equals(bytes) && !bytes.includes(0);
  if (isText && bytes.length <= LONGEST_BODY) return { text };
  const begins = bytes.toString(isText ? 'utf8' : 'latin1').slice(0, LONGEST_BEGINNING);
  return { sha256: createHash('sha256').update(bytes).digest('hex'), length: bytes.length, begins };
}

export function writeRecording(path: string, entries: readonly Recorded[]): void {
  writeFileSync(path, gzipSync(entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')));
}

export function readRecording(path: string): Recorded[] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
