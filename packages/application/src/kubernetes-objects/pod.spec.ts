import { type JsonObject, toRecord } from '@kerf/core';
import { boundPodObject, pendingPodObject, podObject, unschedulable } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { readObjectMeta } from './object-meta.js';
import { type ObservedPod, readPod } from './pod.js';

function read(object: JsonObject): ObservedPod {
  return readPod(object, readObjectMeta(object)!, (note) => expect.unreachable(note));
}

function pending(over: {
  metadata?: JsonObject;
  spec?: JsonObject;
  status?: JsonObject;
}): JsonObject {
  const base = pendingPodObject('web');
  return {
    metadata: { ...toRecord(base['metadata']), ...over.metadata },
    spec: { ...toRecord(base['spec']), ...over.spec },
    status: { ...toRecord(base['status']), ...over.status },
  };
}

describe('readPod', () => {
  describe('provisionable', () => {
    const cases: Record<string, { readonly pod: JsonObject; readonly isProvisionable: boolean }> = {
      'is a pod the scheduler found no node for': { pod: pending({}), isProvisionable: true },
      'is not a pod the scheduler has not looked at': {
        pod: pending({ status: { conditions: [] } }),
        isProvisionable: false,
      },
      'is not a pod that waits behind a scheduling gate': {
        pod: pending({
          status: { conditions: [{ ...unschedulable, reason: 'SchedulingGated' }] },
        }),
        isProvisionable: false,
      },
      'is not a pod that was scheduled after all': {
        pod: pending({ status: { conditions: [{ ...unschedulable, status: 'True' }] } }),
        isProvisionable: false,
      },
      'is not a pod that is bound': {
        pod: pending({ spec: { nodeName: 'n1' } }),
        isProvisionable: false,
      },
      'is not a pod that others are preempted for': {
        pod: pending({ status: { nominatedNodeName: 'n1' } }),
        isProvisionable: false,
      },
      'is not a pod of a DaemonSet': {
        pod: pending({ metadata: { ownerReferences: [{ kind: 'DaemonSet', name: 'd' }] } }),
        isProvisionable: false,
      },
      'is not a static pod of a node': {
        pod: pending({ metadata: { ownerReferences: [{ kind: 'Node', name: 'n1' }] } }),
        isProvisionable: false,
      },
      'is not a pod that is being deleted': {
        pod: pending({ metadata: { deletionTimestamp: '2026-11-21T10:05:00Z' } }),
        isProvisionable: false,
      },
      'is not a pod that has ended': {
        pod: pending({ status: { phase: 'Failed' } }),
        isProvisionable: false,
      },
      'is a pod of any other owner': {
        pod: pending({ metadata: { ownerReferences: [{ kind: 'Rollout', name: 'r' }] } }),
        isProvisionable: true,
      },
    };

    it.each(Object.entries(cases))('%s', (_sentence, { pod, isProvisionable }) => {
      expect(read(pod).isProvisionable).toBe(isProvisionable);
    });
  });

  describe('not tried by the scheduler', () => {
    const untried = { conditions: [] };
    const gates = [{ name: 'example.com/wait' }];
    const cases: Record<string, { readonly pod: JsonObject; readonly isUntried: boolean }> = {
      'is a new pod': { pod: pending({ status: untried }), isUntried: true },
      'is a pod that names the default scheduler': {
        pod: pending({ status: untried, spec: { schedulerName: 'default-scheduler' } }),
        isUntried: true,
      },
      'is not a pod of another scheduler': {
        pod: pending({ status: untried, spec: { schedulerName: 'volcano' } }),
        isUntried: false,
      },
      'is not a pod that is marked as unschedulable': { pod: pending({}), isUntried: false },
      'is not a pod with a scheduling gate': {
        pod: pending({ status: untried, spec: { schedulingGates: gates } }),
        isUntried: false,
      },
      'is not a pod that others are preempted for': {
        pod: pending({ status: { ...untried, nominatedNodeName: 'n1' } }),
        isUntried: false,
      },
      'is not a bound pod': {
        pod: pending({ status: untried, spec: { nodeName: 'n1' } }),
        isUntried: false,
      },
      'is not a pod of a DaemonSet': {
        pod: pending({
          status: untried,
          metadata: { ownerReferences: [{ kind: 'DaemonSet', name: 'd' }] },
        }),
        isUntried: false,
      },
      'is not a pod that is being deleted': {
        pod: pending({
          status: untried,
          metadata: { deletionTimestamp: '2026-11-21T10:05:00Z' },
        }),
        isUntried: false,
      },
      'is not a pod that has ended': {
        pod: pending({ status: { ...untried, phase: 'Succeeded' } }),
        isUntried: false,
      },
    };

    it.each(Object.entries(cases))('%s', (_sentence, { pod, isUntried }) => {
      expect(read(pod).isUntried).toBe(isUntried);
    });
  });

  it('reads a bound pod', () => {
    const pod = boundPodObject('web-1', 'n1', {
      metadata: {
        ownerReferences: [{ kind: 'ReplicaSet', name: 'web-5d', controller: true }],
        annotations: {
          'karpenter.sh/do-not-disrupt': '30m',
          'controller.kubernetes.io/pod-deletion-cost': '-100',
        },
      },
      status: {
        phase: 'Running',
        startTime: '2026-11-21T10:00:05Z',
        conditions: [
          { type: 'Ready', status: 'True', lastTransitionTime: '2026-11-21T10:00:09Z' },
          { type: 'PodScheduled', status: 'True' },
        ],
      },
    });
    expect(read(pod)).toMatchObject({
      uid: 'uid-web-1',
      nodeName: 'n1',
      ownerKind: 'ReplicaSet',
      ownerName: 'web-5d',
      isTerminal: false,
      isTerminating: false,
      terminatesAt: null,
      gracePeriodMs: 30_000,
      isReady: true,
      startedAt: Date.parse('2026-11-21T10:00:05Z'),
      boundAt: null,
      readyAt: Date.parse('2026-11-21T10:00:09Z'),
      doNotDisrupt: '30m',
      deletionCost: -100,
      schedulerMessage: null,
    });
  });

  it('reads the end and the grace period of a terminating pod', () => {
    const pod = podObject('web', {
      metadata: { deletionTimestamp: '2026-11-21T10:05:00Z' },
      spec: { nodeName: 'n1', terminationGracePeriodSeconds: 0 },
    });
    expect(read(pod)).toMatchObject({
      isTerminating: true,
      terminatesAt: Date.parse('2026-11-21T10:05:00Z'),
      gracePeriodMs: 0,
    });
  });

  it.each([
    ['', 0],
    ['abc', 0],
    ['1.5', 0],
    ['99999999999', 0],
    ['4294967296', 0],
    ['2147483647', 2_147_483_647],
  ])('takes a deletion cost of %j as %d', (text, cost) => {
    const annotations = { 'controller.kubernetes.io/pod-deletion-cost': text };
    expect(read(podObject('web', { metadata: { annotations } })).deletionCost).toBe(cost);
  });

  it('takes karpenter.sh/disruption-cost before the deletion cost', () => {
    const costOf = (annotations: Readonly<Record<string, string>>) =>
      read(podObject('web', { metadata: { annotations } })).deletionCost;
    const deletion = { 'controller.kubernetes.io/pod-deletion-cost': '10' };
    expect(costOf({ ...deletion, 'karpenter.sh/disruption-cost': '-3' })).toBe(-3);
    expect(costOf({ ...deletion, 'karpenter.sh/disruption-cost': 'high' })).toBe(0);
    expect(costOf(deletion)).toBe(10);
  });

  it('takes no deletion cost that Kerf has written', () => {
    const readAnnotations = (annotations: Readonly<Record<string, string>>) => {
      const pod = read(podObject('web', { metadata: { annotations } }));
      return [pod.deletionCost, pod.writtenDeletionCost];
    };
    const value = 'controller.kubernetes.io/pod-deletion-cost';
    const own = 'kerf.dev/pod-deletion-cost';
    expect(readAnnotations({ [value]: '-3', [own]: '-3' })).toEqual([
      0,
      { value: '-3', own: '-3' },
    ]);
    expect(readAnnotations({ [value]: '7', [own]: '-3' })).toEqual([7, { value: '7', own: '-3' }]);
    expect(readAnnotations({})).toEqual([0, null]);
  });

  it('prefers a DaemonSet as owner, then the controller', () => {
    const other = { kind: 'Workflow', name: 'w' };
    const controller = { kind: 'Job', name: 'j', controller: true };
    const daemon = { kind: 'DaemonSet', name: 'd' };
    const ownerOf = (...ownerReferences: JsonObject[]): unknown[] => {
      const { ownerKind, ownerName } = read(podObject('web', { metadata: { ownerReferences } }));
      return [ownerKind, ownerName];
    };
    expect(ownerOf(other, controller, daemon)).toEqual(['DaemonSet', 'd']);
    expect(ownerOf(other, controller)).toEqual(['Job', 'j']);
    expect(ownerOf(other)).toEqual(['Other', 'w']);
    expect(ownerOf()).toEqual(['None', '']);
  });

  it('truncates a long message', () => {
    const conditions = [{ ...unschedulable, message: 'x'.repeat(64 * 1024) }];
    expect(read(pending({ status: { conditions } })).schedulerMessage).toHaveLength(1_000);
  });
});
