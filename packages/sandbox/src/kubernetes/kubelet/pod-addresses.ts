import type { ClusterApi } from '../api/cluster-api.js';
import { kinds } from '../resources/kind.js';

/** Allocates pod addresses in the network of the node, as the VPC CNI plugin does. */
export class PodAddresses {
  readonly #used = new Map<string, string>();
  readonly #taken = new Set<string>();
  #next = 0;

  constructor(api: ClusterApi) {
    for (const { metadata, status } of api.list(kinds.pod)) {
      if (status?.podIP !== undefined) this.#record(metadata.uid, status.podIP);
    }
  }

  /** Returns the pod's address, which is the same until it is released. */
  take(podUid: string, hostIp: string): string {
    const known = this.#used.get(podUid);
    if (known !== undefined) return known;
    const [first = '10', second = '0'] = hostIp.split('.');
    let address = '';
    do {
      // Pods use the upper half of the /16; instances use the lower half.
      const host = this.#next % 0x7fff;
      address = `${first}.${second}.${128 + (host >> 8)}.${host & 0xff}`;
      this.#next += 1;
    } while (this.#taken.has(address) && this.#taken.size < 0x7fff);
    this.#record(podUid, address);
    return address;
  }

  release(podUid: string): void {
    const address = this.#used.get(podUid);
    this.#used.delete(podUid);
    if (address !== undefined) this.#taken.delete(address);
  }

  #record(podUid: string, address: string): void {
    this.#used.set(podUid, address);
    this.#taken.add(address);
  }
}
