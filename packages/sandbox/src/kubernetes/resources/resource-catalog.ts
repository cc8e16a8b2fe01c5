import { builtinResources } from './builtin-resources.js';
import type { Resource, ResourceVersion } from './resource.js';

export interface ServedResource {
  readonly resource: Resource;
  readonly version: ResourceVersion;
}

/** All served resources; CRDs add and remove theirs. */
export class ResourceCatalog {
  readonly #builtins = builtinResources();
  readonly #custom = new Map<string, Resource>();
  readonly #byPlural = new Map<string, ServedResource>();
  readonly #byKind = new Map<string, ServedResource>();
  /** Increases with each change, so that derived data can be cached. */
  version = 0;

  constructor() {
    this.#rebuild();
  }

  /** @param name name of the CRD, which is `plural.group` */
  register(name: string, resource: Resource): void {
    this.#custom.set(name, resource);
    this.#rebuild();
  }

  remove(name: string): void {
    if (this.#custom.delete(name)) this.#rebuild();
  }

  all(): readonly Resource[] {
    return [...this.#builtins, ...this.#custom.values()];
  }

  /** @param apiVersion e.g. `v1`, `karpenter.sh/v1` */
  find(apiVersion: string, plural: string): ServedResource | undefined {
    return this.#byPlural.get(`${apiVersion} ${plural}`);
  }

  /**
   * @param kind kind and version as in objects; the stored version is found even if it is not
   *   served
   */
  findKind(apiVersion: string, kind: string): ServedResource | undefined {
    return this.#byKind.get(`${apiVersion} ${kind}`);
  }

  /** Returns true if any resource has this group and version. */
  servesVersion(apiVersion: string): boolean {
    return this.all().some(({ versions }) =>
      versions.some((version) => version.apiVersion === apiVersion),
    );
  }

  /** Returns the resource whose objects a collection stores. */
  ofCollection(collection: string): Resource | undefined {
    return this.all().find(
      (resource) => resource.collection === collection && resource.rules.view === undefined,
    );
  }

  #rebuild(): void {
    this.version += 1;
    this.#byPlural.clear();
    this.#byKind.clear();
    for (const resource of this.all()) {
      const { stored, plural, kind } = resource;
      if (resource.rules.view === undefined) {
        this.#byKind.set(`${stored.apiVersion} ${kind}`, { resource, version: stored });
      }
      for (const version of resource.versions) {
        this.#byPlural.set(`${version.apiVersion} ${plural}`, { resource, version });
        this.#byKind.set(`${version.apiVersion} ${kind}`, { resource, version });
      }
    }
  }
}
