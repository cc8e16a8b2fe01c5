import { toRecord } from '@kerf/core';
import { nodeObject } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { readNode } from './node.js';
import { readObjectMeta } from './object-meta.js';

describe('readNode', () => {
  it('reads a node', () => {
    const object = nodeObject('n1', {
      metadata: {
        labels: { 'karpenter.sh/nodepool': 'default' },
        annotations: {
          'karpenter.sh/do-not-disrupt': 'true',
          'kubectl.kubernetes.io/last-applied-configuration': '{}',
        },
        finalizers: ['karpenter.sh/termination'],
        deletionTimestamp: '2026-11-21T11:00:00Z',
      },
      spec: {
        unschedulable: true,
        taints: [
          { key: 'a', effect: 'NoExecute', timeAdded: '2026-11-21T09:01:00Z' },
          { key: 'b', value: 'c', effect: 'Unheard' },
        ],
      },
    });
    expect(readNode(object, readObjectMeta(object)!, () => undefined)).toEqual({
      name: 'n1',
      uid: 'uid-n1',
      providerId: 'aws:///eu-west-1a/i-n1',
      labels: { 'karpenter.sh/nodepool': 'default' },
      annotations: { 'karpenter.sh/do-not-disrupt': 'true' },
      taints: [
        { key: 'a', value: '', effect: 'NoExecute' },
        { key: 'b', value: 'c', effect: 'NoSchedule' },
      ],
      finalizers: ['karpenter.sh/termination'],
      capacity: { cpu: 4000, memory: 16 * 1024 ** 3, pods: 58 },
      allocatable: { cpu: 3920, memory: 15 * 1024 ** 3, pods: 58 },
      bootId: '',
      isReady: true,
      readyChangedAt: Date.parse('2026-11-21T09:01:00Z'),
      unhealthyConditions: [],
      isCordoned: true,
      createdAt: Date.parse('2026-11-21T09:00:00Z'),
      deletionRequestedAt: Date.parse('2026-11-21T11:00:00Z'),
    });
  });

  it('reads a node without conditions as not ready', () => {
    const object = nodeObject('n1', {
      status: { conditions: [{ type: 'Ready', status: 'Unknown' }] },
    });
    const node = readNode(object, readObjectMeta(object)!, () => undefined);
    expect([node.isReady, node.readyChangedAt]).toEqual([false, null]);
  });

  it('reads the conditions with which a node is unhealthy, without those of a healthy one', () => {
    const object = nodeObject('n1', {
      status: {
        conditions: [
          { type: 'Ready', status: 'Unknown', lastTransitionTime: '2026-11-21T10:00:00Z' },
          { type: 'StorageReady', status: 'False', reason: 'EBSFault' },
          { type: 'KernelReady', status: 'False', lastTransitionTime: '2026-11-21T08:00:00Z' },
          { type: 'KernelReady', status: 'True' },
          { type: 'NetworkingReady', status: 'Unknown' },
          { type: 'MemoryPressure', status: 'False' },
        ],
      },
    });
    const node = readNode(object, readObjectMeta(object)!, () => undefined);
    const created = Date.parse('2026-11-21T09:00:00Z');
    expect(node.unhealthyConditions).toEqual([
      { type: 'Ready', status: 'Unknown', reason: '', since: Date.parse('2026-11-21T10:00:00Z') },
      { type: 'StorageReady', status: 'False', reason: 'EBSFault', since: created },
      // A condition is not older than its node.
      { type: 'KernelReady', status: 'False', reason: '', since: created },
    ]);
  });

  it('reads the boot ID, by which a reboot is known to have happened', () => {
    const object = nodeObject('n1', {});
    const status = { ...toRecord(object['status']), nodeInfo: { bootID: 'b-1' } };
    const read = readNode({ ...object, status }, readObjectMeta(object)!, () => undefined);
    expect(read.bootId).toBe('b-1');
  });
});
