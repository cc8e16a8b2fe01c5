import { createHash } from 'node:crypto';

/**
 * The version, and a digest of the whole answer: a cluster's sums change without its version, so a
 * reader needs both, while a writer cares for the version alone.
 */
export function toETag(version: number, answer: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 16);
  return `"${version}-${digest}"`;
}

/** The version in an `If-Match` header; `null` for anything that is no ETag of ours. */
export function versionOfETag(header: string): number | null {
  const [, version] = /^"(\d{1,9})(?:-[0-9a-f]{16})?"$/.exec(header) ?? [];
  return version === undefined ? null : Number(version);
}
