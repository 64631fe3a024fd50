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
