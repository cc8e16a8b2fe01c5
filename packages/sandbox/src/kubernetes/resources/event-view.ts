import { isObject, type Json } from '../json/json.js';
import type { Draft, KubeObject } from './kube-object.js';
import type { View } from './resource.js';

/** Field names of `v1` Events with those of `events.k8s.io/v1`. */
const fields: readonly (readonly [string, string])[] = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['reportingComponent', 'reportingController'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
];
const newNameByOld = new Map(fields);
const oldNameByNew = new Map(fields.map(([old, current]) => [current, old]));

/** Converts Events, which are stored as `v1`, to and from `events.k8s.io/v1`. */
export const eventView: View = {
  toStored: (draft) => ({
    ...renamed(draft, oldNameByNew),
    apiVersion: 'v1',
    kind: draft.kind,
    metadata: draft.metadata,
    involvedObject: isObject(draft['regarding']) ? draft['regarding'] : {},
  }),
  fromStored: (object) => ({
    ...renamed(object, newNameByOld),
    apiVersion: 'events.k8s.io/v1',
    kind: object.kind,
    metadata: object.metadata,
  }),
};

function renamed(
  object: Draft | KubeObject,
  names: ReadonlyMap<string, string>,
): Record<string, Json | undefined> {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value]),
  );
}
