import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret that signs the deliveries to an endpoint. */
export interface NewSecret {
  /** `whsec_...`; the owner sees it once. */
  readonly shown: string;
  /** The encrypted form for storage. */
  readonly stored: string;
}

/**
 * Creates, encrypts and decrypts endpoint secrets. Signing needs the secret itself, so a hash is not enough: secrets are stored
 * encrypted (AES-256-GCM) with a key derived from KEY_SECRET, and a stolen database alone does not allow signing.
 */
export class EndpointSecretBox {
  private readonly key: Buffer;

  constructor(keySecret: string) {
    this.key = Buffer.from(hkdfSync('sha256', keySecret, '', 'perennial webhook secrets', 32));
  }

  create(): NewSecret {
    const shown = PREFIX + randomBytes(SECRET_BYTES).toString('base64');
    return { shown, stored: this.seal(shown) };
  }

  /** The secret; null if it was encrypted with another KEY_SECRET. */
  read(stored: string): string | null {
    const bytes = Buffer.from(stored, 'base64');
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const cipher = createDecipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const sealed = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
      return Buffer.concat([cipher.update(sealed), cipher.final()]).toString('utf8');
    } catch {
      return null;
    }
  }

  private seal(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES });
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64');
  }
}
