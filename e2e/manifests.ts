import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.js';

/** A manifest of the README's exercise, as it is published. */
export const exerciseManifest = (name: 'node-class' | 'node-pool' | 'inflate'): string =>
  readFileSync(join(root, 'examples', 'exercise', `${name}.yaml`), 'utf8');

/** What `envsubst` makes of it. */
export const forCluster = (manifest: string, clusterName: string): string =>
  manifest.replaceAll('${CLUSTER_NAME}', clusterName);
