import type { Json } from '../../json/json.js';
import { ageOf } from '../human-duration.js';
import { asKind, type Kind } from '../kind.js';
import type { KubeObject } from '../kube-object.js';
import type { Column } from '../resource.js';

type Read<T> = (object: T, now: number) => Json;

export const nameColumn: Column = {
  name: 'Name',
  type: 'string',
  format: 'name',
  cell: ({ metadata }) => metadata.name,
};

export const ageColumn: Column = {
  name: 'Age',
  type: 'string',
  cell: ({ metadata }, now) => ageOf(metadata.creationTimestamp, now),
};

export const plainColumns: readonly Column[] = [nameColumn, ageColumn];

/** Returns a function that creates columns of a built-in kind, typed by its TypeScript type. */
export function columnsOf<T extends KubeObject>(kind: Kind<T>) {
  const make =
    (type: string, priority: number) =>
    (name: string, read: Read<T>): Column => ({
      name,
      type,
      priority,
      cell: (object, now) => read(asKind(kind, object), now),
    });
  return { text: make('string', 0), integer: make('integer', 0), wide: make('string', 1) };
}

/** Creates a column of a kind that the simulation only stores. */
export function jsonColumn(name: string, read: Read<KubeObject>): Column {
  return { name, type: 'string', cell: read };
}

export function orNone(value: string | undefined): string {
  return value === undefined || value === '' ? '<none>' : value;
}
