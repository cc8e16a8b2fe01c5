import { type JsonObject, toRecord } from '@kerf/core';
import type { Note, ObjectMeta } from './object-meta.js';
import { effectiveRequests } from './pod-requests.js';
import {
  type PodClaim,
  type PodSpecFields,
  readPodSpecFields,
  readVolumeClaims,
} from './pod-spec.js';

/** The pods that a template creates. Their spec is not shared yet and their volumes are only named. */
export interface ObservedPodTemplate {
  readonly namespace: string;
  readonly name: string;
  readonly fields: PodSpecFields;
  readonly volumeClaims: readonly PodClaim[];
}

/** The namespace and name of the object that has a template. */
type TemplateOwner = Pick<ObjectMeta, 'namespace' | 'name'>;

/** Reads the pods that a DaemonSet creates. */
export function readDaemonSet(
  object: JsonObject,
  meta: TemplateOwner,
  note: Note,
): ObservedPodTemplate {
  return readPodTemplate(toRecord(object['spec'])['template'], meta, note);
}

/** Reads the pods that a template creates, in the namespace of the template's owner. */
export function readPodTemplate(
  object: unknown,
  meta: TemplateOwner,
  note: Note,
): ObservedPodTemplate {
  const template = toRecord(object);
  const spec = toRecord(template['spec']);
  const source = {
    namespace: meta.namespace,
    podName: meta.name,
    labels: toRecord(template['metadata'])['labels'],
    spec,
    requests: effectiveRequests(spec, {}, note),
  };
  return {
    namespace: meta.namespace,
    name: meta.name,
    fields: readPodSpecFields(source),
    volumeClaims: readVolumeClaims(source),
  };
}
