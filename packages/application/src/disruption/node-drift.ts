import { placementGroupLabels } from '@kerf/core';
import type { Command } from '@kerf/engine';
import type { DriftedField, NodeDrift } from '../domain/decision/node-drift.js';
import type {
  Definition,
  DefinitionRevision,
  NodePoolDefinition,
} from '../domain/definition/definition.js';
import { launchedLabels, requirementText, unmetByClaim } from '../domain/node-claim/drift.js';
import type { ClaimDrift, LaunchedInstance, NodeClaim } from '../domain/node-claim/node-claim.js';
import { reservationOf } from '../domain/node-claim/reservation.js';
import { named, type Sweep } from '../domain/operation/sweep.js';
import { shorten } from '../domain/text/shorten.js';
import type { DefinitionTerms } from '../ports/manifest-reader.js';
import type { Ports } from '../ports/ports.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';

type DriftPorts = Pick<Ports, 'store' | 'manifests'>;
type LoadedClaims = Pick<LoadedSnapshot, 'claims' | 'nodePools' | 'nodeClasses' | 'drifts'>;

/**
 * Returns the drift of each candidate of a drift command; empty for other commands. The change
 * of a definition whose revisions cannot be read is unknown.
 */
export async function describeDrift(
  ports: DriftPorts,
  { loaded, sweep }: { readonly loaded: LoadedClaims; readonly sweep: Sweep },
  { reason, candidates }: Pick<Command, 'reason' | 'candidates'>,
): Promise<readonly NodeDrift[]> {
  if (reason !== 'Drifted') return [];
  const drifts: NodeDrift[] = [];
  for (const { nodeName, nodeClaimId } of candidates) {
    const drift = loaded.drifts.get(nodeClaimId);
    const claim = loaded.claims.find(({ id }) => id === nodeClaimId);
    if (drift === undefined || claim === undefined) continue;
    const changed = changedDefinition(loaded, claim, drift.reason);
    drifts.push({
      nodeName,
      reason: drift.reason,
      ...(changed === null
        ? describeResolved(loaded, claim, drift)
        : { definition: nameOf(changed.definition), ...(await changeOf(ports, sweep, changed)) }),
    });
  }
  return drifts;
}

const nameOf = ({ kind, name }: Definition): string => `${kind}/${name}`;

interface ChangedDefinition {
  readonly definition: Definition;
  /** The hash of the definition when the node was launched. */
  readonly hashAtLaunch: string;
}

/** Returns the NodePool or EC2NodeClass whose hash has changed; `null` for other drift reasons. */
function changedDefinition(
  { nodePools, nodeClasses }: LoadedClaims,
  claim: NodeClaim,
  reason: string,
): ChangedDefinition | null {
  const pool = nodePools.find(({ name }) => name === claim.nodePool);
  if (pool === undefined) return null;
  if (reason === 'NodePoolDrifted') return { definition: pool, hashAtLaunch: claim.nodePoolHash };
  if (reason !== 'NodeClassDrift') return null;
  const { name } = pool.spec.template.spec.nodeClassRef;
  const nodeClass = nodeClasses.find((each) => each.name === name);
  return nodeClass === undefined
    ? null
    : { definition: nodeClass, hashAtLaunch: claim.nodeClassHash };
}

const unknownChange = { since: null, fields: [] };

/**
 * Describes a drift that no change of a definition's hash caused: the part of the node that differs
 * from what its definitions require or resolve to.
 */
function describeResolved(
  { nodePools, nodeClasses }: LoadedClaims,
  claim: NodeClaim,
  { reason, definitionHash, since }: ClaimDrift,
): Omit<NodeDrift, 'nodeName' | 'reason'> {
  const pool = nodePools.find(({ name }) => name === claim.nodePool);
  const className = pool?.spec.template.spec.nodeClassRef.name;
  const nodeClass = nodeClasses.find(({ name }) => name === className);
  if (reason === 'RequirementsDrifted' && pool !== undefined) {
    return { definition: nameOf(pool), since, fields: unmetFields(claim, pool) };
  }
  const field = resolvedFields[reason];
  if (field === undefined || nodeClass === undefined || claim.instance === null) {
    return { definition: null, since, fields: [] };
  }
  const { path, read } = field;
  const after = shorten(definitionHash.replaceAll(',', ', '));
  return {
    definition: nameOf(nodeClass),
    since,
    fields: [{ path, before: read(claim.instance), after: after === '' ? null : after }],
  };
}

function unmetFields(claim: NodeClaim, pool: NodePoolDefinition): readonly DriftedField[] {
  const labels = launchedLabels(claim);
  return unmetByClaim(claim, pool).map((requirement) => {
    const value = labels[requirement.key];
    return {
      path: 'spec.template.spec.requirements',
      before: value === undefined ? null : `${requirement.key}=${value}`,
      after: shorten(requirementText(requirement)),
    };
  });
}

interface ResolvedField {
  readonly path: string;
  readonly read: (instance: LaunchedInstance) => string;
}

/** Fields of an EC2NodeClass's status, by the reason of the drift from them. */
const resolvedFields: Partial<Record<string, ResolvedField>> = {
  AMIDrift: { path: 'status.amis', read: ({ imageId }) => imageId },
  SubnetDrift: { path: 'status.subnets', read: ({ subnetId }) => subnetId },
  CapacityReservationDrift: {
    path: 'status.capacityReservations',
    read: (instance) => reservationOf(instance) ?? '',
  },
  PlacementGroupDrift: {
    path: 'spec.placementGroupSelector',
    read: ({ labels }) => labels[placementGroupLabels.id] ?? '',
  },
  SecurityGroupDrift: {
    path: 'status.securityGroups',
    read: ({ securityGroupIds = [] }) => securityGroupIds.toSorted().join(', '),
  },
};

const termsOf = ({ spec }: DefinitionRevision): DefinitionTerms =>
  'template' in spec ? { kind: 'NodePool', spec } : { kind: 'EC2NodeClass', spec };

async function changeOf(
  ports: DriftPorts,
  sweep: Sweep,
  changed: ChangedDefinition,
): Promise<Pick<NodeDrift, 'since' | 'fields'>> {
  const { kind, name } = changed.definition;
  const change = await sweep.attempt(named(kind, name), () => readChange(ports, changed));
  return change ?? unknownChange;
}

/** Compares the last revision that the node conformed to with the current definition. */
async function readChange(
  { store, manifests }: DriftPorts,
  { definition, hashAtLaunch }: ChangedDefinition,
): Promise<Pick<NodeDrift, 'since' | 'fields'>> {
  const revisions = await store.definitions.revisions(definition);
  const conforming = revisions.findIndex(
    (revision) => manifests.driftHashOf(termsOf(revision)) === hashAtLaunch,
  );
  const before = revisions[conforming];
  const change = revisions[conforming - 1];
  if (before === undefined || change === undefined) return unknownChange;
  return {
    since: change.savedAt,
    fields: manifests.driftedFields(termsOf(before), definition),
  };
}
