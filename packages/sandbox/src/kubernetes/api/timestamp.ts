/** RFC 3339 in whole seconds: the time of metadata and conditions. */
export function toTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** RFC 3339 with six digits: the time of Leases and Events. */
export function toMicroTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
