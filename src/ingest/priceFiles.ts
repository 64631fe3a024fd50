import { createReadStream, type Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PassThrough, pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import yauzl from 'yauzl';
import { canonicalTicker } from '../core/calendar/ticker';

const CHUNK_BYTES = 262_144;

/** One file to import, on disk or inside an archive. The only place in ingest that touches the disk. */
export interface PriceFile {
  /** Path for the user. Members of an archive follow its path: `all.zip/us/aapl.csv`. */
  readonly path: string;
  /** Folder, on disk or in the archive. */
  readonly folder: string;
  /** File name without folders. */
  readonly name: string;
  /** Bytes on disk, compressed or not: the total of all `onBytes`. */
  readonly size: number;
  /** Time of the last change; null for members of an archive, whose times have no zone. */
  readonly writtenAt: Date | null;
  /** Whether it can be opened again, unlike a pipe. */
  readonly isRepeatable: boolean;
  /** The decompressed text. @param onBytes called with the bytes read since the last call */
  open(onBytes: (count: number) => void): Promise<Readable>;
}

/**
 * The files at some paths: files themselves, and all files in folders and .zip archives, ordered by name, without hidden files.
 *
 * @throws Error naming a path that does not exist or cannot be read
 */
export async function priceFiles(paths: readonly string[]): Promise<PriceFile[]> {
  const found: PriceFile[] = [];
  for (const path of paths) await collect(path, found);
  return found;
}

async function collect(path: string, found: PriceFile[]): Promise<void> {
  const stats = await readStats(path);
  if (stats.isDirectory()) {
    const names = (await readable(path, readdir(path))).filter((name) => !name.startsWith('.'));
    for (const name of names.sort()) await collect(join(path, name), found);
  } else if (/\.zip$/i.test(path)) found.push(...(await zipMembers(path)));
  else found.push(plainFile(path, stats));
}

function plainFile(path: string, stats: Stats): PriceFile {
  const open = async (onBytes: (count: number) => void) => {
    const bytes = counted(createReadStream(path, { highWaterMark: CHUNK_BYTES }), onBytes);
    return /\.gz$/i.test(path) ? unzipped(bytes) : bytes;
  };
  return {
    path,
    folder: dirname(path),
    name: basename(path),
    size: stats.size,
    writtenAt: stats.mtime,
    isRepeatable: stats.isFile(),
    open,
  };
}

async function zipMembers(path: string): Promise<PriceFile[]> {
  const zip = await readable(path, openZip(path));
  const entries: yauzl.Entry[] = [];
  await readable(
    path,
    new Promise<void>((resolve, reject) => {
      zip.on('entry', (entry: yauzl.Entry) => {
        entries.push(entry);
        zip.readEntry();
      });
      zip.on('end', resolve);
      zip.on('error', reject);
      zip.readEntry();
    }),
  );
  zip.close();
  return entries
    .filter(({ fileName }) => !fileName.endsWith('/') && !/(^|\/)(\.|__MACOSX\/)/.test(fileName))
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1))
    .map((entry) => zipMember(path, entry));
}

/** Each member opens the archive itself, so that no descriptor stays open between files. */
function zipMember(archive: string, entry: yauzl.Entry): PriceFile {
  const path = join(archive, entry.fileName);
  const open = async (onBytes: (count: number) => void) => {
    const zip = await openZip(archive);
    const stream = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
    });
    stream.once('close', () => zip.close());
    const bytes = counted(stream, onBytes);
    return /\.gz$/i.test(path) ? unzipped(bytes) : bytes;
  };
  return {
    path,
    folder: dirname(path),
    name: basename(path),
    size: entry.uncompressedSize,
    writtenAt: null,
    isRepeatable: true,
    open,
  };
}

function openZip(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false };
    yauzl.open(path, options, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

function counted(stream: Readable, onBytes: (count: number) => void): Readable {
  stream.on('data', (chunk: Buffer) => onBytes(chunk.length));
  stream.pause();
  return stream;
}

/** The decompressed stream, which also emits the errors of the compressed one. */
function unzipped(stream: Readable): Readable {
  const out = new PassThrough({ highWaterMark: CHUNK_BYTES });
  pipeline(stream, createGunzip({ chunkSize: CHUNK_BYTES }), out, () => {});
  return out;
}

function readStats(path: string): Promise<Stats> {
  return readable(path, stat(path));
}

async function readable<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const why =
      code === 'ENOENT' ? 'no such file or folder' : code === 'EACCES' ? 'no permission' : (error as Error).message;
    throw new Error(`cannot read '${path}': ${why}`);
  }
}

const EXTENSIONS = /\.(csv|txt|tsv|dat|data|gz)$/i;
/** Suffixes that download scripts add to the ticker. */
const TRAILERS = [
  / ?\(\d+\)$/, // a browser's second download
  /[-_ ]\d{4}-?\d{2}-?\d{2}.*$/, // a date range
  /_d$/i, // Stooq: ^ndq_d.csv, aapl_us_d.csv
  /[-_. ](1d|1day|daily|day|d1|max|eod|ohlc|ohlcv|prices?|historical|history|historical[-_ ]data|data|stock)$/i,
];
const LEADERS = /^(daily|stock|prices?|historical)[-_ ]/i;

/**
 * The ticker in a file name; null if there is none: aapl.us.txt -> AAPL, BTC-USD-1d.csv -> BTC-USD, ^DJI.csv -> ^DJI,
 * BF.B.csv.gz -> BF.B, daily_IBM.csv -> IBM, AAPL_2020-01-01_2024-12-31.csv -> AAPL. Removes extensions, the affixes of download
 * scripts and the `.us` of Stooq and EODHD; the rest must be a ticker.
 *
 * @param name file name without folders
 */
export function tickerInFileName(name: string): string | null {
  let stem = name;
  while (EXTENSIONS.test(stem)) stem = stem.replace(EXTENSIONS, '');
  for (let before = ''; before !== stem; ) {
    before = stem;
    for (const trailer of TRAILERS) stem = stem.replace(trailer, '');
  }
  return canonicalTicker(stem.replace(LEADERS, '').replace(/[._]us$/i, ''));
}
