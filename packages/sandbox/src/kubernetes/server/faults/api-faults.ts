import { seededRandom } from '../../../world/random/seeded-random.js';

/** Ratios of affected requests; the others are served. */
export interface ApiFaultRatios {
  /** Get a 500. */
  readonly errors: number;
  /** Get no response. */
  readonly hangs: number;
}

const none: ApiFaultRatios = { errors: 0, hangs: 0 };

/** Configurable faults of requests to an API server. */
export class ApiFaults {
  readonly #name: string;
  #ratios = none;
  #requests = 0;

  /** @param name name of the cluster, which determines the affected requests */
  constructor(name: string) {
    this.#name = name;
  }

  set(ratios: ApiFaultRatios): void {
    this.#ratios = ratios;
  }

  clear(): void {
    this.set(none);
  }

  /** Returns the fault of the next request, or `null`. */
  nextFault(): 'error' | 'hang' | null {
    const { errors, hangs } = this.#ratios;
    if (errors + hangs === 0) return null;
    this.#requests += 1;
    const chance = seededRandom(0, this.#name, 'api-fault', this.#requests);
    if (chance < errors) return 'error';
    return chance < errors + hangs ? 'hang' : null;
  }
}
