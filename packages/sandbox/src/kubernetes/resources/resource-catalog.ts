import { builtinResources } from './builtin-resources.js';
import type { Resource, ResourceVersion } from './resource.js';

export interface ServedResource {
  readonly resource: Resource;
  readonly version: ResourceVersion;
}

/** Every resource the server serves now; CRDs add theirs while it runs. */
export class ResourceCatalog {
  readonly #builtins = builtinResources();
  readonly #custom = new Map<string, Resource>();
  readonly #byPlural = new Map<string, ServedResource>();
  readonly #byKind = new Map<string, ServedResource>();
  /** Grows with every change, so that what is derived from the catalogue can be kept. */
  version = 0;

  constructor() {
    this.#rebuild();
  }

  /** @param name of the CRD, which is also `plural.group` */
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

  /** @param kind as objects say it, also in the version they are stored in */
  findKind(apiVersion: string, kind: string): ServedResource | undefined {
    return this.#byKind.get(`${apiVersion} ${kind}`);
  }

  /** The resource whose objects a collection holds in their stored spelling. */
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
