import { InvariantViolation, isRecord } from '@kerf/core';
import { InputProblem, joinPath, type ScalarShape, type Shape, type StructShape } from './shape.js';

/**
 * Reads the input of an operation from JSON. Unknown members are ignored, as AWS does.
 * @throws InputProblem
 */
export function readJson(shape: Shape, value: unknown, path = ''): unknown {
  if (value === null || value === undefined) return undefined;
  switch (shape.kind) {
    case 'struct':
      if (!isRecord(value)) throw mismatch(path, 'an object');
      return readMembers(shape, value, path);
    case 'list':
      if (!Array.isArray(value)) throw mismatch(path, 'a list');
      return value.map((item, index) => readJson(shape.item, item, `${path}[${index}]`));
    case 'map':
      if (!isRecord(value)) throw mismatch(path, 'an object');
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          key,
          readJson(shape.value, item, joinPath(path, key)),
        ]),
      );
    default:
      return readScalar(shape.kind, value, path);
  }
}

function readMembers(
  shape: StructShape,
  value: Readonly<Record<string, unknown>>,
  path: string,
): unknown {
  const entries: [string, unknown][] = [];
  for (const member of shape.members) {
    const at = joinPath(path, member.jsonName);
    const raw = Object.hasOwn(value, member.jsonName) ? value[member.jsonName] : undefined;
    const read = readJson(member.shape, raw, at);
    if (read !== undefined) entries.push([member.name, read]);
    else if (member.isRequired) {
      throw new InputProblem('missing', at, `The request must contain the parameter ${at}.`);
    }
  }
  return Object.fromEntries(entries);
}

function readScalar(kind: ScalarShape['kind'], value: unknown, path: string): unknown {
  switch (kind) {
    case 'boolean':
      if (typeof value === 'boolean') return value;
      throw mismatch(path, 'a boolean');
    case 'number':
      if (typeof value === 'number' && Number.isFinite(value)) return value;
      throw mismatch(path, 'a number');
    case 'timestamp':
      if (typeof value === 'number') return new Date(value * 1000);
      throw mismatch(path, 'a time in seconds');
    case 'blob':
      if (typeof value === 'string') return new Uint8Array(Buffer.from(value, 'base64'));
      throw mismatch(path, 'base64 text');
    default:
      if (typeof value === 'string') return value;
      throw mismatch(path, 'a string');
  }
}

function mismatch(path: string, expected: string): InputProblem {
  return new InputProblem(
    'invalid',
    path,
    `${path === '' ? 'The request' : path} must be ${expected}`,
  );
}

/** Returns an output as a value for `JSON.stringify`. */
export function writeJson(shape: Shape, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  switch (shape.kind) {
    case 'struct': {
      if (!isRecord(value)) throw new InvariantViolation('an output must be an object');
      return Object.fromEntries(
        shape.members.map((member) => [
          member.jsonName,
          writeJson(member.shape, value[member.name]),
        ]),
      );
    }
    case 'list':
      if (!Array.isArray(value)) throw new InvariantViolation('an output lacks a list');
      return value.map((item) => writeJson(shape.item, item));
    case 'map':
      if (!isRecord(value)) throw new InvariantViolation('an output lacks a map');
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, writeJson(shape.value, item)]),
      );
    case 'timestamp':
      return value instanceof Date ? value.getTime() / 1000 : undefined;
    case 'blob':
      return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : undefined;
    default:
      return value;
  }
}
