import { type ClusterId, labelKeys } from '@kerf/core';
import { unmetRequirements } from '@kerf/engine';
import { changeCluster, cloudTargetOf, requireCluster } from '../clusters/api.js';
import type { Cluster, ZonalShift } from '../domain/cluster/cluster.js';
import type { NodeClassDefinition, NodePoolDefinition } from '../domain/definition/definition.js';
import { toRequirementSpecs } from '../domain/definition/to-requirement-specs.js';
import type { Finding } from '../domain/finding/finding.js';
import { remainingText } from '../domain/text/finding-text.js';
import type { NotedEvent } from '../ports/cluster-event-recorder.js';
import type { Ports } from '../ports/ports.js';
import { type ShiftedZone, zonalShiftActive, zonalShiftCleared } from '../recording/events.js';
import { replaceFindings } from '../recording/replace-findings.js';

const code = 'ZONE_SHIFTED';

/**
 * Reads the zonal shifts of an EKS cluster, if its setting `zonalShift` is on, and records them with
 * a finding for each; without the setting, it clears them. Nothing is launched in a shifted zone
 * until the shift ends; the last known shifts stay in force while they cannot be read. Call it every
 * 30 seconds. Source: karpenter aws pkg/controllers/arczonalshift.
 * @throws CLOUD.* when the shifts cannot be read
 */
export async function readZonalShifts(
  ports: Pick<Ports, 'store' | 'clock' | 'cloud' | 'events'>,
  clusterId: ClusterId,
): Promise<void> {
  const cluster = await requireCluster(ports.store, clusterId);
  const isOn = cluster.settings.zonalShift;
  if (!isOn && cluster.zonalShifts.length === 0) return;
  const shifts = isOn ? await ports.cloud.listZonalShifts(cloudTargetOf(cluster)) : [];
  await replaceFindings(ports, { clusterId, code }, await findingsOf(ports, clusterId, shifts));
  await changeCluster(ports, clusterId, (current) => {
    const zonalShifts = current.settings.zonalShift ? shifts : [];
    return areSame(zonalShifts, current.zonalShifts) ? null : { ...current, zonalShifts };
  });
  await recordChanges(ports, cluster, shifts);
}

/** Records an Event on each NodePool that a shift concerns, when the shift begins and when it ends. */
async function recordChanges(
  { store, events }: Pick<Ports, 'store' | 'events'>,
  { id, mode, zonalShifts: before }: Cluster,
  after: readonly ZonalShift[],
): Promise<void> {
  if (mode === 'observe') return;
  const begun = after.filter(({ zoneId }) => !hasZone(before, zoneId));
  const ended = before.filter(({ zoneId }) => !hasZone(after, zoneId));
  if (begun.length + ended.length === 0) return;
  const [nodePools, nodeClasses] = await Promise.all([
    store.definitions.nodePools(id),
    store.definitions.nodeClasses(id),
  ]);
  const about = (
    shifts: readonly ZonalShift[],
    toEvent: (nodePool: string, zone: ShiftedZone) => NotedEvent,
  ): readonly NotedEvent[] =>
    nodePools.flatMap((pool) =>
      zonesOf(pool, nodeClasses)
        .filter((zone) => hasZone(shifts, zone.id))
        .map((zone) => toEvent(pool.name, zone)),
    );
  events.record(id, [...about(begun, zonalShiftActive), ...about(ended, zonalShiftCleared)]);
}

const hasZone = (shifts: readonly ZonalShift[], id: string): boolean =>
  shifts.some(({ zoneId }) => zoneId === id);

/** Returns the zones in which a NodePool may launch nodes when no zone is shifted. */
function zonesOf(
  { spec }: NodePoolDefinition,
  nodeClasses: readonly NodeClassDefinition[],
): readonly ShiftedZone[] {
  const { nodeClassRef, requirements } = spec.template.spec;
  const nodeClass = nodeClasses.find(({ name }) => name === nodeClassRef.name);
  const subnets = nodeClass?.resolution?.subnets ?? [];
  const nameById = new Map(subnets.map(({ zone, zoneId }) => [zoneId, zone]));
  const ofZone = toRequirementSpecs(requirements).filter(
    ({ key }) => key === labelKeys.zone || key === labelKeys.zoneId,
  );
  return Array.from(nameById, ([id, name]) => ({ id, name })).filter(
    ({ id, name }) =>
      unmetRequirements(ofZone, { [labelKeys.zone]: name, [labelKeys.zoneId]: id }).length === 0,
  );
}

const areSame = (a: readonly ZonalShift[], b: readonly ZonalShift[]): boolean =>
  a.length === b.length &&
  a.every(({ zoneId, until }, index) => b[index]?.zoneId === zoneId && b[index].until === until);

async function findingsOf(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  clusterId: ClusterId,
  shifts: readonly ZonalShift[],
): Promise<readonly Omit<Finding, 'clusterId' | 'code'>[]> {
  if (shifts.length === 0) return [];
  const nodeClasses = await store.definitions.nodeClasses(clusterId);
  const subnets = nodeClasses.flatMap(({ resolution }) => resolution?.subnets ?? []);
  const zoneById = new Map(subnets.map(({ zone, zoneId }) => [zoneId, zone]));
  const at = clock.now();
  return shifts.map(({ zoneId, until }) => {
    const zone = zoneById.get(zoneId);
    const name = zone === undefined ? zoneId : `${zone} (${zoneId})`;
    const consequence =
      zone === undefined
        ? 'No EC2NodeClass of the cluster has a subnet there.'
        : 'Kerf launches no node there.';
    return {
      at,
      object: `Zone/${zoneId}`,
      message:
        until === null
          ? `AWS moves traffic away from zone ${name} (autoshift). ${consequence}`
          : `A zonal shift moves traffic away from zone ${name} for another ${remainingText(until - at)}. ${consequence}`,
      ...(until !== null && {
        remedy: 'End the zonal shift when the zone has recovered; Kerf then uses the zone again.',
      }),
    };
  });
}
