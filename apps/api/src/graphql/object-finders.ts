import type { IdPrefix } from '@kerf/core';
import { InvariantViolation } from '@kerf/core';
import { Inject, Injectable, SetMetadata } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type AccessLevel, accessKey, mayAccess } from '../auth/access.js';
import type { ObjectResolvers, ResolversParentTypes } from '../generated/resolver-types.js';
import type { Caller } from '../request/current-request.js';

export type ObjectView = ResolversParentTypes['Object'];
export type ObjectType = Extract<Awaited<ReturnType<ObjectResolvers['__resolveType']>>, string>;
type Find = (id: string, caller: Caller) => Promise<ObjectView | null>;

interface Finder {
  readonly type: ObjectType;
  /** The access that the class or the method declares for its root fields. */
  readonly access: AccessLevel;
  readonly find: Find;
}

interface FoundType {
  readonly prefix: IdPrefix;
  readonly type: ObjectType;
}

const finderKey = 'kerf:object-finder';

/**
 * Declares that a method of a resolver finds the objects of a type, whose IDs have the prefix. It is called for
 * callers who have the access that the method declares.
 */
export const FindsObject = (prefix: IdPrefix, type: ObjectType): MethodDecorator =>
  SetMetadata(finderKey, { prefix, type } satisfies FoundType);

/** Finds any object by its ID; one that the caller may not see is not found. */
@Injectable()
export class ObjectFinders {
  #finders: ReadonlyMap<string, Finder> | undefined;

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(MetadataScanner) private readonly scanner: MetadataScanner,
  ) {}

  /** Returns `null` for an ID of none of the types. */
  typeOf(id: string): ObjectType | null {
    return this.#finderOf(id)?.type ?? null;
  }

  async find(id: string, caller: Caller): Promise<ObjectView | null> {
    const finder = this.#finderOf(id);
    if (finder === undefined || !mayAccess(finder.access, caller)) return null;
    return finder.find(id, caller);
  }

  #finderOf(id: string): Finder | undefined {
    // Read on first use, when all resolvers exist.
    this.#finders ??= new Map(
      this.discovery.getProviders().flatMap((provider) => this.#findersOf(provider)),
    );
    return id[3] === '_' ? this.#finders.get(id.slice(0, 3)) : undefined;
  }

  #findersOf({ metatype, instance }: { readonly metatype: unknown; readonly instance: unknown }) {
    if (typeof metatype !== 'function') return [];
    const prototype: unknown = metatype.prototype;
    if (typeof prototype !== 'object' || prototype === null) return [];
    return this.scanner.getAllMethodNames(prototype).flatMap((name) => {
      const method: unknown = Reflect.get(prototype, name);
      if (typeof method !== 'function') return [];
      const found: FoundType | undefined = Reflect.getMetadata(finderKey, method);
      if (found === undefined) return [];
      const access: AccessLevel | undefined =
        Reflect.getMetadata(accessKey, method) ?? Reflect.getMetadata(accessKey, metatype);
      if (access === undefined) throw new InvariantViolation(`${name} declares no access`);
      const find: Find = async (id, caller) => Reflect.apply(method, instance, [id, caller]);
      return [[found.prefix, { type: found.type, access, find }] as const];
    });
  }
}
