/**
 * A key that makes a repeated request the same request.
 * `crypto.randomUUID` would need HTTPS, which a console inside a company's network may not have.
 */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
