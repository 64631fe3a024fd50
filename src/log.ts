/** The log of the process as its parts write to it: a pino logger, or a fake of it in tests. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A number that operators watch, as GET /metrics shows it. */
export interface Reading {
  /** `market_data_age_days` */
  readonly name: string;
  readonly help: string;
  /** A counter only grows while the process lives. */
  readonly kind: 'gauge' | 'counter';
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[];
}

/** Reads numbers at the moment they are asked for. */
export type Readings = () => Promise<readonly Reading[]>;
