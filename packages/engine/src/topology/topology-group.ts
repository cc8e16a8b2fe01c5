import type { TopologyKind } from '../explain/scheduling-reason.js';
import type { LabelSelector, Labels } from '../model/labels.js';
import { addBit, type Bits, emptyLike } from '../requirements/bits.js';
import { selectorMatches } from '../requirements/label-selector.js';
import type { NodeFilter } from './node-filter.js';

/** What makes a rule one rule, however many pods carry it. */
export interface TopologyTerm {
  readonly kind: TopologyKind;
  /** The label whose values are the domains. */
  readonly key: number;
  /** Every node is a domain of its own, and a new node is always possible. */
  readonly isHostname: boolean;
  /** Of a spread; unused by the other kinds. */
  readonly maxSkew: number;
  readonly minDomains: number | null;
  readonly namespaces: ReadonlySet<string>;
  readonly selector: LabelSelector | null;
  readonly filter: NodeFilter;
}

/**
 * Counts the pods that one rule selects, by domain. Domains are values of the rule's label, or hosts
 * by number: the existing nodes first, then the planned ones.
 */
export class TopologyGroup {
  readonly term: TopologyTerm;
  /** Domains that exist or could be bought; unused for hosts. */
  readonly registered: Bits;
  /** Of these, domains that have a node. */
  readonly inhabited: Bits;
  #counts = new Int32Array(8);
  #occupied = 0;

  constructor(term: TopologyTerm, registered: Bits) {
    this.term = term;
    this.registered = registered;
    this.inhabited = emptyLike(registered);
  }

  /** How many domains hold a pod. */
  get occupied(): number {
    return this.#occupied;
  }

  /** @returns puts domains and counts back to what they are now */
  checkpoint(): () => void {
    const registered = this.registered.slice();
    const inhabited = this.inhabited.slice();
    const counts = this.#counts.slice();
    const occupied = this.#occupied;
    return () => {
      this.registered.set(registered);
      this.inhabited.set(inhabited);
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

  /** Notes that a node of the domain exists or is planned. */
  register(domain: number): void {
    if (this.term.isHostname) return;
    addBit(this.registered, domain);
    addBit(this.inhabited, domain);
  }

  record(domain: number): void {
    this.register(domain);
    if (domain >= this.#counts.length) {
      const grown = new Int32Array(Math.max(domain + 1, this.#counts.length * 2));
      grown.set(this.#counts);
      this.#counts = grown;
    }
    const count = (this.#counts[domain] ?? 0) + 1;
    this.#counts[domain] = count;
    if (count === 1) this.#occupied += 1;
  }
}
