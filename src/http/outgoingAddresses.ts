import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { OutgoingError } from './outgoingRetry';

/** IPv6 addresses that NAT64 translates to IPv4 (RFC 6052). */
const TRANSLATED = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** The range of public addresses (RFC 4291, 2.4), without `::/96` and `fec0::/10` for example. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** IPv4-compatible addresses, which ipaddr.js would read as IPv4-mapped ones. */
const COMPATIBLE = /^::\d+\.\d+\.\d+\.\d+$/;

/**
 * Whether an address is public unicast. Users and providers may give URLs of any host. A request to a loopback, private or
 * link-local address (where clouds serve credentials) would reach servers that only this machine can access.
 */
export function isPublic(address: string): boolean {
  const plain = address.split('%')[0];
  return isIP(plain) !== 0 && !COMPATIBLE.test(plain) && isPublicUnicast(ipaddr.process(plain));
}

function isPublicUnicast(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (!(address instanceof ipaddr.IPv6)) return address.range() === 'unicast';
  if (address.match(TRANSLATED)) return isPublicUnicast(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}

/** Names of this machine whatever a resolver says (RFC 6761, 6.3). */
const LOCALHOST = /^(.+\.)?localhost\.?$/;

/**
 * The host of a URL if it is a literal address that is not public, or a name of this machine; null otherwise. Literals do not
 * reach the lookup.
 */
export function privateHostOf({ hostname }: URL): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return LOCALHOST.test(host) || (isIP(host) !== 0 && !isPublic(host)) ? host : null;
}

/** As `dns.lookup` with `all`. */
export type ResolveName = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A lookup that returns public addresses only. It runs when a connection is made, so that the checked address is the one that is
 * connected to, even if the name resolves to another one a moment later.
 */
export function publicLookup(resolve: ResolveName = lookup): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => isPublic(address));
      if (allowed.length === 0)
        return callback(new OutgoingError('address', `${hostname} has no public address`), '', 0);
      if (options.all) return callback(null, allowed as never, 0);
      callback(null, allowed[0].address, allowed[0].family);
    });
  };
}
