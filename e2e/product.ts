import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { stackFolder } from './paths.js';

/** What `npm start` tells scripts in `run.json`. */
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

/** The cluster whose removals a person approves: the exercise is done there. */
export const exerciseCluster = (): Product['clusters'][number] => clusterInMode('approve');

export function clusterInMode(wanted: string): Product['clusters'][number] {
  const cluster = readProduct().clusters.find(({ mode }) => mode === wanted);
  if (cluster === undefined) throw new TypeError(`the product has no cluster in mode ${wanted}`);
  return cluster;
}

/** A test whose paths are the product's. */
export const test = base.extend({
  baseURL: async ({ baseURL }, use) => use(baseURL ?? readProduct().url),
});

export { expect } from '@playwright/test';
