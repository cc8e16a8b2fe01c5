import type { Caller } from '../request/current-request.js';
import type { Loaders } from './loaders.js';

/** What resolvers know of the request. */
export interface GraphqlContext {
  readonly caller: Caller;
  readonly loaders: Loaders;
  /** Ends the browser's session; `null` where there is none, e.g. for a token. */
  readonly endSession: (() => Promise<void>) | null;
}
