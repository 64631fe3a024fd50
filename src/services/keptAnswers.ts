interface Kept<Body> {
  /** Weak: a scan's core holds all prices of its moment. */
  readonly source: WeakRef<object>;
  readonly body: Body;
}

/**
 * The answers made last, so that equal requests get the same object, which the shell validates and serialises once.
 * Whatever an answer says must be in its source or in its key, but for the time it was made at: nothing that is per
 * caller or per request is skipped, only putting the same answer together again.
 */
export class KeptAnswers<Body extends object> {
  private readonly kept = new Map<string, Kept<Body>>();

  /** @param most answers kept; the oldest goes first */
  constructor(private readonly most: number) {}

  /**
   * @param source what the answer is made of and never changes (a scan's core, a snapshot): another one, another answer
   * @param key everything else the answer depends on
   */
  of(source: object, key: string, make: () => Body): Body {
    const known = this.kept.get(key);
    if (known?.source.deref() === source) return known.body;
    const body = make();
    this.kept.delete(key);
    this.kept.set(key, { source: new WeakRef(source), body });
    if (this.kept.size > this.most) this.kept.delete(this.kept.keys().next().value!);
    return body;
  }
}
