import { malformedPath } from '../errors';
import type { ContractOperation } from './contract';

/** What a path of the contract leads to. */
interface Place<T> {
  /** By the text of the next part, in lower case. */
  readonly fixed: Map<string, Place<T>>;
  /** Where any text may stand. */
  any?: { readonly name: string; readonly place: Place<T> };
  /** By method. */
  readonly found: Map<string, T>;
}

/** An operation that a request is for. */
export interface Found<T> {
  readonly value: T;
  /** Of its path, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds operations by method and path, part by part: as Express would with each path of the contract in turn, so that
 * neither the case of a path nor a slash at its end matter.
 */
export class OperationMap<T> {
  private readonly root: Place<T> = emptyPlace();

  /** @throws Error when two paths could mean the same */
  constructor(entries: readonly (readonly [ContractOperation, T])[]) {
    for (const [{ method, path }, value] of entries) {
      let place = this.root;
      for (const part of path.split('/').slice(1)) place = placeAfter(place, part, path);
      place.found.set(method.toUpperCase(), value);
    }
  }

  /**
   * @param path as the URL writes it, below the base path: `/analyze/BRK%2EB`
   * @throws malformedPath when a parameter of the path is no valid percent-encoding
   */
  find(method: string, path: string): Found<T> | null {
    const parts = path.split('/');
    if (parts.length > 2 && parts[parts.length - 1] === '') parts.pop();
    const params: Record<string, string> = {};
    let place = this.root;
    for (let i = 1; i < parts.length; i++) {
      const fixed = place.fixed.get(parts[i].toLowerCase());
      if (fixed !== undefined) place = fixed;
      else if (place.any === undefined || parts[i] === '') return null;
      else {
        params[place.any.name] = parts[i];
        place = place.any.place;
      }
    }
    const value = place.found.get(method === 'HEAD' ? 'GET' : method);
    if (value === undefined) return null;
    for (const name in params) params[name] = decoded(params[name]);
    return { value, params };
  }
}

function emptyPlace<T>(): Place<T> {
  return { fixed: new Map(), found: new Map() };
}

function placeAfter<T>(place: Place<T>, part: string, path: string): Place<T> {
  const name = /^\{(\w+)\}$/.exec(part)?.[1];
  if (name === undefined) {
    if (place.any !== undefined) throw new Error(`${path}: '${part}' stands where {${place.any.name}} may`);
    const next = place.fixed.get(part.toLowerCase()) ?? emptyPlace<T>();
    place.fixed.set(part.toLowerCase(), next);
    return next;
  }
  if (place.fixed.size > 0) throw new Error(`${path}: {${name}} stands where ${[...place.fixed.keys()]} do`);
  place.any ??= { name, place: emptyPlace<T>() };
  if (place.any.name !== name) throw new Error(`${path}: {${name}} stands where {${place.any.name}} does`);
  return place.any.place;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw malformedPath();
  }
}
