import {
  type ObservedPodTemplate,
  type PodClaim,
  readDaemonSet,
  readPodTemplate,
} from '@kerf/application';
import { toRecord } from '@kerf/core';
import type { DaemonSet, PodSpec, PodVolume } from '@kerf/engine';
import type { Json } from './json.js';
import { pod } from './manifest-shape.js';

/** Returns where the volume of a claim can be attached. */
type ResolveVolume = (claim: PodClaim) => PodVolume;

/**
 * Parses a pod manifest. The claim of an ephemeral volume has the name of this manifest, not of the
 * pods that are created from it.
 */
export function readPodSpec(manifest: Json, resolve: ResolveVolume): PodSpec {
  pod(manifest);
  const metadata = manifest.field('metadata');
  const meta = {
    namespace: metadata.field('namespace').string('default'),
    name: metadata.field('name').string(''),
  };
  const note = (problem: string): never => manifest.refuse(problem);
  return toPodSpec(readPodTemplate(manifest.value, meta, note), resolve);
}

/** Parses a DaemonSet manifest. */
export function readFixtureDaemonSet(manifest: Json, resolve: ResolveVolume): DaemonSet {
  pod(manifest.field('spec').field('template'));
  const metadata = manifest.field('metadata');
  const meta = {
    namespace: metadata.field('namespace').string('default'),
    name: metadata.field('name').string(),
  };
  const note = (problem: string): never => manifest.refuse(problem);
  const template = readDaemonSet(toRecord(manifest.value), meta, note);
  return { ...meta, podSpec: toPodSpec(template, resolve) };
}

function toPodSpec({ fields, volumeClaims }: ObservedPodTemplate, resolve: ResolveVolume): PodSpec {
  const spec = { ...fields, volumes: volumeClaims.map(resolve) };
  return { key: JSON.stringify(spec), ...spec };
}
