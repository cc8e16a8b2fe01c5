import { InvariantViolation } from '@kerf/core';
import {
  InputProblem,
  joinPath,
  type ListShape,
  type QueryDialect,
  type Shape,
  type StructShape,
} from './shape.js';

interface QueryNode {
  value: string | null;
  readonly children: Map<string, QueryNode>;
}

const absent: QueryNode = { value: null, children: new Map() };

/**
 * Reads the input of an operation from query parameters such as `Filter.1.Value.2=spot`.
 * @throws InputProblem
 */
export function readQuery(
  shape: Shape,
  parameters: Iterable<readonly [string, string]>,
  dialect: QueryDialect,
): unknown {
  const root: QueryNode = { value: null, children: new Map() };
  for (const [name, value] of parameters) insert(root, name, value);
  return read(shape, root, { path: '', dialect });
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
  readonly dialect: QueryDialect;
}

function read(shape: Shape, node: QueryNode, at: Position): unknown {
  switch (shape.kind) {
    case 'struct':
      return readStruct(shape, node, at);
    case 'list':
      return readList(shape, node, at);
    case 'map':
    case 'blob':
      throw new InvariantViolation(`no operation takes a ${shape.kind} as a parameter`);
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
  const unknownMember =
    at.dialect === 'ec2' && [...node.children.keys()].find((name) => !known.has(name));
  if (typeof unknownMember === 'string') {
    const path = joinPath(at.path, unknownMember);
    throw new InputProblem('unknown', path, `The parameter ${path} is not recognized`);
  }
  return Object.fromEntries(entries);
}

function readList(shape: ListShape, node: QueryNode, at: Position): unknown {
  const isFlat = at.dialect === 'ec2';
  const path = isFlat ? at.path : joinPath(at.path, 'member');
  const items = isFlat ? node : (node.children.get('member') ?? absent);
  return numbered(items, { ...at, path }).map(([index, child]) =>
    read(shape.item, child, { ...at, path: `${path}.${index}` }),
  );
}

/** Returns the children `1`, `2`, … in numerical order; gaps are allowed, as in AWS. */
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
