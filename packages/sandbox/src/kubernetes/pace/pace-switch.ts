/**
 * How fast the control plane of a cluster works. `Instant`: as fast as this process can. `Real`: at
 * the default client rates of kube-scheduler and kube-controller-manager, with the writes of a real
 * cluster to new nodes, and with an API server that needs a moment after its start.
 */
export const paces = ['Instant', 'Real'] as const;
export type Pace = (typeof paces)[number];

/** The pace of one cluster, which may change while it runs. */
export class PaceSwitch {
  #current: Pace;

  constructor(pace: Pace) {
    this.#current = pace;
  }

  get current(): Pace {
    return this.#current;
  }

  get isReal(): boolean {
    return this.#current === 'Real';
  }

  set(pace: Pace): void {
    this.#current = pace;
  }
}
