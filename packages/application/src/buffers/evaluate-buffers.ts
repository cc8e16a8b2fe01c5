import { hasErrorCode, isAppError } from '@kerf/core';
import { bufferSize, bufferUnits, type CapacityBuffer } from '@kerf/engine';
import type { BufferRecord, ResolvedBuffer } from '../domain/buffer/capacity-buffer.js';
import {
  activeCapacity,
  type CapacityBufferManifest,
} from '../domain/buffer/capacity-buffer-manifest.js';
import { parseLimits } from '../domain/definition/parse-limits.js';
import type { CachedCapacityBuffer } from '../ports/cluster-cache.js';
import type { ClusterConnectionDetails, PodTemplateRef } from '../ports/cluster-gateway.js';
import type { Ports } from '../ports/ports.js';

type Look = Pick<BufferRecord, 'spec' | 'resolved' | 'problems'>;

/**
 * Reads the CapacityBuffers of a cluster and resolves their pod templates and numbers of units,
 * which have a limit together.
 * @throws CLUSTER.* when the cluster cannot be queried
 */
export async function evaluateBuffers(
  ports: Pick<Ports, 'manifests' | 'gateway'>,
  cluster: ClusterConnectionDetails,
  objects: readonly CachedCapacityBuffer[],
): Promise<readonly (Look & { readonly object: CachedCapacityBuffer })[]> {
  const looks = await Promise.all(
    objects.map(async (object) => ({ object, ...(await evaluateBuffer(ports, cluster, object)) })),
  );
  const units = bufferUnits(looks.flatMap(({ resolved }) => resolved?.buffer ?? []));
  return looks.map(({ resolved, ...look }) => ({
    ...look,
    resolved: resolved && reduceTo(units.get(resolved.buffer) ?? 0, resolved),
  }));
}

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
  named: Pick<CapacityBuffer, 'namespace' | 'name'>,
  { replicas, percentage, limits }: CapacityBufferManifest,
  template: NonNullable<Awaited<ReturnType<Ports['gateway']['readPodTemplate']>>>,
): ResolvedBuffer {
  const buffer: CapacityBuffer = {
    ...named,
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
