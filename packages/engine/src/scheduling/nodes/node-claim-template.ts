import { compareText, getOrCreate, labelKeys } from '@kerf/core';
import type { NodePool } from '../../model/node-pool.js';
import type { RequirementSpec } from '../../model/requirement-spec.js';
import { spendResource } from '../../model/spend-limit.js';
import type { Taint } from '../../model/taint.js';
import {
  addBit,
  type Bits,
  bitsIntersect,
  emptyBits,
  hasBit,
  intersectBits,
  membersOf,
  uniteBits,
} from '../../requirements/bits.js';
import {
  findIncompatibility,
  type Requirements,
  type RequirementsTable,
} from '../../requirements/requirements.js';
import { plannedOnlyLabels } from '../../requirements/well-known-labels.js';
import { AmountsTable } from '../../resources/amounts-table.js';
import { type CompiledDaemon, daemonRuns, selectorSpecs } from '../../resources/daemon-overhead.js';
import {
  type ResourceSpace,
  type ResourceVector,
  subtractFrom,
} from '../../resources/resource-space.js';
import { DaemonGroups } from './daemon-groups.js';
import {
  allowedVariants,
  type CompiledInstanceType,
  type OfferingVariant,
  typeSatisfies,
} from './instance-types.js';
import { type AllowedTypes, LaunchOptions } from './launch-options.js';

/** The hostname of a node that does not exist yet; no label can have this value. */
const plannedHostname = '<planned>';

/** The instance types of a NodePool whose nodes can be in a domain. */
interface TypesOfDomain {
  readonly domain: number;
  readonly types: Bits;
}

/** Input for compiling a NodePool. */
export interface TemplateContext {
  readonly table: RequirementsTable;
  readonly resources: ResourceSpace;
  readonly wellKnown: ReadonlySet<string>;
  readonly variants: readonly OfferingVariant[];
  readonly daemons: readonly CompiledDaemon[];
}

/** A ready NodePool, compiled for planning NodeClaims. Immutable, except for memoized results. */
export class NodeClaimTemplate {
  readonly pool: NodePool;
  readonly index: number;
  readonly requirements: Requirements;
  /** Labels of all its nodes, whatever is scheduled to them. */
  readonly labels: Readonly<Record<string, string>>;
  /** Sorted by name. */
  readonly types: readonly CompiledInstanceType[];
  /** Types that satisfy the NodePool and can be launched. */
  readonly usable: Bits;
  /** Free capacity of each type: allocatable less daemons. */
  readonly allocatable: AmountsTable;
  readonly capacity: AmountsTable;
  readonly daemons: DaemonGroups;
  readonly launchOptions = new LaunchOptions(this);
  readonly #context: TemplateContext;
  /** Usable types that the limits would allow if nothing of them were used. */
  readonly #withinLimits: Bits;
  readonly #allowed: (AllowedTypes | undefined)[] = [];
  readonly #joined = new Map<number, Requirements | null>();
  readonly #typesOf = new Map<string, readonly TypesOfDomain[]>();

