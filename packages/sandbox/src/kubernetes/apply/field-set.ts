import { isObject, type Json, type JsonObject } from '../json/json.js';

/**
 * A set of fields in the format of `managedFields` (FieldsV1): nested objects with path elements as
 * keys. `f:name` is a field, `k:{…}` a list item by its keys, `v:…` a member of a set. An empty
 * object is a field in the set; `.` marks a field in the set that has further fields below it.
 */
export type FieldSet = JsonObject;

const self = '.';
const member: FieldSet = {};

export function isEmptySet(set: FieldSet): boolean {
  return Object.keys(set).length === 0;
}

function isMember(node: FieldSet): boolean {
  return node[self] !== undefined || isEmptySet(node);
}

/** Combines the parts of a node; returns `undefined` if it is empty. */
function toNode(isSelfMember: boolean, children: Record<string, Json>): FieldSet | undefined {
  if (Object.keys(children).length === 0) return isSelfMember ? member : undefined;
  return isSelfMember ? { [self]: member, ...children } : children;
}

function childrenOf(node: FieldSet): [string, FieldSet][] {
  return Object.entries(node).flatMap(([element, child]): [string, FieldSet][] =>
    element === self || !isObject(child) ? [] : [[element, child]],
  );
}

function childOf(node: FieldSet, element: string): FieldSet | undefined {
  const child = node[element];
  return isObject(child) ? child : undefined;
}

export function union(left: FieldSet, right: FieldSet): FieldSet {
  if (isEmptySet(left)) return right;
  return isEmptySet(right) ? left : unionOfNodes(left, right);
}

function unionOfNodes(left: FieldSet, right: FieldSet): FieldSet {
  if (left === right) return left;
  const children: Record<string, Json> = Object.fromEntries(childrenOf(left));
  for (const [element, child] of childrenOf(right)) {
    const other = childOf(left, element);
    children[element] = other === undefined ? child : unionOfNodes(other, child);
  }
  return toNode(isMember(left) || isMember(right), children) ?? member;
}

/** Returns the members of the first set that are not in the second. */
export function difference(left: FieldSet, right: FieldSet): FieldSet {
  return combineRoots(left, right, (mine, theirs) =>
    theirs === undefined ? mine : differenceOfNodes(mine, theirs),
  );
}

function differenceOfNodes(left: FieldSet, right: FieldSet): FieldSet | undefined {
  const children = combineChildren(left, right, (mine, theirs) =>
    theirs === undefined ? mine : differenceOfNodes(mine, theirs),
  );
  return toNode(isMember(left) && !isMember(right), children);
}

export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  return combineRoots(left, right, (mine, theirs) =>
    theirs === undefined ? undefined : intersectionOfNodes(mine, theirs),
  );
}

function intersectionOfNodes(left: FieldSet, right: FieldSet): FieldSet | undefined {
  const children = combineChildren(left, right, (mine, theirs) =>
    theirs === undefined ? undefined : intersectionOfNodes(mine, theirs),
  );
  return toNode(isMember(left) && isMember(right), children);
}

type Combine = (mine: FieldSet, theirs: FieldSet | undefined) => FieldSet | undefined;

/** The root is never a member itself. */
function combineRoots(left: FieldSet, right: FieldSet, combine: Combine): FieldSet {
  return combineChildren(left, right, combine);
}

function combineChildren(left: FieldSet, right: FieldSet, combine: Combine): Record<string, Json> {
  const children: Record<string, Json> = {};
  for (const [element, mine] of childrenOf(left)) {
    const combined = combine(mine, childOf(right, element));
    if (combined !== undefined) children[element] = combined;
  }
  return children;
}

/** Returns the path elements of each member, in the order of the set. */
export function membersOf(set: FieldSet, prefix: readonly string[] = []): readonly string[][] {
  return childrenOf(set).flatMap(([element, child]) => {
    const path = [...prefix, element];
    return [...(isMember(child) ? [path] : []), ...membersOf(child, path)];
  });
}

/** Formats a path as in conflicts: `.spec.containers[name="c"].image`. */
export function formatPath(elements: readonly string[]): string {
  return elements.map(formatElement).join('');
}

function formatElement(element: string): string {
  const text = element.slice(2);
  if (element.startsWith('f:')) return `.${text}`;
  if (element.startsWith('v:')) return `[=${text}]`;
  const keys: Json = JSON.parse(text);
  const pairs = Object.entries(isObject(keys) ? keys : {}).map(
    ([key, value]) => `${key}=${JSON.stringify(value)}`,
  );
  return `[${pairs.join(',')}]`;
}
