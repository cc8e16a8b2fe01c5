import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * Returns the address of the client as Express does: with trusted proxies, the entry of the outermost of
 * them in `X-Forwarded-For`. For WebSockets, which Express does not handle.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const header = headers['x-forwarded-for'] ?? '';
  const forwarded = (Array.isArray(header) ? header.join(',') : header)
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const nearestFirst = [...forwarded, socket.remoteAddress ?? ''].reverse();
  return nearestFirst[Math.min(proxies, nearestFirst.length - 1)] ?? '';
}

/**
 * Returns the key of a client for rate limits: its IPv4 address, or the /64 network of its IPv6 address,
 * because a client can use all 2^64 addresses of its network.
 */
export function addressKey(address: string): string {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || !isIPv6(address)) return v4 ?? address;
  const [bare = ''] = address.split('%');
  const [head = '', tail] = bare.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
