import { grownArray } from '../grown-array.js';
import type { LabelSelector, Labels } from '../model/labels.js';
import type { TopologyKind } from '../model/scheduling-reason.js';
import { addBit, type Bits, emptyLike } from '../requirements/bits.js';
import { selectorMatches } from '../requirements/label-selector.js';
import type { NodeFilter } from './node-filter.js';

/** The properties of a topology constraint; pods with equal ones share it. */
export interface TopologyTerm {
  readonly kind: TopologyKind;
  /** The label whose values are the domains. */
  readonly key: number;
  /** True if every node is a domain; a new one is always possible. */
  readonly isHostname: boolean;
  /** Maximum skew of a spread; other kinds ignore it. */
  readonly maxSkew: number;
  readonly minDomains: number | null;
  readonly namespaces: ReadonlySet<string>;
  readonly selector: LabelSelector | null;
  readonly filter: NodeFilter;
}

/**
 * Counts the pods that one constraint selects, by domain. Domains are values of the constraint's
 * label, or hosts by index: existing nodes first, then planned ones.
 */
export class TopologyGroup {
  readonly term: TopologyTerm;
  /** Domains of existing or launchable nodes; unused for hosts. */
  readonly registered: Bits;
  /** Those of them that have a node. */
  readonly withNodes: Bits;
  #counts = new Int32Array(8);
  #occupied = 0;

  constructor(term: TopologyTerm, registered: Bits) {
    this.term = term;
    this.registered = registered;
    this.withNodes = emptyLike(registered);
  }

  /** Number of domains that have a pod. */
  get occupied(): number {
    return this.#occupied;
  }

  /** Remembers domains and counts. @returns a function that restores them */
  checkpoint(): () => void {
    const registered = this.registered.slice();
    const withNodes = this.withNodes.slice();
    const counts = this.#counts.slice();
    const occupied = this.#occupied;
    return () => {
      this.registered.set(registered);
      this.withNodes.set(withNodes);
      this.#counts = counts.slice();
      this.#occupied = occupied;
    };
  }

  countOf(domain: number): number {
    return this.#counts[domain] ?? 0;
  }

  selects(namespace: string, labels: Labels): boolean {
    return this.term.namespaces.has(namespace) && selectorMatches(this.term.selector, labels);
  }

  /** Adds the domain of an existing or planned node. */
  register(domain: number): void {
    if (this.term.isHostname) return;
    addBit(this.registered, domain);
    addBit(this.withNodes, domain);
  }

  record(domain: number): void {
    this.register(domain);
    if (domain >= this.#counts.length) {
      this.#counts = grownArray(this.#counts, Math.max(domain + 1, this.#counts.length * 2));
    }
    const count = (this.#counts[domain] ?? 0) + 1;
    this.#counts[domain] = count;
    if (count === 1) this.#occupied += 1;
  }
}
