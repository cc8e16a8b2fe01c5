/** The largest TCP port. */
export const maxPort = 65_535;

/** Returns true for the number of a TCP port that can be connected to. */
export const isPort = (port: number | null): boolean =>
  port !== null && Number.isInteger(port) && port >= 1 && port <= maxPort;

/** The host, without a user name; then a port, a path or a query of visible ASCII characters. */
const httpUrl =
  /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?<port>\d{1,9}))?([/?][\x21-\x7e]*)?$/i;

/** Returns what is wrong with the URL of a server that Kerf calls; `null` if nothing is. */
export function httpUrlProblem(url: string): string | null {
  const match = httpUrl.exec(url);
  if (match === null)
    return 'must be an https URL without a user name, e.g. https://example.com/hook';
  const port = match.groups?.['port'];
  if (port === undefined || isPort(Number(port))) return null;
  return `has the port ${port}; a port is from 1 to ${maxPort}`;
}
