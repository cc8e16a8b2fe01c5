import type { ClusterView } from '../ports/cluster-cache.js';

/**
 * Returns true if two views of a cluster have the same content, whatever their times are. Takes no
 * time that grows with the cluster: lists of a view keep their identity until their content changes.
 */
export function isSameView(a: ClusterView, b: ClusterView): boolean {
  const { asOf: _before, controllers: controllersBefore, ...before } = a;
  const { asOf: _now, controllers, ...now } = b;
  return isSameLists(before, now) && isSameLists({ ...controllersBefore }, { ...controllers });
}

function isSameLists(
  a: Readonly<Record<string, unknown>>,
  b: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(a).every(([name, list]) => isSameList(list, b[name]));
}

function isSameList(a: unknown, b: unknown): boolean {
  return a === b || (isEmptyList(a) && isEmptyList(b));
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
