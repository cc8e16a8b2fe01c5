import { grownArray } from '../grown-array.js';
import type { LabelSelector, Labels } from '../model/labels.js';
import type { TopologyKind } from '../model/scheduling-reason.js';
import {
  addBit,
  type Bits,
  emptyLike,
  hasBit,
  intersectInPlace,
  isEmptyBits,
  removeBit,
  subtractBits,
  uniteInPlace,
} from '../requirements/bits.js';
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

/** The domains of a constraint that have a node, and the pods in them, at one time. */
export interface TopologyState {
  readonly withNodes: Bits;
  countOf(domain: number): number;
}

/** State that a checkpoint keeps. */
interface Counts {
  readonly launchable: Bits;
  readonly registered: Bits;
  readonly withNodes: Bits;
  readonly counts: Int32Array;
  readonly members: Int32Array;
  readonly occupied: number;
}

/**
 * Counts the pods that one constraint selects, by domain. Domains are values of the constraint's
 * label, or hosts by index: existing nodes first, then planned ones.
 */
export class TopologyGroup {
  readonly term: TopologyTerm;
  /** Domains of existing or launchable nodes; unused for hosts. */
  readonly registered: Bits;
  /** The domains among them that have a node. */
  readonly withNodes: Bits;
  /** Domains of new nodes that it would count, whether or not its pods can use them. */
  readonly countable: Bits;
  /** The domains among them that its pods can use. */
  readonly #launchable: Bits;
  #counts = new Int32Array(8);
  /** Number of nodes and pods that make a domain known, by domain; unused for hosts. */
  #members = new Int32Array(8);
  #occupied = 0;
  /** The counts that were restored last, if nothing has changed since. */
  #restored: Counts | null = null;

  constructor(term: TopologyTerm, countable: Bits) {
    this.term = term;
    this.countable = countable;
    this.#launchable = term.kind === 'Spread' ? emptyLike(countable) : countable.slice();
    this.registered = this.#launchable.slice();
    this.withNodes = emptyLike(countable);
  }

  /** Number of domains that have a pod. */
  get occupied(): number {
    return this.#occupied;
  }

  /** Returns a copy of its present state. */
  state(): TopologyState {
    const counts = this.#counts.slice();
    return { withNodes: this.withNodes.slice(), countOf: (domain) => counts[domain] ?? 0 };
  }

  /** True if it would count new nodes in further domains. */
  get mayReachMore(): boolean {
    return !isEmptyBits(subtractBits(this.countable, this.registered));
  }

  /** Remembers domains and counts. @returns a function that restores them, any number of times */
  checkpoint(): () => void {
    const saved: Counts = {
      launchable: this.#launchable.slice(),
      registered: this.registered.slice(),
      withNodes: this.withNodes.slice(),
      counts: this.#counts.slice(),
      members: this.#members.slice(),
      occupied: this.#occupied,
    };
    this.#restored = saved;
    return () => {
      if (this.#restored === saved) return;
      this.#launchable.set(saved.launchable);
      this.registered.set(saved.registered);
      this.withNodes.set(saved.withNodes);
      this.#counts = saved.counts.slice();
      this.#members = saved.members.slice();
      this.#occupied = saved.occupied;
      this.#restored = saved;
    };
  }

  /** Adds domains of new nodes that its pods can use. Must be called before pods are counted. */
  addLaunchable(domains: Bits): void {
    this.#restored = null;
    uniteInPlace(this.#launchable, domains);
    uniteInPlace(this.registered, domains);
  }

  /** Takes domains without nodes out of those that its pods may use or that limit them. */
  closeEmptyDomains(): void {
    this.#restored = null;
    intersectInPlace(this.#launchable, this.withNodes);
    intersectInPlace(this.registered, this.withNodes);
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
    this.#restored = null;
    addBit(this.registered, domain);
    addBit(this.withNodes, domain);
    this.#members = withRoomFor(this.#members, domain);
    this.#members[domain] = (this.#members[domain] ?? 0) + 1;
  }

  /** Undoes one {@link register}. */
  unregister(domain: number): void {
    if (this.term.isHostname) return;
    this.#restored = null;
    const left = (this.#members[domain] ?? 0) - 1;
    this.#members[domain] = left;
    if (left > 0) return;
    removeBit(this.withNodes, domain);
    if (!hasBit(this.#launchable, domain)) removeBit(this.registered, domain);
  }

  /** Counts a pod. */
  record(domain: number): void {
    this.#restored = null;
    this.register(domain);
    this.#counts = withRoomFor(this.#counts, domain);
    const count = (this.#counts[domain] ?? 0) + 1;
    this.#counts[domain] = count;
    if (count === 1) this.#occupied += 1;
  }

  /** Undoes one {@link record}. */
  unrecord(domain: number): void {
    this.#restored = null;
    this.unregister(domain);
    const count = (this.#counts[domain] ?? 0) - 1;
    this.#counts[domain] = count;
    if (count === 0) this.#occupied -= 1;
  }
}

function withRoomFor(array: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  return index < array.length ? array : grownArray(array, Math.max(index + 1, array.length * 2));
}