  constructor(
    context: TemplateContext,
    pool: NodePool,
    index: number,
    types: readonly CompiledInstanceType[],
  ) {
    this.#context = context;
    this.pool = pool;
    this.index = index;
    this.labels = templateLabels(pool);
    this.types = types.toSorted((a, b) => compareText(a.source.name, b.source.name));
    this.requirements = context.table.compile(templateSpecs(pool));
    const { size } = context.resources;
    this.daemons = new DaemonGroups(
      context.resources,
      context.daemons.flatMap((daemon) => this.#forPool(daemon) ?? []),
      this.types.length,
      ({ alternatives }, number) => {
        const type = this.types[number];
        return type !== undefined && alternatives.some((one) => typeSatisfies(type, one));
      },
    );
    const allocatables = this.types.map((type, number) => this.#allocatableOf(type, number));
    this.allocatable = new AmountsTable(size, allocatables);
    this.capacity = new AmountsTable(
      size,
      this.types.map((type) => this.#countedCapacityOf(type)),
    );
    this.usable = this.#usableTypes(allocatables);
    this.#withinLimits = this.#typesWithinLimits();
  }

  /** Returns the capacity of a type, and for spend limits its highest price in the NodePool. */
  #countedCapacityOf({ capacity, offerings }: CompiledInstanceType): ResourceVector {
    const { spendLimits = [] } = this.pool;
    if (spendLimits.length === 0) return capacity;
    const { variants, resources } = this.#context;
    const allowed = allowedVariants(variants, this.requirements);
    const prices = offerings
      .filter(({ variant }) => hasBit(allowed, variant.index))
      .map(({ priceMicroUsdPerHour }) => priceMicroUsdPerHour);
    const counted = capacity.slice();
    for (const limit of spendLimits) {
      counted[resources.names.indexOf(spendResource(limit))] = Math.max(0, ...prices);
    }
    return counted;
  }

  /** Custom labels of the NodePool, whose value on a node its requirements determine. */
  get customKeys(): readonly number[] {
    const { wellKnown, table } = this.#context;
    return this.requirements.list
      .map(({ key }) => key)
      .filter((key) => {
        const name = table.space.nameOf(key);
        return !wellKnown.has(name) && !plannedOnlyLabels.has(name) && name !== labelKeys.hostname;
      });
  }

  get taints(): readonly Taint[] {
    return this.pool.template.taints;
  }

  /**
   * Returns true for labels that the NodePool defines or an instance type may set.
   * @remarks Differs from karpenter, where a label that no NodePool defines counts as defined on a
   * NodeClaim once one of its pods excludes a value of it; the node then gets a random value, and
   * whether a pod fits depends on the pods before it.
   */
  hasValue(key: number): boolean {
    return (
      this.requirements.byKey[key] !== undefined ||
      this.#context.wellKnown.has(this.#context.table.space.nameOf(key))
    );
  }

  /** Returns a NodeClaim's requirements combined with further ones; `null` if they are incompatible. */
  narrow(existing: Requirements, incoming: Requirements): Requirements | null {
    const key = existing.id * 2 ** 26 + incoming.id;
    const known = this.#joined.get(key);
    if (known !== undefined) return known;
    const conflict = findIncompatibility(existing, incoming, (label) => this.hasValue(label));
    const joined = conflict === null ? this.#context.table.join(existing, incoming) : null;
    this.#joined.set(key, joined);
    return joined;
  }

  allowedBy(requirements: Requirements): AllowedTypes {
    return (this.#allowed[requirements.id] ??= this.#allow(requirements, this.usable));
  }

  /** Returns the values of a label on nodes that this NodePool could launch. */
  domainsOf(key: number): Bits {
    return this.#domainsUnder(this.requirements, key);
  }

  /**
   * Returns the values of a label on nodes that this NodePool could launch under further
   * requirements. Limits that are used up are not regarded: what uses them may end, or is removed in a
   * simulation. A type above a limit can never be launched.
   * @param requests what an instance type must have room for; `null`: of any size
   */
  domainsFor(key: number, further: readonly Requirements[], requests: ResourceVector | null): Bits {
    const domains = emptyBits(this.#context.table.space.valueCount(key));
    let requirements: Requirements | null = this.requirements;
    for (const one of further) requirements &&= this.narrow(requirements, one);
    if (requirements === null) return domains;
    const types = this.#withinLimits;
    const large = requests === null ? types : this.allocatable.rowsHolding(types, requests);
    for (const { domain, types: inDomain } of this.#typesByDomain(requirements, key)) {
      if (bitsIntersect(inDomain, large)) addBit(domains, domain);
    }
    return domains;
  }

  /** Returns the types that can be launched with each value of a label. */
  #typesByDomain(requirements: Requirements, key: number): readonly TypesOfDomain[] {
    return getOrCreate(this.#typesOf, `${requirements.id} ${key}`, () =>
      membersOf(this.#domainsUnder(requirements, key)).flatMap((domain) => {
        const narrowed = this.narrow(requirements, this.#context.table.value(key, domain));
        return narrowed === null ? [] : [{ domain, types: this.allowedBy(narrowed).types }];
      }),
    );
  }

  #domainsUnder(requirements: Requirements, key: number): Bits {
    const own = requirements.byKey[key];
    const size = this.#context.table.space.valueCount(key);
    let domains = own === undefined || own.complement ? emptyBits(size) : own.values;
    for (const index of membersOf(this.allowedBy(requirements).types)) {
      const values = this.types[index]?.labels[key];
      if (values === undefined) continue;
      domains = uniteBits(domains, own === undefined ? values : intersectBits(values, own.allowed));
    }
    return domains;
  }

  #allow(requirements: Requirements, among: Bits): AllowedTypes {
    const variants = allowedVariants(this.#context.variants, requirements);
    const types = emptyBits(this.types.length);
    for (const index of membersOf(among)) {
      const type = this.types[index];
      if (type === undefined || !bitsIntersect(type.variants, variants)) continue;
      if (typeSatisfies(type, requirements)) addBit(types, index);
    }
    return { types, variants };
  }

  /** A type whose daemons do not fit on it can hold no pod. */
  #usableTypes(allocatables: readonly ResourceVector[]): Bits {
    const viable = emptyBits(this.types.length);
    allocatables.forEach((allocatable, index) => {
      if (allocatable.every((free) => free >= 0)) addBit(viable, index);
    });
    return this.#allow(this.requirements, viable).types;
  }

  #typesWithinLimits(): Bits {
    const { limits, spendLimits = [] } = this.pool;
    const within = emptyBits(this.types.length);
    if ((limits['nodes'] ?? Infinity) < 1) return within;
    const { names } = this.#context.resources;
    const amounts = [
      ...Object.entries(limits).filter(([name]) => name !== 'nodes'),
      ...spendLimits.map((limit) => [spendResource(limit), limit.limitMicroUsdPerHour] as const),
    ].map(([name, limit]) => ({ index: names.indexOf(name), limit }));
    for (const type of membersOf(this.usable)) {
      if (amounts.every(({ index, limit }) => this.capacity.get(type, index) <= limit)) {
        addBit(within, type);
      }
    }
    return within;
  }

  #allocatableOf({ allocatable }: CompiledInstanceType, type: number): ResourceVector {
    const left = allocatable.slice();
    subtractFrom(left, this.daemons.overheadFor(type).requests);
    return left;
  }

  /** Returns the daemon with the alternatives that the NodePool allows; `null` if there are none. */
  #forPool(daemon: CompiledDaemon): CompiledDaemon | null {
    const alternatives = daemon.alternatives.filter(
      (alternative) => this.narrow(this.requirements, alternative) !== null,
    );
    const runs = daemonRuns({ ...daemon, alternatives }, this.taints, () => true);
    return runs ? { ...daemon, alternatives } : null;
  }
}

function templateLabels({ name, template }: NodePool): Readonly<Record<string, string>> {
  return {
    ...template.labels,
    [labelKeys.nodePool]: name,
    [labelKeys.nodeClass]: template.nodeClassName,
  };
}

/** Returns the requirements of a NodePool, its labels, and the labels of every planned node. */
export function templateSpecs(pool: NodePool): readonly RequirementSpec[] {
  const planned = Object.fromEntries([...plannedOnlyLabels].map((label) => [label, 'true']));
  const labels = { ...templateLabels(pool), ...planned, [labelKeys.hostname]: plannedHostname };
  return [...pool.template.requirements, ...selectorSpecs(labels)];
}
