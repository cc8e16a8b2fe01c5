import type { Command } from '@kerf/engine';
import type { NodeDrift } from '../domain/decision/node-drift.js';
import type { Definition, DefinitionRevision } from '../domain/definition/definition.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { DefinitionTerms } from '../ports/manifest-reader.js';
import type { Ports } from '../ports/ports.js';
import type { LoadedSnapshot } from '../snapshot/load-snapshot.js';

type DriftPorts = Pick<Ports, 'store' | 'manifests'>;
type LoadedClaims = Pick<LoadedSnapshot, 'snapshot' | 'claims' | 'nodePools' | 'nodeClasses'>;

/** Returns the drift of each candidate of a drift command; empty for other commands. */
export async function describeDrift(
  ports: DriftPorts,
  loaded: LoadedClaims,
  { reason, candidates }: Pick<Command, 'reason' | 'candidates'>,
): Promise<readonly NodeDrift[]> {
  if (reason !== 'Drifted') return [];
  const drifts: NodeDrift[] = [];
  for (const { nodeName, nodeClaimId } of candidates) {
    const drifted = loaded.snapshot.nodes.find(({ name }) => name === nodeName)?.nodeClaim?.drifted;
    const claim = loaded.claims.find(({ id }) => id === nodeClaimId);
    if (drifted === undefined || drifted === null || claim === undefined) continue;
    const changed = changedDefinition(loaded, claim, drifted);
    drifts.push({
      nodeName,
      reason: drifted,
      definition: changed === null ? null : `${changed.definition.kind}/${changed.definition.name}`,
      ...(changed === null ? unknownChange : await readChange(ports, changed)),
    });
  }
  return drifts;
}

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

const termsOf = ({ spec }: DefinitionRevision): DefinitionTerms =>
  'template' in spec ? { kind: 'NodePool', spec } : { kind: 'EC2NodeClass', spec };

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
