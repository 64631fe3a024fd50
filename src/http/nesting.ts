import type { RequestHandler } from 'express';
import { invalidRequest } from '../errors';

/** What is asked here has a depth of four. */
export const DEEPEST_BODY = 32;

/**
 * Whether parsed JSON has lists and objects inside each other beyond so many levels. Goes down level by level: what is
 * nested a hundred thousand times must not nest calls as often.
 */
export function isNestedBeyond(most: number, value: unknown): boolean {
  let level = childrenOf(value);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === most) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

/** Refuses a body that is deeper than anybody means it. */
export const refuseDeep: RequestHandler = ({ body }, _response, next) => {
  if (isNestedBeyond(DEEPEST_BODY, body)) throw invalidRequest(tooDeep('The body'));
  next();
};

/** @param name of what came: `The body` */
export function tooDeep(name: string): string {
  return `${name} is nested more than ${DEEPEST_BODY} levels deep.`;
}

/** The lists and objects right inside a list or object; what is neither ends here. */
function childrenOf(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter((inside) => typeof inside === 'object' && inside !== null);
}
