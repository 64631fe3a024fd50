import type { Schemas } from '../../api/client';

export type Held = Schemas['HeldPrice'];

/** A decision that is asked about. */
export interface HeldAsked {
  readonly held: Held;
  readonly decision: 'take' | 'drop';
}
