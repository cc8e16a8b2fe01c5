/** RFC 3339 in whole seconds: the time of metadata and conditions. */
export function toTimestamp(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastText = `${new Date(second * 1000).toISOString().slice(0, 19)}Z`;
  }
  return lastText;
}

/** Writes come many to the second. */
let lastSecond = Number.NaN;
let lastText = '';

/** RFC 3339 with six digits: the time of Leases and Events. */
export function toMicroTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
