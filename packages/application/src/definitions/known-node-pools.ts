import type { NodePoolDefinition } from '../domain/definition/definition.js';
import { isStaticPool } from '../domain/static-pool/static-pool-need.js';
import type { ManifestContext } from '../ports/manifest-reader.js';

/** Returns the NodePools as a manifest reader needs to know them. */
export const toKnownNodePools = (
  pools: readonly NodePoolDefinition[],
): ManifestContext['knownNodePools'] =>
  pools.map((pool) => ({ name: pool.name, isStatic: isStaticPool(pool) }));
