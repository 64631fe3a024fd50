import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { FeedFault } from './feedFault';

/**
 * Whether an address is one of the public internet. A provider's name may lead anywhere, and nothing behind the door of this
 * machine's network shall be asked by it: no loopback, no private range, no link-local address with a cloud's secrets.
 */
export function isPublic(address: string): boolean {
  const plain = address.split('%')[0];
  if (!ipaddr.isValid(plain)) return false;
  // An IPv4 address written as IPv6 is judged as what it is.
  return ipaddr.process(plain).range() === 'unicast';
}

/** @throws FeedFault `address` for a URL whose host is itself an address that may not be called */
export function requirePublicHost({ hostname }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublic(host)) throw new FeedFault('address', host);
}

/** Resolves names as Node does, and lets a connection begin to public addresses only: what is checked is what is called. */
export const lookupPublic: LookupFunction = (hostname, options: LookupOptions, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const open = addresses.filter(({ address }) => isPublic(address));
    if (open.length === 0) return callback(new FeedFault('address', `${hostname} leads to no public address`), '', 0);
    if (options.all) return callback(null, open as never, 0);
    callback(null, open[0].address, open[0].family);
  });
};
