import type { IncomingMessage } from 'node:http';

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
