import type { StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ChangeTopic } from '../contract/words.js';
import { eventStream, type OperationSpec } from './operation.js';

/** A list that is sent again whenever it changes. */
export interface WatchedList {
  /** Topics of changes after which the list may be another. */
  readonly topics: ReadonlySet<ChangeTopic>;
  /** Name or ID of the cluster that the list is of; absent for all. */
  readonly cluster: string | undefined;
  /** Position to continue from; `null`: the list is sent at once. */
  readonly since: string | null;
  readonly request: Request;
  readonly response: Response;
  /** Reads the list as it is now. */
  readonly read: () => Promise<unknown>;
}

/** Streams lists as server-sent events. */
export interface ListWatcher {
  /** @throws STATE.GONE, INPUT.INVALID, AUTH.RATE_LIMITED, and whatever the list throws */
  watch(list: WatchedList): Promise<StreamableFile>;
}

export const LIST_WATCHER = Symbol('LIST_WATCHER');

/** Whether the request is for the changes of a list. */
export function isWatched({ query }: Request, { topics }: Pick<OperationSpec, 'topics'>): boolean {
  const { watch } = query;
  return topics !== undefined && (watch === '1' || watch === 'true' || watch === '');
}

/** Returns the media types of the response to this request. */
export const formsOfWatch: readonly string[] = [eventStream];

/** Takes the parameters of the watch out of the URL, and returns where to continue. */
export function takeSince(request: Request): string | null {
  const url = new URL(request.url, 'http://here');
  const since = request.get('last-event-id') ?? url.searchParams.get('since');
  url.searchParams.delete('watch');
  url.searchParams.delete('since');
  request.url = `${url.pathname}${url.search}`;
  return since;
}
