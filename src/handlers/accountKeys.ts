import { DAY_MS, fromIso } from '../core/calendar/dates';
import type { Handler } from '../operation';
import { createKey, listKeys, revokeKey, rotateKey } from '../services/accountKeys';
import type { ConsoleDeps } from '../services/console';

/** GET /account/keys */
export function listKeysHandler(deps: ConsoleDeps): Handler<'listKeys'> {
  return (_, context) => listKeys(deps, context);
}

/** POST /account/keys */
export function createKeyHandler(deps: ConsoleDeps): Handler<'createKey'> {
  return ({ body: { name, expires_on, markets = null, read_only: readOnly = false } }, context) => {
    const expiresAt = expires_on === undefined ? null : new Date(fromIso(expires_on) * DAY_MS);
    return createKey(deps, context, { name, expiresAt, scope: { markets, readOnly } });
  };
}

/** POST /account/keys/{key_id}/rotate */
export function rotateKeyHandler(deps: ConsoleDeps): Handler<'rotateKey'> {
  return ({ key_id, body }, context) => rotateKey(deps, context, { keyId: key_id, hours: body.overlap_hours });
}

/** DELETE /account/keys/{key_id} */
export function revokeKeyHandler(deps: ConsoleDeps): Handler<'revokeKey'> {
  return ({ key_id }, context) => revokeKey(deps, context, key_id);
}
