import { invariant } from '@kerf/core';
import { partSchemas } from '@kerf/db';
import { z } from 'zod';
import { usdName, usdScalar } from './money.js';

/** The data of a reason, and values in it. */
export type Shape =
  | { readonly kind: 'Text' | 'Number' | 'Flag' }
  | { readonly kind: 'List'; readonly of: Member }
  | ObjectShape;

export interface ObjectShape {
  readonly kind: 'Object';
  readonly members: Readonly<Record<string, Member>>;
}

export interface Member {
  readonly shape: Shape;
  readonly isNullable: boolean;
}

/** One row of the table. */
export interface ReasonRow {
  readonly code: string;
  /** The data as it is stored. */
  readonly shape: ObjectShape;
  /** JSON Schema of the data in the API. */
  readonly schema: Readonly<Record<string, unknown>>;
}

const schemaNode = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  oneOf: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** Every reason with its data, from the schema by which stored reasons are read. */
export const reasonTable: readonly ReasonRow[] = readTable();

function readTable(): readonly ReasonRow[] {
  const { oneOf, anyOf } = schemaNode.parse(z.toJSONSchema(partSchemas.Reason, { io: 'input' }));
  return (oneOf ?? anyOf ?? []).map((member) => {
    const { properties = {}, required = [] } = schemaNode.parse(member);
    const { code, ...data } = properties;
    const known = schemaNode.parse(code).const;
    invariant(typeof known === 'string', 'each member of the union has its code');
    const stored = {
      type: 'object',
      properties: data,
      required: required.filter((name) => name !== 'code'),
    };
    const { shape } = toMember(stored);
    invariant(shape.kind === 'Object', `the data of ${known} is an object`);
    return { code: known, shape, schema: toPublicSchema(stored) };
  });
}

/** Amounts of money are decimal strings; the one time among the data is described. */
function toPublicSchema({ type, properties, required }: StoredSchema) {
  const members = Object.entries(properties).map(([name, schema]) => [
    usdName(name),
    withUnit(name, schema),
  ]);
  return { type, properties: Object.fromEntries(members), required: required.map(usdName) };
}

interface StoredSchema {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

function withUnit(name: string, schema: unknown): unknown {
  const scalar = usdScalar(name);
  if (scalar !== null) return { $ref: `#/components/schemas/${scalar}` };
  if (name !== 'until') return schema;
  const node = schemaNode.parse(schema);
  return { ...node, description: 'Milliseconds since 1970-01-01T00:00:00Z' };
}

function toMember(schema: unknown): Member {
  const node = schemaNode.parse(schema);
  const choices = node.oneOf ?? node.anyOf;
  if (choices !== undefined) return toChoice(choices);
  if (node.properties !== undefined) {
    const { properties, required = [] } = node;
    const members = Object.entries(properties).map(([name, each]) => {
      const { shape, isNullable } = toMember(each);
      return [name, { shape, isNullable: isNullable || !required.includes(name) }] as const;
    });
    return { shape: { kind: 'Object', members: Object.fromEntries(members) }, isNullable: false };
  }
  if (node.type === 'array') {
    return { shape: { kind: 'List', of: toMember(node.items) }, isNullable: false };
  }
  const types = [node.type ?? []].flat();
  const type = types.find((each) => each !== 'null');
  return { shape: { kind: scalarOf(type) }, isNullable: types.includes('null') };
}

function scalarOf(type: string | undefined) {
  const kinds = { string: 'Text', number: 'Number', integer: 'Number', boolean: 'Flag' } as const;
  const [, kind] = Object.entries(kinds).find(([name]) => name === type) ?? [];
  invariant(kind !== undefined, `data of reasons have no values of the type ${type ?? 'unknown'}`);
  return kind;
}

/** A value or null, or one of several objects: then a member that some of them lack is null. */
function toChoice(choices: readonly unknown[]): Member {
  const values = choices.filter((each) => schemaNode.parse(each).type !== 'null');
  const isNullable = values.length < choices.length;
  const shapes = values.map((each) => toMember(each));
  const [first] = shapes;
  invariant(first !== undefined, 'a choice has a value');
  if (shapes.length === 1)
    return { shape: first.shape, isNullable: isNullable || first.isNullable };
  const members = new Map<string, Member>();
  const objects = shapes.map(({ shape }) => {
    invariant(shape.kind === 'Object', 'alternatives are objects');
    return shape.members;
  });
  for (const [name, { shape }] of objects.flatMap((each) => Object.entries(each))) {
    const isMissing = objects.some((each) => each[name]?.isNullable ?? true);
    members.set(name, { shape, isNullable: isMissing });
  }
  return { shape: { kind: 'Object', members: Object.fromEntries(members) }, isNullable };
}
