import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A secret that an endpoint's deliveries are signed with. */
export interface NewSecret {
  /** `whsec_...`, to be shown once. */
  readonly shown: string;
  /** As it is kept: encrypted. */
  readonly stored: string;
}

/**
 * Secrets of endpoints. They have to be read again to sign, so that a hash will not do: they are kept encrypted
 * (AES-256-GCM) with a key made from KEY_SECRET, and a stolen database alone lets nobody sign.
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

  /** Null when it cannot be read: it was encrypted with another KEY_SECRET. */
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
