import type { SandboxClock } from '../../world/time/sandbox-clock.js';
import type { ClusterApi } from '../api/cluster-api.js';
import { toTimestamp } from '../api/timestamp.js';
import { kinds } from '../resources/kind.js';
import type { Node } from '../resources/types/node.js';
import type { PaceSwitch } from './pace-switch.js';

/** Interval of the writes to a new node, and the age from which it gets no more of them. */
const writeEveryMs = 250;
const settledAfterMs = 30_000;

/**
 * Writes to new nodes as kubelet, drivers and controllers do while a node starts: heartbeats in the
 * status, and annotations. A client that sends a resourceVersion loses against them with 409.
 */
export class NodeWriters {
  readonly #api: ClusterApi;
  readonly #clock: SandboxClock;
  readonly #pace: PaceSwitch;

  constructor(api: ClusterApi, clock: SandboxClock, pace: PaceSwitch) {
    this.#api = api;
    this.#clock = clock;
    this.#pace = pace;
  }

  start(): void {
    this.#api.subscribe(kinds.node, ({ before, after }) => {
      if (before === null && after !== null) this.#writeLater(after, 1);
    });
  }

  #writeLater(node: Node, count: number): void {
    if (count * writeEveryMs > settledAfterMs) return;
    this.#clock.after(writeEveryMs, () => {
      if (this.#pace.isReal && !this.#write(node, count)) return;
      this.#writeLater(node, count + 1);
    });
  }

  /** Returns false if the node is gone. */
  #write(node: Node, count: number): boolean {
    const written = count % 2 === 0 ? this.#annotate(node, count) : this.#beat(node);
    return written !== null;
  }

  #annotate(node: Node, count: number): Node | null {
    const revision = String(count);
    return this.#api.as('csi-node-driver-registrar').update(kinds.node, node, (current) => ({
      ...current,
      metadata: {
        ...current.metadata,
        annotations: {
          ...current.metadata.annotations,
          'csi.volume.kubernetes.io/nodeid': JSON.stringify({ 'ebs.csi.aws.com': revision }),
        },
      },
    }));
  }

  #beat(node: Node): Node | null {
    const time = toTimestamp(this.#api.now());
    return this.#api.as('kubelet').updateStatus(kinds.node, node, (current) => ({
      ...current,
      status: {
        ...current.status,
        conditions: (current.status?.conditions ?? []).map((condition) => ({
          ...condition,
          lastHeartbeatTime: time,
        })),
      },
    }));
  }
}
