/**
 * Returns a new idempotency key. `crypto.randomUUID` is not used because it requires HTTPS, which a
 * dashboard in a private network may not have.
 */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
