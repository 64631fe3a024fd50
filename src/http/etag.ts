import { createHash } from 'node:crypto';

/** A quote inside a JSON text is escaped, so that this can only be the member itself. */
const GENERATED_AT = '"generated_at":"';

/**
 * Entity tag of a body without the time it was made at: the same answer a minute later has the same tag. Weak, because
 * the same tag serves the compressed body.
 */
export function etagOf(body: Buffer | string, encoding?: BufferEncoding): string {
  const bytes = typeof body === 'string' ? Buffer.from(body, encoding) : body;
  const hash = createHash('sha1');
  const at = bytes.indexOf(GENERATED_AT);
  if (at < 0) hash.update(bytes);
  else {
    const valueStart = at + GENERATED_AT.length;
    hash.update(bytes.subarray(0, valueStart)).update(bytes.subarray(bytes.indexOf('"', valueStart)));
  }
  return `W/"${hash.digest('base64url')}"`;
}
