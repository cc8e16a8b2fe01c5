import { createHash } from 'node:crypto';
import type { ExpectedVersion } from '@kerf/application';

/**
 * The version, and a digest of the whole answer: a cluster's sums change without its version, so a
 * reader needs both, while a writer cares for the version alone.
 */
export function toETag(version: number, answer: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 16);
  return `"${version}-${digest}"`;
}

/**
 * The versions that an `If-Match` header accepts, by RFC 9110 §13.1.1: `*` accepts any; of a list,
 * weak ETags and those of other servers never match.
 * @returns one version as GraphQL's `expectedVersion` has it; `null` for a header that is neither
 */
export function expectedByIfMatch(header: string): ExpectedVersion | null {
  const text = header.trim();
  if (text === '*') return 'any';
  if (!entityTags.test(text)) return null;
  const versions = tagsIn(text).flatMap(({ isWeak, opaque }) => {
    const version = isWeak ? null : versionIn(opaque);
    return version === null ? [] : [version];
  });
  const [first] = versions;
  return first !== undefined && versions.length === 1 ? first : versions;
}

/** Whether an `If-None-Match` header names the answer with this ETag, by RFC 9110 §13.1.2. */
export function isKnownTo(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  const [own] = tagsIn(etag);
  return tagsIn(header).some(({ opaque }) => withoutCoding(opaque) === own?.opaque);
}

/** Whether an `If-Match` header names weak ETags only, which match nothing, the current one included. */
export function isWeakOnly(header: string): boolean {
  const tags = tagsIn(header);
  return tags.length > 0 && tags.every(({ isWeak }) => isWeak);
}

const tag = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
/** Members of a list may be left empty. */
const entityTags = new RegExp(
  String.raw`^(?:[ \t]*,)*[ \t]*${tag}(?:[ \t]*,[ \t]*(?:${tag})?)*[ \t]*$`,
);
const entityTag = /(?<weak>W\/)?"(?<opaque>[\x21\x23-\x7e\x80-\xff]*)"/g;

interface EntityTag {
  readonly isWeak: boolean;
  readonly opaque: string;
}

const tagsIn = (text: string): readonly EntityTag[] =>
  [...text.matchAll(entityTag)].map(({ groups }) => ({
    isWeak: groups?.['weak'] !== undefined,
    opaque: groups?.['opaque'] ?? '',
  }));

function versionIn(opaque: string): number | null {
  const [, version] = /^(\d{1,9})(?:-[0-9a-f]{16})?$/.exec(withoutCoding(opaque)) ?? [];
  return version === undefined ? null : Number(version);
}

/**
 * Other bytes need another ETag, so that of a compressed answer ends with its coding.
 * @param coding as in `Content-Encoding`
 */
export const withCoding = (etag: string, coding: string): string =>
  etag.replace(/"$/, `-${coding}"`);

const withoutCoding = (opaque: string): string => opaque.replace(/-(?:gzip|br|deflate)$/, '');
