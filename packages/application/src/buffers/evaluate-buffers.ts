import { hasErrorCode, isAppError } from '@kerf/core';
import { bufferSize, bufferUnits, type CapacityBuffer } from '@kerf/engine';
import type { BufferRecord, ResolvedBuffer } from '../domain/buffer/capacity-buffer.js';
import {
  activeCapacity,
  type CapacityBufferManifest,
} from '../domain/buffer/capacity-buffer-manifest.js';
import { parseLimits } from '../domain/definition/parse-limits.js';
import { named, type Sweep, type SweptObject } from '../domain/operation/sweep.js';
import type { CachedCapacityBuffer } from '../ports/cluster-cache.js';
import type { ClusterConnectionDetails, PodTemplateRef } from '../ports/cluster-gateway.js';
import type { Ports } from '../ports/ports.js';

type Look = Pick<BufferRecord, 'spec' | 'resolved' | 'problems'>;

/**
 * Reads the CapacityBuffers of a cluster and resolves their pod templates and numbers of units,
 * which have a limit together. One whose pod template cannot be read stays as it was known, or is
 * unresolved.
 */
export async function evaluateBuffers(
  ports: Pick<Ports, 'manifests' | 'gateway'>,
  cluster: ClusterConnectionDetails,
  { objects, known, sweep }: BuffersToEvaluate,
): Promise<readonly (Look & { readonly object: CachedCapacityBuffer })[]> {
  const found = new Map<string, Look>();
  await sweep.atOnce(objects, bufferObject, async (object) => {
    found.set(object.uid, await evaluateBuffer(ports, cluster, object));
  });
  const looks = objects.map((object) => {
    const { uid } = object;
    const { spec, resolved, problems } =
      found.get(uid) ?? known.find((one) => one.uid === uid) ?? unread;
    return { object, spec, resolved, problems };
  });
  const units = bufferUnits(looks.flatMap(({ resolved }) => resolved?.buffer ?? []));
  return looks.map(({ resolved, ...look }) => ({
    ...look,
    resolved: resolved && reduceTo(units.get(resolved.buffer) ?? 0, resolved),
  }));
}

interface BuffersToEvaluate {
  readonly objects: readonly CachedCapacityBuffer[];
  /** The records of the last evaluation. */
  readonly known: readonly BufferRecord[];
  readonly sweep: Sweep;
}

const unread: Look = { spec: null, resolved: null, problems: ['its pod template cannot be read'] };

/** Returns a CapacityBuffer as an object of a sweep. */
export const bufferObject = ({
  namespace,
  name,
}: Pick<CachedCapacityBuffer, 'namespace' | 'name'>): SweptObject =>
  named('CapacityBuffer', `${namespace}/${name}`);

function reduceTo(units: number, resolved: ResolvedBuffer): ResolvedBuffer {
  return units < resolved.units ? { ...resolved, units, isLimited: true } : resolved;
}

async function evaluateBuffer(
  ports: Pick<Ports, 'manifests' | 'gateway'>,
  cluster: ClusterConnectionDetails,
  { namespace, name, spec: object }: CachedCapacityBuffer,
): Promise<Look> {
  const { spec, findings } = ports.manifests.readCapacityBuffer(object);
  if (spec === null) {
    const problems = findings
      .filter(({ severity }) => severity === 'Error')
      .map(({ path, message }) => `${path}: ${message}`);
    return { spec, resolved: null, problems };
  }
  const refusal = (problem: string): Look => ({ spec, resolved: null, problems: [problem] });
  if (spec.provisioningStrategy !== activeCapacity) {
    return refusal(
      `spec.provisioningStrategy: ${spec.provisioningStrategy} is not supported; use ${activeCapacity}`,
    );
  }
  const ref = templateOf(namespace, spec);
  try {
    const template = await ports.gateway.readPodTemplate(cluster, ref);
    if (template === null) return refusal(`${ref.kind} ${namespace}/${ref.name} not found`);
    return { spec, resolved: resolve({ namespace, name }, spec, template), problems: [] };
  } catch (error) {
    if (!isAppError(error) || !hasErrorCode(error, 'CLUSTER.FORBIDDEN')) throw error;
    return refusal(
      `Kerf has no permission to read ${ref.kind} ${namespace}/${ref.name}; apply deploy/rbac`,
    );
  }
}

function templateOf(namespace: string, spec: CapacityBufferManifest): PodTemplateRef {
  const { scalableRef, podTemplateRef } = spec;
  return scalableRef === undefined
    ? { kind: 'PodTemplate', namespace, name: podTemplateRef?.name ?? '' }
    : { kind: scalableRef.kind, namespace, name: scalableRef.name };
}

function resolve(
  buffered: Pick<CapacityBuffer, 'namespace' | 'name'>,
  { replicas, percentage, limits }: CapacityBufferManifest,
  template: NonNullable<Awaited<ReturnType<Ports['gateway']['readPodTemplate']>>>,
): ResolvedBuffer {
  const buffer: CapacityBuffer = {
    ...buffered,
    podSpec: template.podSpec,
    replicas: replicas ?? null,
    share:
      percentage === undefined || template.replicas === null
        ? null
        : { percent: percentage, ofReplicas: template.replicas },
    limits: parseLimits(limits),
  };
  const units = bufferSize(buffer);
  return {
    buffer,
    units,
    isLimited: units < bufferSize({ ...buffer, limits: {} }),
    templateGeneration: template.generation,
  };
}
