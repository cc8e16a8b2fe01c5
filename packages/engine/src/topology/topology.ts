import { getOrCreate, invariant, labelKeys } from '@kerf/core';
import type { Labels } from '../model/labels.js';
import type {
  PodAffinityTerm,
  PodAffinityTerms,
  PodSpec,
  TopologySpreadConstraint,
} from '../model/pod.js';
import { emptyBits } from '../requirements/bits.js';
import type { RequirementsTable } from '../requirements/requirements.js';
import type { KeyedConstraints, TopologyConstraint } from './domain-choice.js';
import type { DomainUniverse, NodeNeeds } from './domain-universe.js';
import { SelectorIndex } from './selector-index.js';
import { TopologyGroup, type TopologyTerm } from './topology-group.js';
import {
  keyOfTerm,
  type Namespace,
  podAffinityTerm,
  spreadTerm,
  type TopologyOwner,
  type TopologyTermBody,
} from './topology-terms.js';

/** The topology constraints of a pod in one attempt. */
export interface TopologyPreferences {
  readonly spread: readonly TopologySpreadConstraint[];
  readonly podAffinity: readonly PodAffinityTerm[];
  readonly podAntiAffinity: readonly PodAffinityTerm[];
}

/**
 * The constraints that a pod must satisfy: its own, and anti-affinities of other pods that select
 * it.
 */
export interface PodTopology {
  readonly keyed: readonly KeyedConstraints[];
  readonly hosts: readonly TopologyConstraint[];
}

/** How a placed pod changes the counts. */
export interface PodTopologyGroups {
  /** Groups that select the pod: their counts increase. */
  readonly countedBy: readonly TopologyGroup[];
  /** The pod's own required anti-affinities, which exclude other pods from its domains. */
  readonly antiAffinities: readonly TopologyGroup[];
}

const everything: NodeNeeds = { requests: null, volumeAlternatives: [] };

/**
 * All topology constraints of a scheduling problem. Constraints are added first; then they are read
 * for each pod.
 */
export class Topology {
  readonly #table: RequirementsTable;
  readonly #universe: DomainUniverse;
  readonly #namespaces: readonly Namespace[];
  readonly #groups = new Map<string, TopologyGroup>();
  readonly #antiAffinities = new Map<string, TopologyGroup>();
  #indexes: { readonly groups: SelectorIndex; readonly antiAffinities: SelectorIndex } | null =
    null;

  constructor(
    table: RequirementsTable,
    universe: DomainUniverse,
    namespaces: readonly Namespace[],
  ) {
    this.#table = table;
    this.#universe = universe;
    this.#namespaces = namespaces;
  }

  /** All groups, to set their domains and counts from the nodes. */
  get groups(): readonly TopologyGroup[] {
    return [...this.#groups.values(), ...this.#antiAffinities.values()];
  }

  /** Adds the constraints of a pod in one attempt and returns their groups. */
  addTerms(owner: TopologyOwner, preferences: TopologyPreferences): readonly TopologyGroup[] {
    const groups = [
      ...preferences.spread.map((item) => this.#add(item.topologyKey, spreadTerm(owner, item))),
      ...preferences.podAffinity.map((term) => this.#addTerm('Affinity', owner, term)),
      ...preferences.podAntiAffinity.map((term) => this.#addTerm('AntiAffinity', owner, term)),
    ];
    return [...new Set(groups)];
  }

  /** Adds the required anti-affinities of a pod, which exclude other pods; preferred ones do not. */
  addAntiAffinities(
    owner: { readonly namespace: string; readonly labels: Labels },
    { required }: PodAffinityTerms,
  ): readonly TopologyGroup[] {
    const groups = required.map((term) => {
      const body = podAffinityTerm('AntiAffinity', owner, term, this.#namespaces);
      return this.#intern(this.#antiAffinities, term.topologyKey, body);
    });
    return [...new Set(groups)];
  }

  /** Returns all constraints that a pod with these own groups must satisfy. */
  constraintsOf(spec: PodSpec, own: readonly TopologyGroup[]): PodTopology {
    const antiAffinities = this.#index().antiAffinities.groupsSelecting(
      spec.namespace,
      spec.labels,
    );
    const constraints = [...own, ...antiAffinities].map((group, index) => ({
      group,
      selectsPod: group.selects(spec.namespace, spec.labels),
      isOwn: index < own.length,
    }));
    const keyed = constraints.filter(({ group }) => !group.term.isHostname);
    const keys = [...new Set(keyed.map(({ group }) => group.term.key))].sort((a, b) => a - b);
    return {
      keyed: keys.map((key) => ({
        key,
        constraints: keyed.filter(({ group }) => group.term.key === key),
      })),
      hosts: constraints.filter(({ group }) => group.term.isHostname),
    };
  }

  /**
   * Adds to the spreads of a pod the domains of new nodes that they count and that suit the pod. No
   * node of any of their pods can be in the others, so they are domains only while they have a node,
   * as for the kube-scheduler.
   * @remarks Differs from karpenter, where domains of all NodePools count, so that pods wait for
   * nodes in domains that they cannot use. Policies that ignore affinity or taints hold for nodes of
   * the future, too: all NodePools may launch nodes that such a spread counts.
   */
  addReach({ keyed }: Pick<PodTopology, 'keyed'>, needs: NodeNeeds): void {
    for (const { group, isOwn } of keyed.flatMap(({ constraints }) => constraints)) {
      if (!isOwn || group.term.kind !== 'Spread') continue;
      if (!group.mayReachMore) continue;
      const { key, filter } = group.term;
      group.addLaunchable(this.#universe.domainsFor(key, filter, needs));
    }
  }

  /** Returns the groups whose counts a pod increases. */
  countedBy(namespace: string, labels: Labels): readonly TopologyGroup[] {
    return this.#index().groups.groupsSelecting(namespace, labels);
  }

  #addTerm(
    kind: 'Affinity' | 'AntiAffinity',
    owner: TopologyOwner,
    term: PodAffinityTerm,
  ): TopologyGroup {
    return this.#add(term.topologyKey, podAffinityTerm(kind, owner, term, this.#namespaces));
  }

  #add(label: string, body: TopologyTermBody): TopologyGroup {
    return this.#intern(this.#groups, label, body);
  }

  #intern(known: Map<string, TopologyGroup>, label: string, body: TopologyTermBody): TopologyGroup {
    invariant(this.#indexes === null, 'constraints must be added before they are read');
    const key = this.#table.space.keyOf(label);
    invariant(key !== undefined, 'a topology key is not in the label space');
    const term: TopologyTerm = { ...body, key, isHostname: label === labelKeys.hostname };
    return getOrCreate(known, keyOfTerm(term), () => {
      if (term.isHostname) return new TopologyGroup(term, emptyBits(0));
      return new TopologyGroup(term, this.#universe.domainsFor(key, term.filter, everything));
    });
  }

  #index(): { readonly groups: SelectorIndex; readonly antiAffinities: SelectorIndex } {
    this.#indexes ??= {
      groups: new SelectorIndex(this.#groups.values()),
      antiAffinities: new SelectorIndex(this.#antiAffinities.values()),
    };
    return this.#indexes;
  }
}
