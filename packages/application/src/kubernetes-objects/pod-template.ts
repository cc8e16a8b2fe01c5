import { type JsonObject, toRecord } from '@kerf/core';
import type { Note, ObjectMeta } from './object-meta.js';
import { effectiveRequests } from './pod-requests.js';
import { type PodSpecFields, readPodSpecFields, readVolumeClaims } from './pod-spec.js';

/** A DaemonSet, described by its template. */
export interface ObservedPodTemplate {
  readonly namespace: string;
  readonly name: string;
  readonly fields: PodSpecFields;
  readonly volumeClaims: readonly string[];
}

export function readDaemonSet(
  object: JsonObject,
  meta: ObjectMeta,
  note: Note,
): ObservedPodTemplate {
  return readPodTemplate(toRecord(object['spec'])['template'], meta, note);
}

/** Reads the pods that a template creates, in the namespace of the template's owner. */
export function readPodTemplate(
  object: unknown,
  meta: Pick<ObjectMeta, 'namespace' | 'name'>,
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
