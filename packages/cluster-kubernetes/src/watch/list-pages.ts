import { hash } from 'node:crypto';
import { type DurationMs, hasErrorCode, isRecord, toRecord, toTextOrNull } from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { toTooLargeError, toUnexpectedAnswerError } from '../errors.js';
import { collectionPath, type Resource, selectionOf } from './resources.js';

export interface ListPage {
  readonly items: readonly unknown[];
  /** Resource version from which a watch continues; the same on every page. */
  readonly resourceVersion: string;
}

const mebibyte = 1024 * 1024;
/** Parsing this much takes about ten milliseconds, in which no other cluster is served. */
const aimedBytes = mebibyte;
/** Largest page of several objects, whose sizes may differ. */
const maxPageBytes = 2 * mebibyte;
const fullPage = 500;
/** Objects of unknown size: 1 MB of typical pods. */
const firstPage = 100;

/** Tokens are part of the address of the next request. Source: API servers encode a key in them. */
const maxTokenLength = 16 * 1024;

/** Number of objects on a page of one kind, which is chosen by the sizes of those before. */
export class PageSize {
  #objects = firstPage;

  get objects(): number {
    return this.#objects;
  }

  /** Maximum size of the page; `undefined` for a single object, which may be as large as any response. */
  get maxBytes(): number | undefined {
    return this.#objects === 1 ? undefined : maxPageBytes;
  }

  /** @returns false if a page cannot be smaller */
  reduce(): boolean {
    if (this.#objects === 1) return false;
    this.#objects = Math.max(1, Math.floor(this.#objects / 8));
    return true;
  }

  /** Follows the size of a page that was read; pages grow to twice as many objects at a time. */
  fit(bytes: number, objects: number): void {
    const fitting = objects === 0 ? fullPage : Math.floor((objects * aimedBytes) / bytes);
    this.#objects = Math.max(1, Math.min(fullPage, this.#objects * 2, fitting));
  }
}

export interface ListOptions {
  readonly pageMs: DurationMs;
  readonly size: PageSize;
  /** Maximum number of objects in the whole list. */
  readonly maxObjects: number;
  readonly signal: AbortSignal;
}

/**
 * Yields all objects of a kind, page by page, from one consistent snapshot. A few pages of a cluster
 * are read at the same time; each counts until the next one is requested.
 * @throws CLUSTER.TOO_LARGE for a list without an end
 */
export async function* listPages(
  connection: ClusterConnection,
  resource: Resource,
  options: ListOptions,
): AsyncGenerator<ListPage, void, void> {
  const path = collectionPath(resource);
  const course = new ListCourse(`GET ${path}`, options.maxObjects);
  let token: string | null = null;
  do {
    const leave = await connection.pages.enter();
    try {
      const page = await fetchPage(connection, { resource, token, ...options });
      token = course.follow(page);
      yield page;
    } finally {
      leave();
    }
  } while (token !== null);
}

interface PageRequest extends ListOptions {
  readonly resource: Resource;
  readonly token: string | null;
}

interface ReadPage extends ListPage {
  readonly next: string | null;
  /** Number of objects that were requested. */
  readonly requested: number;
}

/** Repeats the request with fewer objects while the page is too large. */
async function fetchPage(
  connection: ClusterConnection,
  { resource, token, pageMs, size, signal }: PageRequest,
): Promise<ReadPage> {
  const path = collectionPath(resource);
  const times = { answerWithinMs: pageMs, pauseWithinMs: pageMs, wholeWithinMs: pageMs };
  for (;;) {
    const requested = size.objects;
    const query = {
      ...selectionOf(resource),
      limit: String(requested),
      ...(token !== null && { continue: token }),
    };
    const { maxBytes } = size;
    const request = { method: 'GET', path, query, ...times, signal, maxBytes } as const;
    try {
      const text = await connection.text(request);
      const page = readPage(path, await connection.parse(request, text));
      size.fit(text.length, page.items.length);
      return { ...page, requested };
    } catch (error) {
      if (!hasErrorCode(error, 'CLUSTER.TOO_LARGE') || !size.reduce()) throw error;
    }
  }
}

/** Follows a list from page to page, and ends one that has no end. */
class ListCourse {
  readonly #doing: string;
  readonly #maxObjects: number;
  readonly #tokens = new Set<string>();
  #objects = 0;

  constructor(doing: string, maxObjects: number) {
    this.#doing = doing;
    this.#maxObjects = maxObjects;
  }

  /**
   * Returns the token of the next page. A page counts as at least a tenth full: the number of pages
   * is limited, too.
   */
  follow({ items, next, requested }: ReadPage): string | null {
    // Some servers ignore the limit when they have few objects.
    if (items.length > fullPage) throw this.#tooLarge('a page has more objects than requested');
    this.#objects += Math.max(items.length, Math.ceil(requested / 10));
    if (next === null) return null;
    if (this.#objects > this.#maxObjects)
      throw this.#tooLarge(`the list has more than ${this.#maxObjects} objects`);
    this.#record(next);
    return next;
  }

  #record(token: string): void {
    if (token.length > maxTokenLength) throw this.#tooLarge('a continue token is too long');
    const seen = hash('sha256', token);
    if (this.#tokens.has(seen))
      throw toUnexpectedAnswerError(this.#doing, 'the list repeats its continue token');
    this.#tokens.add(seen);
  }

  #tooLarge(what: string): Error {
    return toTooLargeError(this.#doing, what);
  }
}

function readPage(path: string, answer: unknown): Omit<ReadPage, 'requested'> {
  const metadata = isRecord(answer) ? toRecord(answer['metadata']) : {};
  const resourceVersion = toTextOrNull(metadata['resourceVersion']);
  const items = isRecord(answer) ? (answer['items'] ?? []) : null;
  if (!Array.isArray(items) || resourceVersion === null)
    throw toUnexpectedAnswerError(`GET ${path}`, 'the response is not a list');
  // An empty token is the end of the list.
  return { items, resourceVersion, next: toTextOrNull(metadata['continue']) };
}
