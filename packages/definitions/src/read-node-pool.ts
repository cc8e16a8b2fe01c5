import type { ManifestContext, NodePoolManifest, ReadDefinition } from '@kerf/application';
import { adviseNodePool } from './advice/node-pool-advice.js';
import type { Draft } from './conversion/draft.js';
import { nodePoolDriftHash } from './drift/drift-hash.js';
import { readMinSaving } from './min-saving-annotations.js';
import { KnownFields } from './schema/known-fields.js';
import { nodePoolSpec } from './schema/node-pool.js';
import { parseSpec, type TextAt } from './schema/parse-spec.js';

const knownFields = new KnownFields(nodePoolSpec, 'spec');

/** Returns the NodePool of a converted draft; `null` if its findings contain errors. */
export function readNodePool(
  name: string,
  draft: Draft,
  context: ManifestContext,
  textAt: TextAt,
): ReadDefinition | null {
  const parsed: NodePoolManifest | null = parseSpec(nodePoolSpec, knownFields, draft, textAt);
  const minSaving = readMinSaving(draft);
  refuseStaticChange(name, draft, context);
  if (parsed === null) return null;
  const spec = { ...parsed, ...minSaving };
  adviseNodePool(spec, context, draft.findings);
  return { kind: 'NodePool', name, spec, driftHash: nodePoolDriftHash(spec) };
}

/**
 * Refuses a change between static and dynamic, as a cluster's API server does, because the
 * management of existing nodes would change.
 */
function refuseStaticChange(name: string, draft: Draft, { knownNodePools }: ManifestContext): void {
  const known = knownNodePools.find((pool) => pool.name === name);
  if (known === undefined || draft.object(['spec']) === null) return;
  const replicas = draft.get(['spec', 'replicas']);
  if (known.isStatic === (replicas !== undefined)) return;
  draft.findings.add({
    code: 'REPLICAS_SWITCHED',
    path: ['spec', 'replicas'],
    message: known.isStatic
      ? `NodePool ${name} is static, which cannot be changed; keep replicas, or create another NodePool`
      : `NodePool ${name} is not static, which cannot be changed; remove replicas, or create another NodePool`,
    ...(replicas === undefined ? {} : { found: replicas }),
  });
}
