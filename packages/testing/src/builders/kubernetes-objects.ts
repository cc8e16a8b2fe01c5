import { type JsonObject, toRecord } from '@kerf/core';

/** Minimal objects as an API server returns them. */
export function podObject(name: string, over: JsonObject = {}): JsonObject {
  return {
    metadata: {
      name,
      namespace: 'shop',
      uid: `uid-${name}`,
      creationTimestamp: '2026-11-21T10:00:00Z',
      labels: { app: 'web' },
      ...toRecord(over['metadata']),
    },
    spec: {
      containers: [{ name: 'main', resources: { requests: { cpu: '500m', memory: '1Gi' } } }],
      ...toRecord(over['spec']),
    },
    status: { phase: 'Running', ...toRecord(over['status']) },
  };
}

/** The condition of an unschedulable pod. */
export const unschedulable = {
  type: 'PodScheduled',
  status: 'False',
  reason: 'Unschedulable',
  message: '0/3 nodes are available: 3 Insufficient cpu.',
};

export function pendingPodObject(name: string): JsonObject {
  return podObject(name, { status: { phase: 'Pending', conditions: [unschedulable] } });
}

export function boundPodObject(name: string, nodeName: string, over: JsonObject = {}): JsonObject {
  return podObject(name, { ...over, spec: { nodeName } });
}

export function nodeObject(name: string, over: JsonObject = {}): JsonObject {
  return {
    metadata: {
      name,
      uid: `uid-${name}`,
      creationTimestamp: '2026-11-21T09:00:00Z',
      ...toRecord(over['metadata']),
    },
    spec: { providerID: `aws:///eu-west-1a/i-${name}`, ...toRecord(over['spec']) },
    status: {
      capacity: { cpu: '4', memory: '16Gi', pods: '58' },
      allocatable: { cpu: '3920m', memory: '15Gi', pods: '58' },
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-11-21T09:01:00Z' }],
      ...toRecord(over['status']),
    },
  };
}
