import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.js';

/** Returns a manifest of the README's exercise, as published. */
export const exerciseManifest = (name: 'node-class' | 'node-pool' | 'inflate'): string =>
  readFileSync(join(root, 'examples', 'exercise', `${name}.yaml`), 'utf8');

/** Replaces the cluster's name, as `envsubst` does. */
export const forCluster = (manifest: string, clusterName: string): string =>
  manifest.replaceAll('${CLUSTER_NAME}', clusterName);
