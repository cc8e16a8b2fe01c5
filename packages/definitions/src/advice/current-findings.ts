import type { DefinitionFinding, ManifestContext, NodePoolManifest } from '@kerf/application';
import { FindingList } from '../findings/finding-list.js';
import { unknownNodeClass } from './node-pool-advice.js';

/**
 * Returns the current findings of a pool. Findings on its manifest stay the same. Whether its node
 * class exists is checked again, because the class may be created later or deleted before the pool.
 */
export function currentFindings(
  spec: NodePoolManifest,
  saved: readonly DefinitionFinding[],
  cluster: Pick<ManifestContext, 'knownNodeClasses' | 'clusterName'>,
): readonly DefinitionFinding[] {
  const findings = new FindingList(() => null);
  for (const finding of unknownNodeClass(spec, cluster)) findings.add(finding);
  return [...findings.toArray(), ...saved.filter(({ code }) => code !== 'NODE_CLASS_UNKNOWN')];
}
