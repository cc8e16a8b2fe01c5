/** Formats a time as RFC 3339 in whole seconds, as in metadata and conditions. */
export function toTimestamp(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastText = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
  }
  return lastText;
}

/** Cached, because many writes have the same second. */
let lastSecond = Number.NaN;
let lastText = '';

/** Formats a time as RFC 3339 with six digits, as in Leases and Events. */
export function toMicroTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
