import express from 'express';
import { type Format, TABLE_TYPES } from '../operation';
import type { ContractOperation } from './contract';
import type { Exchange, Step } from './exchange';

/** The formats of an answer that is a table as well, by their media types; the first is what who has no wish gets. */
const FORMATS: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  [TABLE_TYPES.csv]: 'csv',
  [TABLE_TYPES.ndjson]: 'ndjson',
  'application/ndjson': 'ndjson',
};

/**
 * Leaves what the client wants to read: what `format` says, else what Accept does, of what the operation answers. Whoever
 * accepts none of it gets JSON.
 */
export function chooseFormat({ files, answersJson }: ContractOperation): Step {
  if (!answersJson || !(TABLE_TYPES.csv in files)) return () => {};
  return (exchange) => {
    exchange.varyBy('Accept');
    exchange.format = formatIn(exchange.input?.format) ?? accepted(exchange);
  };
}

/** As the validator has let it through. */
function formatIn(value: unknown): Format | undefined {
  return Object.values(FORMATS).find((format) => format === value);
}

function accepted({ request: { headers } }: Exchange): Format {
  if (headers.accept === undefined) return 'json';
  const type = Reflect.apply(express.request.accepts, { headers }, [Object.keys(FORMATS)]);
  return typeof type === 'string' ? FORMATS[type] : 'json';
}
