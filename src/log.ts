/** The log of the process as its parts write to it: a pino logger, or a fake of it in tests. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
