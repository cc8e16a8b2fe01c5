import type { StringMap } from '../kubernetes/resources/kube-object.js';
import type { Quantities } from '../kubernetes/resources/types/common.js';
import type { Node, NodeSpec } from '../kubernetes/resources/types/node.js';
import type { Pod, PodSpec, PodStatus } from '../kubernetes/resources/types/pod.js';

const created = { uid: '', resourceVersion: '1', creationTimestamp: '2026-11-21T10:00:00Z' };

export interface NodeFields {
  readonly labels?: StringMap;
  readonly allocatable?: Quantities;
  readonly spec?: NodeSpec;
}

/** A ready node with 4 CPUs, 16 GiB and room for 10 pods. */
export function aNode(name: string, { labels, allocatable, spec }: NodeFields = {}): Node {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      ...created,
      name,
      uid: name,
      labels: { 'kubernetes.io/hostname': name, ...labels },
    },
    spec: spec ?? {},
    status: {
      allocatable: { cpu: '4', memory: '16Gi', pods: '10', ...allocatable },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  };
}

export interface PodFields {
  readonly namespace?: string;
  readonly labels?: StringMap;
  readonly requests?: Quantities;
  readonly spec?: Partial<PodSpec>;
  readonly status?: PodStatus;
  readonly metadata?: Partial<Pod['metadata']>;
}

/** A pod with one container without requests. */
export function aPod(name: string, fields: PodFields = {}): Pod {
  const { namespace = 'default', labels, requests, spec, status, metadata } = fields;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...created,
      name,
      namespace,
      uid: `${namespace}/${name}`,
      ...(labels === undefined ? {} : { labels }),
      ...metadata,
    },
    spec: {
      containers: [
        { name: 'c', image: 'x', ...(requests === undefined ? {} : { resources: { requests } }) },
      ],
      ...spec,
    },
    ...(status === undefined ? {} : { status }),
  };
}
