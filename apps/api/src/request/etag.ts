import { createHash } from 'node:crypto';
import type { ExpectedVersion } from '@kerf/application';

/**
 * The ETag contains the version and a digest of the response: a cluster's totals change without its
 * version. Readers need both; writers only need the version.
 */
export function toETag(version: number, answer: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 16);
  return `"${version}-${digest}"`;
}

/**
 * Returns the versions that an `If-Match` header accepts, by RFC 9110 §13.1.1: `*` accepts any; in a list,
 * weak ETags and those of other servers never match.
 * @returns one version as in GraphQL's `expectedVersion`; `null` for an invalid header
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

/** Whether an `If-Match` header has weak ETags only, which never match, not even the current one. */
export function isWeakOnly(header: string): boolean {
  const tags = tagsIn(header);
  return tags.length > 0 && tags.every(({ isWeak }) => isWeak);
}

const tag = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
/** Members of a list may be empty. */
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
 * Different bytes require different ETags, so the ETag of a compressed response ends with its coding.
 * @param coding as in `Content-Encoding`
 */
export const withCoding = (etag: string, coding: string): string =>
  etag.replace(/"$/, `-${coding}"`);

const withoutCoding = (opaque: string): string => opaque.replace(/-(?:gzip|br|deflate)$/, '');
