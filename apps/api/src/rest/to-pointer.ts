/** Returns the JSON Pointer (RFC 6901) of a dotted path, as the fragment of a URI; an empty path is the whole. */
export function toPointer(path: string): string {
  if (path === '') return '#';
  const tokens = path.split(/[.[]/).map((token) => token.replace(/\]$/, ''));
  const escaped = tokens.map((token) => token.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `#/${escaped.map(encodeToken).join('/')}`;
}

/** Characters that a fragment may contain stay as they are. */
const encodeToken = (token: string): string =>
  encodeURIComponent(token).replaceAll('%24', '$').replaceAll('%40', '@').replaceAll('%3A', ':');
