import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { stackFolder } from './paths.js';

/** Content of `run.json`, which `npm start` writes. */
export interface Product {
  readonly url: string;
  readonly signInUrl: string;
  readonly apiToken: string;
  readonly kubeconfig: string;
  readonly sandboxControl: string;
  readonly clusters: readonly {
    readonly name: string;
    readonly context: string;
    readonly mode: string;
  }[];
}

export function readProduct(): Product {
  return JSON.parse(readFileSync(join(stackFolder, 'run.json'), 'utf8'));
}

/** The cluster of the exercise, in which removals need approval. */
export const exerciseCluster = (): Product['clusters'][number] => clusterInMode('approve');

export function clusterInMode(wanted: string): Product['clusters'][number] {
  const cluster = readProduct().clusters.find(({ mode }) => mode === wanted);
  if (cluster === undefined) throw new TypeError(`the product has no cluster in mode ${wanted}`);
  return cluster;
}

/** A test with the URL of the product as its base. */
export const test = base.extend({
  baseURL: async ({ baseURL }, use) => use(baseURL ?? readProduct().url),
});

export { expect } from '@playwright/test';
