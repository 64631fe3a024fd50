/** An immutable file in the database, readable by ranges. */
export interface KeptFile {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to `end`, both included, in blocks. */
  readonly part: (start: number, end: number) => AsyncIterable<Buffer>;
}

export interface FileParts<Type extends string = string> {
  /** As listed in the contract, without parameters: `text/csv`. */
  readonly contentType: Type;
  /** In memory, or read while it is sent. */
  readonly body: string | Buffer | KeptFile;
  /** Name under which a browser saves the file; absent = the browser shows it. */
  readonly fileName?: string;
  /**
   * Entity tag of a stored file, with its quotes. Only a strong tag (`"..."`), which identifies the bytes, allows to resume a
   * download. Texts and buffers get a weak tag of their body.
   */
  readonly etag?: string;
  /** For If-Modified-Since. */
  readonly lastModified?: Date;
  /** Further headers, in printable ASCII. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The result of a handler instead of JSON, if the contract lists another media type for the 200. Errors are JSON in any case.
 * Sent by `src/http/sendFile.ts`.
 */
export class FileAnswer<Type extends string = string> {
  constructor(readonly file: FileParts<Type>) {}
}

/** A JSON answer that a worker thread has validated and written. */
export class WrittenAnswer<Body = unknown> {
  /** For the compiler only: the type of the body. */
  declare readonly of: Body;

  /** @param faults the faults of the body against the contract; null = none */
  constructor(
    readonly body: Buffer,
    readonly faults: object | null,
  ) {}
}

/** What an operation created: the body of its 201, and where it is. */
export class CreatedAnswer<Body = object> {
  /**
   * @param path below the base path of the API: `/saved-scans/5f1c0a9be27d4386`
   * @param isReplayed whether it was created by an earlier request with the same Idempotency-Key
   */
  constructor(
    readonly body: Body,
    readonly path: string,
    readonly isReplayed = false,
  ) {}
}
