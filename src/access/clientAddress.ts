import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** Whoever has one IPv6 address has all 2^64 of its network (RFC 6177). */
const NETWORK_GROUPS = 4;

/** What stands for a client: its IPv4 address, or its IPv6 network of 64 bits. */
export function clientOf(address: string): string {
  const [plain] = address.toLowerCase().split('%');
  if (!isIPv6(plain)) return plain === '' ? 'unknown' : plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped) return mapped[1];
  const [head, tail] = plain.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const missing = tail === undefined ? 0 : GROUPS - head.length - tail.length;
  const groups = [...head, ...Array<string>(missing).fill('0'), ...(tail ?? [])];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
