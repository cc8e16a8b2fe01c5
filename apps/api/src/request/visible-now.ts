import { visibleWith } from '@kerf/application';
import type { VisibleScope } from '@kerf/db';
import { currentRequest } from './current-request.js';

/** Returns what the caller of the current request may see; nothing outside a request. */
export const visibleNow: VisibleScope = (action) =>
  visibleWith(currentRequest()?.caller?.principal.grants ?? [], action);
