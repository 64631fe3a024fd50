import type { components } from '../generated/openapi';

/** The read-only form of a type, since answers hold read-only arrays of the core. */
export type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** A named schema of the contract, read-only. */
export type Schema<Name extends keyof components['schemas']> = Frozen<components['schemas'][Name]>;
