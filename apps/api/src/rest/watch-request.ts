import type { Request } from 'express';
import { dropParameters } from './drop-parameters.js';
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
  const { searchParams } = new URL(request.url, 'http://here');
  dropParameters(request, ['watch', 'since']);
  return request.get('last-event-id') ?? searchParams.get('since');
}
