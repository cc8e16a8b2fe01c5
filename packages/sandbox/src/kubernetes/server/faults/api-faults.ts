import { seededRandom } from '../../../world/random/seeded-random.js';

/** Shares of the requests that are struck; the others are answered. */
export interface ApiFaultRatios {
  /** Answered with a 500. */
  readonly errors: number;
  /** Never answered. */
  readonly hangs: number;
}

const none: ApiFaultRatios = { errors: 0, hangs: 0 };

/** What goes wrong with the requests of an API server, on demand. */
export class ApiFaults {
  readonly #name: string;
  #ratios = none;
  #requests = 0;

  /** @param name of the cluster: the same requests are struck in every run */
  constructor(name: string) {
    this.#name = name;
  }

  set(ratios: ApiFaultRatios): void {
    this.#ratios = ratios;
  }

  clear(): void {
    this.set(none);
  }

  /** What happens to the next request. */
  nextFault(): 'error' | 'hang' | null {
    const { errors, hangs } = this.#ratios;
    if (errors + hangs === 0) return null;
    this.#requests += 1;
    const chance = seededRandom(0, this.#name, 'api-fault', this.#requests);
    if (chance < errors) return 'error';
    return chance < errors + hangs ? 'hang' : null;
  }
}
