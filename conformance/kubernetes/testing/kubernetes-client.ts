import {
  type Answer,
  type Json,
  type OpenWatch,
  WireClient,
  type CallOptions as WireOptions,
} from '@kerf/sandbox';
import type { Backend, UserName } from './backend.js';

export interface CallOptions extends Partial<WireOptions> {
  /** Default: `admin`. The option `token` is sent instead of the user's token. */
  readonly user?: UserName;
}

/** A client for the users of a backend. */
export class KubernetesClient {
  readonly #backend: Backend;
  readonly #wire: WireClient;

  constructor(backend: Backend) {
    this.#backend = backend;
    this.#wire = new WireClient(backend);
  }

  /** @param body an object that is sent as JSON, or text */
  call(method: string, path: string, body?: Json, options: CallOptions = {}): Promise<Answer> {
    const { user, ...sent } = options;
    return this.#wire.call(method, path, body, { token: this.#tokenOf(user), ...sent });
  }

  /** Opens a watch of the admin. */
  watch(path: string): OpenWatch {
    return this.#wire.watch(path, this.#tokenOf());
  }

  #tokenOf(user: UserName = 'admin'): string {
    return user === 'anonymous' ? '' : (this.#backend.tokens[user] ?? '');
  }
}
