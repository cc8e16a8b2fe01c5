import type { KubeObject } from '../resources/kube-object.js';
import { type FieldError, forbidden as forbiddenField } from '../schema/field-error.js';
import type { Change } from '../storage/change-log.js';
import { invalidRevision } from './list-objects.js';
import { type Selection, type SelectorTexts, selectionOf } from './selection.js';
import { failure, internalError, invalidOptions, type Status } from './status.js';
import { type ApiParts, collectionOf, type Target } from './target.js';

export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubeObject }
  | { readonly type: 'BOOKMARK'; readonly revision: number; readonly endsInitialEvents: boolean }
  | { readonly type: 'ERROR'; readonly status: Status };

export interface WatchQuery extends SelectorTexts {
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: string | undefined;
  readonly allowWatchBookmarks?: boolean;
  readonly sendInitialEvents?: boolean | undefined;
}

export interface WatchSink {
  emit(event: WatchEvent): void;
  /** Called when no further events follow. */
  end(): void;
}

export interface Watch {
  /** Sends a bookmark, if the client requested bookmarks. */
  bookmark(): void;
  close(): void;
}

/**
 * Prepares a watch on the objects of a selection. Errors of the query are thrown before anything is
 * sent. Events are emitted during the writes that cause them, in order.
 */
export function prepareWatch(
  parts: ApiParts,
  target: Target,
  query: WatchQuery,
): (sink: WatchSink) => Watch {
  checkQuery(query);
  const selection = selectionOf(target, query);
  return (sink) => startWatch(parts, { target, query, selection }, sink);
}

interface Subject {
  readonly target: Target;
  readonly query: WatchQuery;
  readonly selection: Selection;
}

function startWatch(parts: ApiParts, subject: Subject, sink: WatchSink): Watch {
  const { target, query, selection } = subject;
  const collection = collectionOf(parts, target);
  const since = Number(query.resourceVersion ?? '0');
  const sendsState = query.sendInitialEvents ?? since === 0;
  const missed = sendsState ? [] : collection.changesAfter(since);
  if (missed === null) {
    sink.emit({ type: 'ERROR', status: tooOld(since, parts.store.revision) });
    sink.end();
    return { bookmark: () => undefined, close: () => undefined };
  }
  if (sendsState) {
    const matching = collection.list().filter((object) => selection.matches(object));
    for (const object of matching) sink.emit({ type: 'ADDED', object });
  }
  const bookmark = (endsInitialEvents: boolean): void => {
    if (query.allowWatchBookmarks !== true) return;
    sink.emit({ type: 'BOOKMARK', revision: parts.store.revision, endsInitialEvents });
  };
  if (query.sendInitialEvents === true) bookmark(true);
  const send = (change: Change): void => {
    if (change.revision <= since) return;
    const event = eventOf(change, selection);
    if (event !== null) sink.emit(event);
  };
  for (const change of missed) send(change);
  return { bookmark: () => bookmark(false), close: collection.subscribe(send) };
}

/** An object that enters a selection is reported as added, and one that leaves it as deleted. */
function eventOf({ before, after, object }: Change, selection: Selection): WatchEvent | null {
  const matched = before !== null && selection.matches(before);
  const matches = after !== null && selection.matches(after);
  if (matches) return { type: matched ? 'MODIFIED' : 'ADDED', object };
  return matched ? { type: 'DELETED', object } : null;
}

function checkQuery(query: WatchQuery): void {
  const { resourceVersion = '', sendInitialEvents, resourceVersionMatch = '' } = query;
  if (resourceVersion !== '' && !/^\d+$/.test(resourceVersion)) {
    throw internalError(invalidRevision(resourceVersion));
  }
  const problem = matchProblem(sendInitialEvents, resourceVersionMatch);
  if (problem !== null) throw invalidOptions('ListOptions', problem);
}

function matchProblem(sendInitialEvents: boolean | undefined, match: string): FieldError | null {
  const field = 'resourceVersionMatch';
  if (sendInitialEvents === undefined) {
    return match === ''
      ? null
      : forbiddenField(
          field,
          'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
        );
  }
  return match === 'NotOlderThan'
    ? null
    : forbiddenField(
        field,
        'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      );
}

function tooOld(since: number, current: number): Status {
  return failure({
    code: 410,
    reason: 'Expired',
    message: `too old resource version: ${since} (${current})`,
  }).status;
}
