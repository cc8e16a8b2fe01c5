import type { IdPrefix } from '@kerf/core';
import { Inject, Injectable, SetMetadata } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type AccessLevel, accessKey, hasAccess } from '../auth/access.js';
import type { ObjectResolvers, ResolversParentTypes } from '../generated/schema-types.js';
import { currentRequest } from '../request/current-request.js';

export type ObjectView = ResolversParentTypes['Object'];
type TypeName = Extract<Awaited<ReturnType<ObjectResolvers['__resolveType']>>, string>;
type Find = (id: string) => Promise<ObjectView | null>;

interface FoundType {
  readonly prefix: IdPrefix;
  readonly type: TypeName;
}

const finderKey = 'kerf:object-finder';

/** Declares that a method of a resolver finds the objects of a type, whose IDs have the prefix. */
export const FindsObject =
  (prefix: IdPrefix, type: TypeName) =>
  <Method extends Find>(
    target: object,
    name: string,
    method: TypedPropertyDescriptor<Method>,
  ): void => {
    const found: FoundType = { prefix, type };
    SetMetadata(finderKey, found)(target, name, method);
  };

/** Finds any object by its ID. */
@Injectable()
export class ObjectFinders {
  #finders: ReadonlyMap<string, { readonly type: TypeName; readonly find: Find }> | undefined;

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(MetadataScanner) private readonly scanner: MetadataScanner,
  ) {}

  /** Returns `null` for an ID of none of the types. */
  typeOf(id: string): TypeName | null {
    return this.#finderOf(id)?.type ?? null;
  }

  async find(id: string): Promise<ObjectView | null> {
    return (await this.#finderOf(id)?.find(id)) ?? null;
  }

  #finderOf(id: string) {
    // Read on first use, when all resolvers exist.
    this.#finders ??= new Map(
      this.discovery.getProviders().flatMap((provider) => this.#findersOf(provider)),
    );
    return id[3] === '_' ? this.#finders.get(id.slice(0, 3)) : undefined;
  }

  #findersOf({ metatype, instance }: { readonly metatype: unknown; readonly instance: unknown }) {
    const prototype: unknown = typeof metatype === 'function' ? metatype.prototype : undefined;
    if (typeof prototype !== 'object' || prototype === null) return [];
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const method: unknown = Reflect.get(prototype, name);
      if (typeof method !== 'function') return [];
      const found: FoundType | undefined = Reflect.getMetadata(finderKey, method);
      const rule: AccessLevel | undefined =
        Reflect.getMetadata(accessKey, method) ??
        Reflect.getMetadata(accessKey, prototype.constructor);
      // No guard runs for a finder: its root field is `object`, which every caller may ask.
      const find: Find = async (id) =>
        hasAccess(rule, currentRequest()?.caller ?? null)
          ? Reflect.apply(method, instance, [id])
          : null;
      return found === undefined ? [] : [[found.prefix, { type: found.type, find }] as const];
    });
  }
}
