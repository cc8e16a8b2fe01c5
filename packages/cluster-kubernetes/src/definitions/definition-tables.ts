import type {
  CachedCapacityBuffer,
  CachedNodeOverlay,
  CachedStandaloneClaim,
  DefinitionKind,
  ForeignNodePool,
  NodeClaimEvent,
  NodeClassObject,
  ObjectMeta,
  ShownConditions,
} from '@kerf/application';
import { deepFreeze, type JsonObject, toInteger } from '@kerf/core';
import type { TableParts } from '../cache/cache-budget.js';
import type { CacheListener } from '../cache/cache-listener.js';
import { ObjectTable } from '../cache/object-table.js';
import { type Resource, resources } from '../watch/resources.js';
import {
  type DefinitionRecord,
  isForeign,
  readDefinition,
  toServedObject,
} from './definition-record.js';
import { type NodeClaimRecord, readNodeClaim } from './node-claim-record.js';

/**
 * The custom objects of a cluster. For definitions and NodeClaims only a record is kept, and
 * changes are reported to the listener. NodeOverlays and CapacityBuffers are few and kept in full.
 */
export class DefinitionTables {
  readonly #parts: TableParts;
  readonly #listener: CacheListener;

  readonly nodePools: ObjectTable<DefinitionRecord>;
  readonly ec2NodeClasses: ObjectTable<DefinitionRecord>;
  readonly nodeClaims: ObjectTable<NodeClaimRecord>;
  readonly nodeOverlays: ObjectTable<CachedNodeOverlay>;
  readonly capacityBuffers: ObjectTable<CachedCapacityBuffer>;

