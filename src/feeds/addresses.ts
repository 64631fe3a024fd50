import { privateHostOf, publicLookup } from '../publicAddresses';
import { FeedFault } from './feedFault';

/** @throws FeedFault `address` for a URL whose host is itself an address that may not be called */
export function requirePublicHost(url: URL): void {
  const host = privateHostOf(url);
  if (host !== null) throw new FeedFault('address', host);
}

/** Lets a connection to a provider begin to public addresses only. */
export const lookupPublic = publicLookup((detail) => new FeedFault('address', detail));
