import type { Caller } from '../request/current-request.js';
import type { Loaders } from './loaders.js';

/** The request, for resolvers. */
export interface GraphqlContext {
  readonly caller: Caller;
  readonly loaders: Loaders;
  /** Ends the browser's session; `null` without one, e.g. for a token. */
  readonly endSession: (() => Promise<void>) | null;
}
