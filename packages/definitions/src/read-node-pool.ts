import type { ManifestContext, NodePoolManifest, ReadDefinition } from '@kerf/application';
import { adviseNodePool } from './advice/node-pool-advice.js';
import type { Draft } from './conversion/draft.js';
import { nodePoolDriftHash } from './drift/drift-hash.js';
import { KnownFields } from './schema/known-fields.js';
import { nodePoolSpec } from './schema/node-pool.js';
import { parseSpec, type TextAt } from './schema/parse-spec.js';

const knownFields = new KnownFields(nodePoolSpec, 'spec');

/** The pool that a converted draft describes; `null` with errors among the draft's findings. */
export function readNodePool(
  name: string,
  draft: Draft,
  context: ManifestContext,
  textAt: TextAt,
): ReadDefinition | null {
  const spec: NodePoolManifest | null = parseSpec(nodePoolSpec, knownFields, draft, textAt);
  if (spec === null) return null;
  adviseNodePool(spec, context, draft.findings);
  return { kind: 'NodePool', name, spec, driftHash: nodePoolDriftHash(spec) };
}
