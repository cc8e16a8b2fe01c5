import { invariant, labelKeys } from '@kerf/core';
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
import type { DomainUniverse } from './domain-universe.js';
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

/** The rules of a pod that hold while it is tried. */
export interface TopologyPreferences {
  readonly spread: readonly TopologySpreadConstraint[];
  readonly podAffinity: readonly PodAffinityTerm[];
  readonly podAntiAffinity: readonly PodAffinityTerm[];
}

/** What a pod must keep: its own rules, and the rules of others that repel it. */
export interface PodTopology {
  readonly keyed: readonly KeyedConstraints[];
  readonly hosts: readonly TopologyConstraint[];
}

/** What a pod leaves behind where it is put. */
export interface PodFootprint {
  /** Rules that select the pod: their counts grow. */
  readonly countedBy: readonly TopologyGroup[];
  /** The pod's own required anti-affinity, which repels others from where it may be. */
  readonly repels: readonly TopologyGroup[];
}

/**
 * All rules about where pods are relative to each other. Rules are added first; then it is asked
 * what each pod must keep and what it leaves behind.
 */
export class Topology {
  readonly #table: RequirementsTable;
  readonly #universe: DomainUniverse;
  readonly #namespaces: readonly Namespace[];
  readonly #groups = new Map<string, TopologyGroup>();
  readonly #repelling = new Map<string, TopologyGroup>();
  #indexes: { readonly groups: SelectorIndex; readonly repelling: SelectorIndex } | null = null;

  constructor(
    table: RequirementsTable,
    universe: DomainUniverse,
    namespaces: readonly Namespace[],
  ) {
    this.#table = table;
    this.#universe = universe;
    this.#namespaces = namespaces;
  }

  /** Every group, so that its domains and counts can be filled from the nodes. */
  get groups(): readonly TopologyGroup[] {
    return [...this.#groups.values(), ...this.#repelling.values()];
  }

  /** Adds the rules that a pod must keep while these wishes hold. */
  addTerms(owner: TopologyOwner, preferences: TopologyPreferences): readonly TopologyGroup[] {
    const groups = [
      ...preferences.spread.map((item) => this.#add(item.topologyKey, spreadTerm(owner, item))),
      ...preferences.podAffinity.map((term) => this.#addTerm('Affinity', owner, term)),
      ...preferences.podAntiAffinity.map((term) => this.#addTerm('AntiAffinity', owner, term)),
    ];
    return [...new Set(groups)];
  }

  /** Adds the rules by which a pod repels others; preferences do not repel. */
  addRepelling(
    owner: { readonly namespace: string; readonly labels: Labels },
    { required }: PodAffinityTerms,
  ): readonly TopologyGroup[] {
    const groups = required.map((term) => {
      const body = podAffinityTerm('AntiAffinity', owner, term, this.#namespaces);
      return this.#intern(this.#repelling, term.topologyKey, body);
    });
    return [...new Set(groups)];
  }

  /** What a pod with these rules of its own must keep. */
  constraintsOf(spec: PodSpec, own: readonly TopologyGroup[]): PodTopology {
    const repelling = this.#index().repelling.groupsSelecting(spec.namespace, spec.labels);
    const constraints = [...own, ...repelling].map((group, index) => ({
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

  /** Rules whose counts a pod adds to. */
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
    invariant(this.#indexes === null, 'rules must be added before they are asked for');
    const key = this.#table.space.keyOf(label);
    invariant(key !== undefined, 'a topology key was not collected');
    const term: TopologyTerm = { ...body, key, isHostname: label === labelKeys.hostname };
    const text = keyOfTerm(term);
    const found = known.get(text);
    if (found !== undefined) return found;
    const registered = term.isHostname
      ? emptyBits(0)
      : this.#universe.domainsOf(key, term.filter.tolerations);
    const made = new TopologyGroup(term, registered);
    known.set(text, made);
    return made;
  }

  #index(): { readonly groups: SelectorIndex; readonly repelling: SelectorIndex } {
    this.#indexes ??= {
      groups: new SelectorIndex(this.#groups.values()),
      repelling: new SelectorIndex(this.#repelling.values()),
    };
    return this.#indexes;
  }
}
