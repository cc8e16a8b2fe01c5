import { invariant } from '@kerf/core';
import type { Answer, Json, JsonObject, OpenWatch } from '@kerf/sandbox';
import { afterAll, beforeAll, vi } from 'vitest';
import { type Backend, openBackend } from './backend.js';
import { type CallOptions, KubernetesClient } from './kubernetes-client.js';

/** Content types of patches. */
export const merge = { contentType: 'application/merge-patch+json' };
export const strategicMerge = { contentType: 'application/strategic-merge-patch+json' };
export const jsonPatch = { contentType: 'application/json-patch+json' };
export const apply = { contentType: 'application/apply-patch+yaml' };

/** Controllers of a real server need some seconds on a busy machine. */
const soonMs = 30_000;

/** The server under test, for one spec file. It starts before and is cleaned after the file. */
export class KubernetesUnderTest {
  readonly #namespaces: string[] = [];
  readonly #objects: string[] = [];
  #backend: Backend | null = null;
  #client: KubernetesClient | null = null;

  async start(): Promise<void> {
    this.#backend = await openBackend();
    this.#client = new KubernetesClient(this.#backend);
  }

  get backend(): Backend {
    invariant(this.#backend !== null, 'the server is started');
    return this.#backend;
  }

  call(method: string, path: string, body?: Json, options?: CallOptions): Promise<Answer> {
    return this.#running().call(method, path, body, options);
  }

  watch(path: string): OpenWatch {
    return this.#running().watch(path);
  }

  /** Creates an empty namespace, which is deleted after the file; returns its path in core/v1. */
  async namespace(name: string): Promise<string> {
    const path = `/api/v1/namespaces/${name}`;
    await this.#removeLeftover(path);
    this.#namespaces.push(path);
    await this.call('POST', '/api/v1/namespaces', { metadata: { name } });
    // A real server refuses pods until their namespace has the account.
    if (this.backend.kind === 'real') await this.#waitFor(`${path}/serviceaccounts/default`, 200);
    return path;
  }

  /** Creates an object without a namespace, which is deleted after the file. */
  async createGlobal(path: string, body: JsonObject, name: string): Promise<Answer> {
    await this.#removeLeftover(`${path}/${name}`);
    this.#objects.push(`${path}/${name}`);
    return this.call('POST', path, body);
  }

  /** Creates a CRD, and waits until its resource is served at the path. */
  async createDefinition(definition: JsonObject, name: string, served: string): Promise<void> {
    const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const { code, text } = await this.createGlobal(crds, definition, name);
    invariant(code === 201, `the server accepts the CRD: ${text}`);
    await this.#waitFor(served, 200);
  }

  /** Creates a CRD unless the server has it, which then keeps it after the file. */
  async ensureDefinition(definition: JsonObject, name: string, served: string): Promise<void> {
    const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    if ((await this.call('GET', `${crds}/${name}`)).code === 200) return;
    await this.createDefinition(definition, name, served);
  }

  /** Waits until the assertions hold. */
  until(assert: () => Promise<void> | void): Promise<void> {
    return vi.waitFor(assert, { timeout: soonMs, interval: 50 });
  }

  async close(): Promise<void> {
    const isShared = this.backend.kind === 'real';
    for (const path of isShared ? [...this.#namespaces, ...this.#objects] : []) {
      await this.call('DELETE', path);
    }
    await this.backend.close();
  }

  /** An earlier run may have left the object, in deletion or not. */
  async #removeLeftover(path: string): Promise<void> {
    await this.call('DELETE', path);
    await this.#waitFor(path, 404);
  }

  async #waitFor(path: string, code: number): Promise<void> {
    const isMet = async (): Promise<boolean> => (await this.call('GET', path)).code === code;
    await vi.waitUntil(isMet, { timeout: soonMs, interval: 50 });
  }

  #running(): KubernetesClient {
    invariant(this.#client !== null, 'the server is started');
    return this.#client;
  }
}

/** Starts the server under test for the file that calls this. */
export function useKubernetes(): KubernetesUnderTest {
  vi.setConfig({ testTimeout: 2 * soonMs, hookTimeout: 2 * soonMs });
  const server = new KubernetesUnderTest();
  beforeAll(() => server.start());
  afterAll(() => server.close(), soonMs);
  return server;
}
