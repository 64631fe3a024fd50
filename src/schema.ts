import type { components } from '../generated/openapi';

/** What is answered is read, never written: the core hands out read-only arrays. */
export type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

/** A named shape of the contract, as answers carry it. */
export type Schema<Name extends keyof components['schemas']> = Frozen<components['schemas'][Name]>;
