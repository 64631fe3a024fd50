/** A file in the database, any range of which can be read. It never changes. */
export interface KeptFile {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to `end`, both included, block by block. */
  readonly part: (start: number, end: number) => AsyncIterable<Buffer>;
}

/** A whole file, or one that is read as the client takes it. */
export type FileBody = string | Buffer | KeptFile;

export interface FileParts<Type extends string> {
  /** As the contract lists it for the operation, without parameters: `text/csv`. */
  readonly contentType: Type;
  readonly body: FileBody;
  /** What a browser saves it as; without a name it is shown. */
  readonly fileName?: string;
  /**
   * Entity tag of a stored file, with its quotes. A download that was interrupted can be resumed only by a strong one (`"..."`),
   * which identifies the bytes. Texts and buffers get a weak one of their body.
   */
  readonly etag?: string;
  /** For If-Modified-Since. */
  readonly lastModified?: Date;
  /** Further headers, of printable ASCII. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What a handler returns in the place of JSON, if the contract lists another media type for the 200 of its operation. Errors
 * stay JSON. `src/http/sendFile.ts` sends it.
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

/** An answer in JSON that a thread has validated and written. */
export class WrittenAnswer<Body = unknown> {
  /** Exists for the compiler only: the type that was written. */
  declare readonly of: Body;

  /** @param faults where the body breaks the contract; null = nowhere */
  constructor(
    readonly body: Buffer,
    readonly faults: object | null,
  ) {}
}
