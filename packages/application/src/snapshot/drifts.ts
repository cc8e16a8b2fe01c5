import type { Instant, NodeClaimId } from '@kerf/core';
import type { CatalogFacts } from '../domain/catalog/catalog-facts.js';
import { type DefinitionRefusal, refusalOf } from '../domain/definition/definition-refusal.js';
import { type Definitions, driftOf } from '../domain/node-claim/drift.js';
import type { ClaimDrift, NodeClaim } from '../domain/node-claim/node-claim.js';
import type { Ports } from '../ports/ports.js';

interface DriftInput extends Definitions {
  readonly refusals: readonly DefinitionRefusal[];
  readonly claims: readonly NodeClaim[];
  readonly catalog: CatalogFacts;
  readonly now: Instant;
}

/**
 * Returns the drift of each NodeClaim that has drifted. A refused EC2NodeClass is unknown: it may
 * say what the NodeClaim has.
 */
export function driftsOf(
  { instanceTypes }: Pick<Ports, 'instanceTypes'>,
  { claims, nodePools, nodeClasses, refusals, catalog, now }: DriftInput,
): ReadonlyMap<NodeClaimId, ClaimDrift> {
  const typeByName = new Map(catalog.instanceTypes.map((type) => [type.name, type]));
  const known = {
    typeOf: (name: string) => typeByName.get(name),
    imageOf: instanceTypes.imageOf.bind(instanceTypes),
  };
  const readable = nodeClasses.filter(
    ({ name }) => refusalOf(refusals, { kind: 'EC2NodeClass', name }) === undefined,
  );
  const sources = { nodePools, nodeClasses: readable, catalog: known };
  return new Map(
    claims.flatMap((claim) => {
      const drift = driftOf(claim, sources, now);
      return drift === null ? [] : [[claim.id, drift] as const];
    }),
  );
}
