import { type DurationMs, isRecord, toRecord, toTextOrNull } from '@kerf/core';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { toUnexpectedAnswerError } from '../errors.js';
import { collectionPath, type Resource, selectionOf } from './resources.js';

export interface ListPage {
  readonly items: readonly unknown[];
  /** Resource version from which a watch continues; the same on every page. */
  readonly resourceVersion: string;
}

/** Small enough to be parsed without a noticeable pause (3–5 MB of pods). */
const pageLimit = 500;

export interface ListOptions {
  readonly pageMs: DurationMs;
  readonly signal: AbortSignal;
}

/** Yields all objects of a kind, page by page, from one consistent snapshot. */
export async function* listPages(
  connection: ClusterConnection,
  resource: Resource,
  { pageMs, signal }: ListOptions,
): AsyncGenerator<ListPage, void, void> {
  const path = collectionPath(resource);
  let token: string | null = null;
  do {
    const query = {
      ...selectionOf(resource),
      limit: String(pageLimit),
      ...(token !== null && { continue: token }),
    };
    const answer = await connection.json({
      method: 'GET',
      path,
      query,
      signal,
      answerWithinMs: pageMs,
      pauseWithinMs: pageMs,
      wholeWithinMs: pageMs,
    });
    const page = readPage(path, answer);
    yield page;
    if (page.next === token && token !== null)
      throw toUnexpectedAnswerError(`GET ${path}`, 'the list repeats its continue token');
    token = page.next;
  } while (token !== null);
}

function readPage(path: string, answer: unknown): ListPage & { readonly next: string | null } {
  const metadata = isRecord(answer) ? toRecord(answer['metadata']) : {};
  const resourceVersion = toTextOrNull(metadata['resourceVersion']);
  const items = isRecord(answer) ? (answer['items'] ?? []) : null;
  if (!Array.isArray(items) || resourceVersion === null)
    throw toUnexpectedAnswerError(`GET ${path}`, 'the response is not a list');
  return { items, resourceVersion, next: toTextOrNull(metadata['continue']) };
}
