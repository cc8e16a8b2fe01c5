import { InputProblem, joinPath } from './input-problem.js';
import type { ListShape, MapShape, Shape, StructShape } from './shape.js';

interface QueryNode {
  value: string | null;
  readonly children: Map<string, QueryNode>;
}

const absent: QueryNode = { value: null, children: new Map() };

/**
 * The input of an operation out of the parameters of a query protocol, such as
 * `Filter.1.Value.2=spot`.
 * @param isStrict refuses parameters that the operation does not have, as EC2 does
 * @throws InputProblem
 */
export function readQuery(
  shape: Shape,
  parameters: Iterable<readonly [string, string]>,
  isStrict: boolean,
): unknown {
  const root: QueryNode = { value: null, children: new Map() };
  for (const [name, value] of parameters) insert(root, name, value);
  return read(shape, root, { path: '', isStrict });
}

function insert(root: QueryNode, name: string, value: string): void {
  let node = root;
  for (const part of name.split('.')) {
    let child = node.children.get(part);
    if (child === undefined) {
      child = { value: null, children: new Map() };
      node.children.set(part, child);
    }
    node = child;
  }
  node.value = value;
}

interface Position {
  readonly path: string;
  readonly isStrict: boolean;
}

function read(shape: Shape, node: QueryNode, at: Position): unknown {
  switch (shape.kind) {
    case 'struct':
      return readStruct(shape, node, at);
    case 'list':
      return readList(shape, node, at);
    case 'map':
      return readMap(shape, node, at);
    default:
      return node.value === null ? undefined : readScalar(shape.kind, node.value, at.path);
  }
}

function readStruct(shape: StructShape, node: QueryNode, at: Position): unknown {
  const known = new Set<string>();
  const entries: [string, unknown][] = [];
  for (const member of shape.members) {
    known.add(member.queryName);
    const path = joinPath(at.path, member.queryName);
    const child = node.children.get(member.queryName);
    const value = child === undefined ? undefined : read(member.shape, child, { ...at, path });
    if (value !== undefined) entries.push([member.name, value]);
    else if (member.isRequired) {
      throw new InputProblem('missing', path, `The request must contain the parameter ${path}`);
    }
  }
  const stranger = at.isStrict && [...node.children.keys()].find((name) => !known.has(name));
  if (typeof stranger === 'string') {
    const path = joinPath(at.path, stranger);
    throw new InputProblem('unknown', path, `The parameter ${path} is not recognized`);
  }
  return Object.fromEntries(entries);
}

function readList(shape: ListShape, node: QueryNode, at: Position): unknown {
  const prefix = shape.isFlat ? '' : '.member';
  const items = shape.isFlat ? node : (node.children.get('member') ?? absent);
  return numbered(items, at).map(([index, child]) =>
    read(shape.item, child, { ...at, path: `${at.path}${prefix}.${index}` }),
  );
}

function readMap(shape: MapShape, node: QueryNode, at: Position): unknown {
  const entries = numbered(node.children.get('entry') ?? absent, at).map(([index, entry]) => {
    const path = `${at.path}.entry.${index}`;
    const key = entry.children.get('key')?.value;
    if (typeof key !== 'string') {
      throw new InputProblem('missing', path, `The request must contain the parameter ${path}.key`);
    }
    const value = entry.children.get('value') ?? absent;
    return [key, read(shape.value, value, { ...at, path })] as const;
  });
  return Object.fromEntries(entries);
}

/** Children `1`, `2`, … in the order of their numbers; gaps are allowed, as AWS allows them. */
function numbered(node: QueryNode, at: Position): readonly (readonly [number, QueryNode])[] {
  return [...node.children]
    .map(([name, child]) => {
      if (!/^\d{1,6}$/.test(name)) {
        const path = joinPath(at.path, name);
        throw new InputProblem('unknown', path, `The parameter ${path} is not recognized`);
      }
      return [Number(name), child] as const;
    })
    .sort(([a], [b]) => a - b);
}

function readScalar(kind: string, text: string, path: string): unknown {
  switch (kind) {
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      throw invalid(text, path, 'boolean');
    case 'number': {
      const value = text.trim() === '' ? Number.NaN : Number(text);
      if (Number.isFinite(value)) return value;
      throw invalid(text, path, 'number');
    }
    case 'timestamp': {
      const value = new Date(text);
      if (!Number.isNaN(value.getTime())) return value;
      throw invalid(text, path, 'timestamp');
    }
    case 'blob':
      return new Uint8Array(Buffer.from(text, 'base64'));
    default:
      return text;
  }
}

function invalid(text: string, path: string, what: string): InputProblem {
  return new InputProblem(
    'invalid',
    path,
    `Value (${text}) for parameter ${path} is invalid. It must be a ${what}`,
  );
}
