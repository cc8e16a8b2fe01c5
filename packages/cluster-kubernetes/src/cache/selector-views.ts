import type { WorkloadSelector } from '@kerf/application';
import { isSameJson } from '@kerf/core';
import type { PodControllerRecord } from './expected-pod-views.js';
import type { ObjectTable } from './object-table.js';

/**
 * Selectors of Services and controllers. One keeps its identity until it selects other pods, whatever
 * else changes in the object.
 */
export class SelectorViews {
  readonly #owners: readonly ObjectTable<PodControllerRecord>[];
  readonly #maps: readonly ObjectTable<WorkloadSelector>[];
  #known: ReadonlyMap<string, WorkloadSelector> = new Map();
  #list: readonly WorkloadSelector[] | null = null;

  constructor(
    owners: readonly ObjectTable<PodControllerRecord>[],
    maps: readonly ObjectTable<WorkloadSelector>[],
  ) {
    this.#owners = owners;
    this.#maps = maps;
  }

  touch(): void {
    this.#list = null;
  }

  all(): readonly WorkloadSelector[] {
    this.#list ??= this.#make();
    return this.#list;
  }

  #make(): readonly WorkloadSelector[] {
    const found = [
      ...this.#owners.flatMap((table) => table.list().flatMap(selectorOf)),
      ...this.#maps.flatMap((table) => table.list()),
    ].map((one) => this.#sameAsKnown(one));
    this.#known = new Map(found.map((one) => [keyOf(one), one]));
    return Object.freeze(found);
  }

  #sameAsKnown(one: WorkloadSelector): WorkloadSelector {
    const known = this.#known.get(keyOf(one));
    return known !== undefined && isSameJson(known, one) ? known : Object.freeze(one);
  }
}

function selectorOf({
  kind,
  namespace,
  name,
  selector,
}: PodControllerRecord): readonly WorkloadSelector[] {
  return kind === 'Job' || selector === null ? [] : [{ kind, namespace, name, selector }];
}

const keyOf = ({ kind, namespace, name }: WorkloadSelector): string =>
  `${kind}/${namespace}/${name}`;
