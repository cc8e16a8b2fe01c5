import { type PodTemplateRef, type ReadPodTemplate, readPodTemplate } from '@kerf/application';
import { isRecord, toInteger, toRecord } from '@kerf/core';
import { PodSpecTable } from '../cache/pod-spec-table.js';
import type { ClusterConnection } from '../connect/cluster-connection.js';
import { namespacedPath } from '../watch/resources.js';
import { findObject } from './change-object.js';

const templateResources = {
  PodTemplate: { group: '', version: 'v1', plural: 'podtemplates' },
  Deployment: { group: 'apps', version: 'v1', plural: 'deployments' },
  StatefulSet: { group: 'apps', version: 'v1', plural: 'statefulsets' },
  ReplicaSet: { group: 'apps', version: 'v1', plural: 'replicasets' },
} as const satisfies Record<PodTemplateRef['kind'], object>;

/**
 * Reads the pod template of an object on demand: few objects are requested, and a watch of all
 * objects of their kind would keep thousands in memory.
 */
export async function findPodTemplate(
  connection: ClusterConnection,
  ref: PodTemplateRef,
): Promise<ReadPodTemplate | null> {
  const object = await findObject(connection, namespacedPath(templateResources[ref.kind], ref));
  if (!isRecord(object)) return null;
  const spec = toRecord(object['spec']);
  const template = ref.kind === 'PodTemplate' ? object['template'] : spec['template'];
  const { fields } = readPodTemplate(template, ref, () => undefined);
  return {
    podSpec: new PodSpecTable().intern(fields),
    // Kubernetes defaults to one replica.
    replicas: ref.kind === 'PodTemplate' ? null : (toInteger(spec['replicas']) ?? 1),
    generation: toInteger(toRecord(object['metadata'])['generation']) ?? 0,
  };
}
