import { getOrCreate } from '@kerf/core';
import type { LabelSelector, Labels } from '../model/labels.js';
import type { TopologyGroup } from './topology-group.js';

/**
 * Finds the topology groups that select a pod without testing all of them: most selectors require
 * one value of one label, and are tested only for pods with that value.
 */
export class SelectorIndex {
  readonly #byPair = new Map<string, TopologyGroup[]>();
  readonly #others: TopologyGroup[] = [];

  constructor(groups: Iterable<TopologyGroup>) {
    for (const group of groups) {
      const pair = pairOf(group.term.selector);
      const known = pair === null ? this.#others : getOrCreate(this.#byPair, pair, () => []);
      known.push(group);
    }
  }

  groupsSelecting(namespace: string, labels: Labels): TopologyGroup[] {
    const candidates = Object.entries(labels).flatMap(
      ([key, value]) => this.#byPair.get(textOfPair(key, value)) ?? [],
    );
    return [...candidates, ...this.#others].filter((group) => group.selects(namespace, labels));
  }
}

function pairOf(selector: LabelSelector | null): string | null {
  const [label] = Object.entries(selector?.matchLabels ?? {});
  if (label !== undefined) return textOfPair(label[0], label[1]);
  for (const { key, operator, values } of selector?.matchExpressions ?? []) {
    const [value] = values;
    if (operator === 'In' && values.length === 1 && value !== undefined) {
      return textOfPair(key, value);
    }
  }
  return null;
}

function textOfPair(key: string, value: string): string {
  return `${key}=${value}`;
}
