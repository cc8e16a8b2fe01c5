import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.js';

/** Returns a manifest of the README's exercise, as published. */
export const exerciseManifest = (name: 'node-class' | 'node-pool' | 'inflate'): string =>
  readFileSync(join(root, 'examples', 'exercise', `${name}.yaml`), 'utf8');

/**
 * Returns the definitions of the exercise and its Deployment under another name, so that a test has
 * nodes and pods of its own. The nodes are On-Demand (a Spot node is not replaced by another one with
 * so few instance types) and `consolidateAfter` is a second; the Deployment begins without pods, which
 * run on these nodes only.
 * @param editPool changes the manifest of the NodePool further
 */
export function ownDefinitions(
  name: string,
  clusterName: string,
  editPool: (manifest: string) => string = (manifest) => manifest,
): readonly string[] {
  const pool = exerciseManifest('node-pool')
    .replaceAll('name: default', `name: ${name}`)
    .replace('["spot", "on-demand"]', '["on-demand"]')
    .replace('consolidateAfter: 30s', 'consolidateAfter: 1s')
    .replace('      requirements:\n', `      taints:\n${taint(name)}      requirements:\n`);
  const placement = `      nodeSelector:\n        karpenter.sh/nodepool: ${name}\n      tolerations:\n${taint(name)}`;
  return [
    forCluster(exerciseManifest('node-class'), clusterName).replace(
      'name: default',
      `name: ${name}`,
    ),
    editPool(pool),
    exerciseManifest('inflate')
      .replaceAll('inflate', name)
      .replace('replicas: 5', 'replicas: 0')
      .replace('      containers:', `${placement}      containers:`),
  ];
}

/** A taint, or the toleration of it, as an entry of a list. */
const taint = (name: string): string =>
  ['- key: e2e', `  value: ${name}`, '  effect: NoSchedule']
    .map((line) => `        ${line}\n`)
    .join('');

/** Replaces the cluster's name, as `envsubst` does. */
export const forCluster = (manifest: string, clusterName: string): string =>
  manifest.replaceAll('${CLUSTER_NAME}', clusterName);
