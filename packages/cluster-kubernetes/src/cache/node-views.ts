import type { AttachedVolume, CachedNode, ObservedNode } from '@kerf/application';
import { deepFreeze } from '@kerf/core';
import type { NodeDevices } from '@kerf/engine';
import type { ObjectTable } from './object-table.js';
import type { PodIndex } from './pod-index.js';

export type VolumeLimits = Readonly<Record<string, number>>;

const noLimits: VolumeLimits = Object.freeze({});

/** The parts of a node, by its name, besides its pods. */
export interface NodeParts {
  readonly limits: ObjectTable<VolumeLimits>;
  readonly attachedTo: (nodeName: string) => readonly AttachedVolume[];
  readonly devicesOf: (nodeName: string) => NodeDevices | null;
}

/** Nodes joined with their pods, volumes and devices; only changed nodes are rebuilt. */
export class NodeViews {
  readonly #nodes: ObjectTable<ObservedNode>;
  readonly #pods: PodIndex;
  readonly #parts: NodeParts;

  readonly #made = new Map<string, CachedNode>();
  #list: readonly CachedNode[] | null = null;

  constructor(nodes: ObjectTable<ObservedNode>, pods: PodIndex, parts: NodeParts) {
    this.#nodes = nodes;
    this.#pods = pods;
    this.#parts = parts;
  }

  touch(name: string): void {
    this.#made.delete(name);
    this.#list = null;
  }

  /** Returns `null` if the node does not exist. */
  get(name: string): CachedNode | null {
    const made = this.#made.get(name);
    if (made !== undefined) return made;
    const node = this.#nodes.get(name);
    if (node === null) return null;
    const { limits, attachedTo, devicesOf } = this.#parts;
    const devices = devicesOf(name);
    const view = Object.freeze({
      ...deepFreeze(node),
      volumeLimits: limits.get(name) ?? noLimits,
      volumeAttachments: attachedTo(name),
      pods: Object.freeze([...this.#pods.byNode.get(name)]),
      ...(devices !== null && { devices: deepFreeze(devices) }),
    });
    this.#made.set(name, view);
    return view;
  }

  all(): readonly CachedNode[] {
    this.#list ??= Object.freeze(this.#nodes.keyList().flatMap((name) => this.get(name) ?? []));
    return this.#list;
  }
}
