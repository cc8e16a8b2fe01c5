import { isMap, isNode, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

/** The location of a field in the text of a manifest. */
export interface FieldLocation {
  /** The field, or its nearest parent that is in the manifest. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Start and end in characters, from 0. */
  readonly from: number;
  readonly to: number;
}

/**
 * Finds a field in a manifest.
 * @param path as Kubernetes spells it in its errors, e.g. `spec.limits.cpu` or `spec.tags[a.b/c]`
 * @returns `null` when no part of the path is in the text, or the text is not YAML
 */
export function findField(text: string, path: string): FieldLocation | null {
  const lines = new LineCounter();
  const { contents } = parseDocument(text, { lineCounter: lines });
  const found: string[] = [];
  let node: Node | null = contents;
  let range: readonly [from: number, to: number] | null = null;
  for (const step of stepsOf(path)) {
    const next = childOf(node, step);
    if (next === null) break;
    ({ node, range } = next);
    found.push(step);
  }
  if (range === null) return null;
  const [from, to] = range;
  return { path: pathOf(found), line: lines.linePos(from).line, from, to };
}

/** `spec`, `limits`, `[0]`, `[nvidia.com/gpu]`. */
const stepsOf = (path: string): readonly string[] => path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [];

function pathOf(steps: readonly string[]): string {
  return steps.reduce((path, step) =>
    step.startsWith('[') ? `${path}${step}` : `${path}.${step}`,
  );
}

interface Child {
  readonly node: Node | null;
  readonly range: readonly [from: number, to: number];
}

function childOf(node: Node | null, step: string): Child | null {
  const key = step.replace(/^\[(.*)\]$/, '$1');
  if (isSeq(node)) {
    const item = node.items[Number(key)];
    return isNode(item) ? { node: item, range: rangeOf(item) } : null;
  }
  if (!isMap(node)) return null;
  const pair = node.items.find((item) => String(item.key) === key);
  if (pair === undefined || !isNode(pair.key)) return null;
  const [from, keyEnd] = rangeOf(pair.key);
  const value = isNode(pair.value) ? pair.value : null;
  return { node: value, range: [from, value === null ? keyEnd : rangeOf(value)[1]] };
}

/** Without the line break and the comment after it. */
function rangeOf({ range }: Node): readonly [number, number] {
  const [from = 0, to = 0] = range ?? [];
  return [from, to];
}
