/** A stored file, any part of which can be read. It does not change while it is there. */
export interface KeptFile {
  /** Bytes. */
  readonly size: number;
  /** The bytes from one to another, both included, piece by piece. */
  readonly part: (start: number, end: number) => AsyncIterable<Buffer>;
}

/** All of a file, or what reads it piece by piece as the client takes it. */
export type FileBody = string | Buffer | KeptFile;

export interface FileParts<Type extends string> {
  /** As the contract lists it for the operation, without parameters: `text/csv`. */
  readonly contentType: Type;
  readonly body: FileBody;
  /** What a browser saves it as; without it, it is shown. Characters other than letters, digits, `.`, `_` and `-` are replaced. */
  readonly fileName?: string;
  /**
   * Its entity tag, quotes included. Texts and buffers have one of their bytes and headers unless they say another. A stored file can
   * be taken up where it was left only by a strong one (`"..."`), which is of its bytes.
   */
  readonly etag?: string;
  /** When something of a text last changed: who has it since is told so where they do not name its tag. */
  readonly lastModified?: Date;
  /** Further headers, of printable ASCII. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What a handler returns that answers something other than JSON: allowed where the contract lists such a media type for
 * the 200 of its operation. Errors are JSON as everywhere. `src/http/sendFile.ts` sends it.
 */
export class FileAnswer<Type extends string = string> implements FileParts<Type> {
  readonly contentType: Type;
  readonly body: FileBody;
  readonly fileName?: string;
  readonly etag?: string;
  readonly lastModified?: Date;
  readonly headers: Readonly<Record<string, string>>;

  constructor({ contentType, body, fileName, etag, lastModified, headers = {} }: FileParts<Type>) {
    this.contentType = contentType;
    this.body = body;
    this.fileName = fileName;
    this.etag = etag;
    this.lastModified = lastModified;
    this.headers = headers;
  }
}

/** An answer in JSON as it was written where it was made, with what a look at the contract found. */
export class WrittenAnswer<Body = unknown> {
  /** Only tells the compiler what it is the text of. */
  declare readonly of: Body;

  /** @param faults of the body, by the contract; null = none */
  constructor(
    readonly body: Buffer,
    readonly faults: object | null,
  ) {}
}
