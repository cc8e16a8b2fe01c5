import type { DefinitionFinding, ManifestContext, NodePoolManifest } from '@kerf/application';
import { FindingList } from '../findings/finding-list.js';
import { unknownNodeClass } from './node-pool-advice.js';

/**
 * Returns the findings of a pool that hold now. What was said of its manifest when it was saved
 * holds as long as the manifest; whether its node class exists is judged by the classes of today:
 * a pool may be there before its class, and outlive it.
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
