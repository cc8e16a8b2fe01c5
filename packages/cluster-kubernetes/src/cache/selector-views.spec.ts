import type { JsonObject } from '@kerf/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { ignoringListener } from '../testing/ignoring-listener.js';
import { createTableParts } from '../testing/table-parts.js';
import type { ResourceSink } from '../watch/resource-watcher.js';
import type { ResourceName } from '../watch/resources.js';
import { ClusterState } from './cluster-state.js';

let state: ClusterState;
let sinks: Readonly<Record<ResourceName, ResourceSink>>;

beforeEach(() => {
  state = new ClusterState('clu_1', createTableParts(), ignoringListener);
  sinks = state.sinks();
});

const app = { app: 'web' };
const object = (spec: JsonObject, status: JsonObject = {}) => ({
  metadata: { name: 'web', namespace: 'shop', uid: 'u' },
  spec,
  status,
});
const selectors = () => state.view(1).workloadSelectors;
const kinds = () => selectors().map(({ kind }) => kind);
const replicaSet = (status: JsonObject = {}, replicas = 3) =>
  object({ replicas, selector: { matchLabels: app } }, status);

describe('selectors of workloads', () => {
  it('are those of Services and controllers', () => {
    sinks.services.put(object({ selector: app }));
    sinks.replicationControllers.put(object({ replicas: 1, selector: app }));
    sinks.replicaSets.put(replicaSet());
    sinks.statefulSets.put(replicaSet());
    sinks.jobs.put(object({ selector: { matchLabels: app } }));
    expect(kinds().toSorted((a, b) => a.localeCompare(b))).toEqual([
      'ReplicaSet',
      'ReplicationController',
      'Service',
      'StatefulSet',
    ]);
    const selector = { matchLabels: app, matchExpressions: [] };
    for (const one of selectors()) {
      expect(one).toMatchObject({ namespace: 'shop', name: 'web', selector });
    }
  });

  it('are none of Services without a selector and of controllers that want no pods', () => {
    sinks.services.put(object({}));
    sinks.replicaSets.put(replicaSet({}, 0));
    expect(selectors()).toEqual([]);
  });

  it('are also those of a ReplicaSet whose further pods are refused', () => {
    const condition = { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate' };
    sinks.replicaSets.put(replicaSet({ conditions: [condition] }));
    expect(kinds()).toEqual(['ReplicaSet']);
    expect(state.view(1).expectedPods).toEqual([]);
  });

  it('keep their identity, and the view its revision, until they select other pods', () => {
    sinks.replicaSets.put(replicaSet({ readyReplicas: 1 }));
    const [before] = selectors();
    const { revision } = state.view(1);
    sinks.replicaSets.put(replicaSet({ readyReplicas: 2 }));
    expect(selectors()[0]).toBe(before);
    expect(state.view(1).revision).toEqual(revision);
    sinks.replicaSets.put(object({ replicas: 3, selector: { matchLabels: { app: 'db' } } }));
    expect(selectors()[0]?.selector.matchLabels).toEqual({ app: 'db' });
    sinks.replicaSets.remove(replicaSet());
    expect(selectors()).toEqual([]);
  });
});
