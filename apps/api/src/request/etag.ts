import { createHash } from 'node:crypto';
import type { ExpectedVersion } from '@kerf/application';

/**
 * The ETag contains the version and a digest of the response: a cluster's totals change without its
 * version. Readers need both; writers only need the version.
 */
export function toETag(version: number, answer: unknown): string {
  return `"${version}-${digestOf(answer)}"`;
}

/** The ETag of a response without a version: weak, because its `asOf` may be another while its data are the same. */
export function toWeakETag(answer: unknown): string {
  const data =
    typeof answer === 'object' && answer !== null && 'asOf' in answer
      ? { ...answer, asOf: null }
      : answer;
  return `W/"${digestOf(data)}"`;
}

const digestOf = (answer: unknown): string =>
  createHash('sha256').update(JSON.stringify(answer)).digest('hex').slice(0, 16);

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

/**
 * Returns the ETag of the answer as an `If-None-Match` header names it, by RFC 9110 §13.1.2: that of a compressed
 * answer ends with its coding.
 * @returns `null` if the header does not name it
 */
export function knownTag(header: string, etag: string): string | null {
  if (header.trim() === '*') return etag;
  const [own] = tagsIn(etag);
  const named = tagsIn(header).find(({ opaque }) => withoutCoding(opaque) === own?.opaque);
  if (own === undefined || named === undefined) return null;
  return `${own.isWeak ? 'W/' : ''}"${named.opaque}"`;
}

/** Whether an `If-Match` header has weak ETags only, which never match, not even the current one. */
export function isWeakOnly(header: string): boolean {
  const tags = tagsIn(header);
  return tags.length > 0 && tags.every(({ isWeak }) => isWeak);
}

const tag = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
/** Members of a list may be empty. Nothing matches in two ways, so that no header takes long to refuse. */
const entityTags = new RegExp(String.raw`^[ \t,]*${tag}(?:[ \t]*,[ \t,]*${tag})*[ \t,]*$`);
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
 * Different bytes require different ETags unless these are weak, so the ETag of a compressed response ends with
 * its coding.
 * @param coding as in `Content-Encoding`
 */
export const withCoding = (etag: string, coding: string): string =>
  etag.startsWith('W/') ? etag : etag.replace(/"$/, `-${coding}"`);

const withoutCoding = (opaque: string): string => opaque.replace(/-(?:gzip|br|deflate)$/, '');
