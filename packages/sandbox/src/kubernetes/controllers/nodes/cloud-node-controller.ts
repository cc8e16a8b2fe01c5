import type { ClusterApi } from '../../api/cluster-api.js';
import { kinds } from '../../resources/kind.js';
import type { Node } from '../../resources/types/node.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import type { WorkQueue } from '../work-queue.js';

const restartGraceMs = 40_000;

/** Checks whether the instance of a node exists. */
export interface InstanceCheck {
  isAlive(instanceId: string): boolean;
}

/**
 * Deletes nodes that are not ready and whose instance no longer exists. Nodes in deletion are left
 * to their finalizers.
 * Source: cloud-provider node lifecycle controller.
 */
export class CloudNodeController {
  readonly #context: ControllerContext;
  readonly #instances: InstanceCheck;
  readonly #api: ClusterApi;
  readonly #queue: WorkQueue;

  constructor(context: ControllerContext, instances: InstanceCheck) {
    this.#context = context;
    this.#instances = instances;
    this.#api = context.api;
    this.#queue = startQueue(context, (name) => this.#reconcile(name));
  }

  start(): void {
    // After a restart, running instances need a moment until they are known.
    for (const { metadata } of this.#api.list(kinds.node)) {
      this.#queue.addAfter(metadata.name, restartGraceMs);
    }
    this.#api.subscribe(kinds.node, ({ after }) => {
      if (after !== null) this.#queue.add(after.metadata.name);
    });
  }

  #reconcile(name: string): void {
    const node = this.#api.find(kinds.node, undefined, name);
    if (node === null || node.metadata.deletionTimestamp !== undefined || isReadyNode(node)) return;
    const instanceId = instanceIdOf(node);
    if (instanceId === undefined || this.#instances.isAlive(instanceId)) return;
    const message = `Deleting node ${name} because it does not exist in the cloud provider`;
    this.#context.events.record(node, 'cloud-node-lifecycle-controller', {
      type: 'Normal',
      reason: 'DeletingNode',
      message,
    });
    this.#api.delete(node);
  }
}

function isReadyNode({ status }: Node): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  // A node without a status may be about to report it.
  return ready === undefined || ready.status === 'True';
}

/**
 * Returns `i-0abc` for `aws:///us-east-1a/i-0abc`; `undefined` for nodes that are not EC2
 * instances.
 */
function instanceIdOf({ spec }: Node): string | undefined {
  return /^aws:\/\/\/[^/]+\/([^/]+)$/.exec(spec.providerID ?? '')?.[1];
}
