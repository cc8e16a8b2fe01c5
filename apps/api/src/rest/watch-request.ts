import type { Request } from 'express';
import { eventStream, type OperationSpec } from './operation.js';

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