  #foreign: {
    readonly of: readonly string[];
    readonly list: readonly ForeignNodePool[];
  } = { of: [], list: [] };
  #adoptable: {
    readonly of: readonly NodeClaimRecord[];
    readonly list: readonly NodeClaimEvent[];
  } = { of: [], list: [] };
  #conditions: {
    readonly of: readonly NodeClaimRecord[];
    readonly list: readonly ShownConditions[];
  } = { of: [], list: [] };
  #standalone: {
    readonly of: readonly NodeClaimRecord[];
    readonly list: readonly CachedStandaloneClaim[];
  } = { of: [], list: [] };

  #nodeClasses: {
    readonly of: readonly DefinitionRecord[];
    readonly list: readonly NodeClassObject[];
  } = { of: [], list: [] };
  #deleting: {
    readonly of: readonly DefinitionRecord[];
    readonly names: readonly string[];
  } = { of: [], names: [] };

  constructor(parts: TableParts, listener: CacheListener) {
    this.#parts = parts;
    this.#listener = listener;

    this.nodePools = this.#definitions('NodePool', resources.nodePools);
    this.ec2NodeClasses = this.#definitions('EC2NodeClass', resources.ec2NodeClasses);
    this.nodeClaims = new ObjectTable({
      subject: resources.nodeClaims.plural,
      ...parts,
      keyOf: ({ name }) => name,
      read: readNodeClaim,
      onChange: ({ before, after }) => {
        const record = after ?? before;
        if (record !== null) listener.nodeClaimChanged(toEvent(record, after === null));
      },
    });
    this.nodeOverlays = new ObjectTable({
      subject: resources.nodeOverlays.plural,
      ...parts,
      keyOf: ({ name }) => name,
      read: (object, meta) => deepFreeze(readWhole(object, meta)),
    });
    this.capacityBuffers = new ObjectTable({
      subject: resources.capacityBuffers.plural,
      ...parts,
      keyOf: ({ namespace, name }) => `${namespace}/${name}`,
      read: (object, meta) => deepFreeze({ ...readWhole(object, meta), namespace: meta.namespace }),
    });
  }

  /**
   * Returns the NodeClaims without a NodePool; the same list until one changes, `null` before the
   * first list.
   */
  standaloneNodeClaims(): readonly CachedStandaloneClaim[] | null {
    const records = this.nodeClaims.list();
    if (records !== this.#standalone.of) {
      const list = Object.freeze(records.flatMap(({ standalone }) => standalone ?? []));
      this.#standalone = { of: records, list };
    }
    return this.nodeClaims.hasListed ? this.#standalone.list : null;
  }

  /**
   * Returns the names of NodePools that are being deleted; the same list until a NodePool changes.
   */
  deletingNodePools(): readonly string[] {
    const records = this.nodePools.list();
    if (records !== this.#deleting.of) {
      const names = records.flatMap(({ name, deletionRequestedAt }) =>
        deletionRequestedAt === null ? [] : [name],
      );
      this.#deleting = { of: records, names: Object.freeze(names) };
    }
    return this.#deleting.names;
  }

  /** Returns the EC2NodeClasses; the same list until one changes. */
  nodeClassObjects(): readonly NodeClassObject[] {
    const records = this.ec2NodeClasses.list();
    if (records !== this.#nodeClasses.of) {
      const list = records.map(({ name, uid, isHeld, deletionRequestedAt }) =>
        Object.freeze({ name, uid, isHeld, isBeingDeleted: deletionRequestedAt !== null }),
      );
      this.#nodeClasses = { of: records, list: Object.freeze(list) };
    }
    return this.#nodeClasses.list;
  }

  /**
   * Returns the NodePools whose nodes other controllers launch; the same list until a NodePool
   * changes.
   */
  foreignNodePools(): readonly ForeignNodePool[] {
    const names = this.nodePools.keyList();
    if (names !== this.#foreign.of) {
      const list = Array.from(this.nodePools.entries()).flatMap(([name, record]) =>
        isForeign(record) ? [{ name, nodeClassGroup: record.nodeClassGroup ?? '' }] : [],
      );
      this.#foreign = { of: names, list: deepFreeze(list) };
    }
    return this.#foreign.list;
  }

  /**
   * Returns the NodeClaims that have an instance of an EC2NodeClass; the same list until one
   * changes.
   */
  adoptableNodeClaims(): readonly NodeClaimEvent[] {
    const records = this.nodeClaims.list();
    if (records !== this.#adoptable.of) {
      const list = records.flatMap((record) =>
        record.adoptable === null ? [] : [toEvent(record, false)],
      );
      this.#adoptable = { of: records, list: deepFreeze(list) };
    }
    return this.#adoptable.list;
  }

  /** Returns the conditions that may change while a NodeClaim stays; the same list until one does. */
  nodeClaimConditions(): readonly ShownConditions[] {
    const records = this.nodeClaims.list();
    if (records !== this.#conditions.of) {
      const list = records.flatMap(({ conditions }) => conditions ?? []);
      this.#conditions = { of: records, list: Object.freeze(list) };
    }
    return this.#conditions.list;
  }

  /** Returns the names of the objects of a kind; `null` before the first list. */
  names(kind: DefinitionKind): readonly string[] | null {
    const table = kind === 'NodePool' ? this.nodePools : this.ec2NodeClasses;
    return table.hasListed ? table.keyList() : null;
  }

  #definitions(kind: DefinitionKind, resource: Resource): ObjectTable<DefinitionRecord> {
    return new ObjectTable({
      subject: resource.plural,
      ...this.#parts,
      keyOf: ({ name }) => name,
      keepsObjects: true,
      read: readDefinition,
      onChange: ({ key, before, after, object }) => {
        // Kerf does not manage a NodePool whose nodes another controller launches.
        const isOurs = after !== null && !isForeign(after);
        this.#listener.definitionChanged({
          kind,
          name: key,
          object: object === null || !isOurs ? null : toServedObject(object, resource),
          generation: isOurs ? after.generation : null,
          createdAt: isOurs ? after.createdAt : null,
          deletionRequestedAt: isOurs ? after.deletionRequestedAt : null,
          managedByKerf: (after ?? before)?.managedByKerf ?? false,
        });
      },
    });
  }
}

function toEvent(record: NodeClaimRecord, isGone: boolean): NodeClaimEvent {
  const { name, standalone, deletionRequestedAt, adoptable } = record;
  return {
    name,
    isStandalone: standalone !== null,
    isGone,
    deletionRequestedAt,
    adoptable: isGone ? null : adoptable,
  };
}

/** Omits the status, which Kerf writes: each write would otherwise count as a change. */
function readWhole(object: JsonObject, { name, uid, raw }: ObjectMeta): CachedNodeOverlay {
  return { name, uid, generation: toInteger(raw['generation']) ?? 0, spec: object['spec'] };
}
