import type { StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ChangeTopic } from '../generated/word-types.js';

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
