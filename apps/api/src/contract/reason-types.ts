import { assertNever, invariant } from '@kerf/core';
import { usdName, usdScalar } from './money.js';
import {
  type Member,
  type ObjectShape,
  type ReasonRow,
  reasonTable,
  type Shape,
} from './reason-table.js';

/** Names of the GraphQL types of objects in the data of reasons, by their members. */
const nestedTypes: ReadonlyMap<string, string> = new Map([
  ['operator,values,omitted', 'LabelTerm'],
  ['claim,required', 'VolumeRequirement'],
  ['key,terms', 'AllowedLabel'],
  ['source,key,terms', 'LabelConflict'],
  ['zones,offerings', 'ShiftedOfferings'],
  ['source,key,terms,nodeClass,architectures,variant,zones,field,value', 'TypeExclusion'],
  ['instanceType,excludedBy', 'ExcludedInstanceType'],
]);

const pascal = (code: string): string =>
  code
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Returns the name of the GraphQL type of a reason's data. */
export const detailTypeName = (code: string): string => `${pascal(code)}Detail`;

/** Returns the name of the OpenAPI component of a reason. */
const componentName = (code: string): string => `${pascal(code)}Reason`;

const hasData = ({ shape }: ReasonRow): boolean => Object.keys(shape.members).length > 0;
const rowsWithData = reasonTable.filter(hasData);
const shapes: ReadonlyMap<string, ObjectShape> = new Map(
  rowsWithData.map(({ code, shape }) => [code, shape]),
);

/**
 * The data of a reason as GraphQL resolves it: members that it lacks are null, and amounts are micro-USD,
 * which the scalars convert.
 */
export interface ReasonDetail {
  readonly __typename: string;
  readonly [member: string]: unknown;
}

/** @returns `null` for a code without data */
export function toReasonDetail(code: string, data: unknown): ReasonDetail | null {
  const shape = shapes.get(code);
  return shape === undefined
    ? null
    : { ...complete(data, shape), __typename: detailTypeName(code) };
}

function complete(value: unknown, { members }: ObjectShape): Readonly<Record<string, unknown>> {
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(Object(value)));
  return Object.fromEntries(
    Object.entries(members).map(([name, { shape }]) => [
      usdName(name),
      completed(given.get(name), shape),
    ]),
  );
}

function completed(value: unknown, shape: Shape): unknown {
  if (value === undefined || value === null) return null;
  if (shape.kind === 'Object') return complete(value, shape);
  if (shape.kind !== 'List' || !Array.isArray(value)) return value;
  return value.map((item) => completed(item, shape.of.shape));
}

/** Generates the GraphQL types of the data of reasons. */
export function printReasonTypes(): string {
  const nullable = nullableMembers();
  const nested = new Map<string, string>();
  const own = rowsWithData.map(({ code, shape }) =>
    printType(
      { name: detailTypeName(code), description: `Data of the reason \`${code}\`.`, shape },
      (name, member) => ({ ...member, isNullable: member.isNullable || nullable.has(name) }),
    ),
  );
  for (const { shape } of rowsWithData) collectNested(shape, nested);
  const union = `"Data of a reason, by its code."\nunion ReasonDetail =\n${rowsWithData
    .map(({ code }) => `  | ${detailTypeName(code)}`)
    .join('\n')}`;
  const field = `extend type Reason {
  "The data, typed by the code; absent if the code has none. Members with the same name have the same type."
  detail: ReasonDetail
}`;
  const head = `# Generated from the table of reasons (contract/reason-table.ts) by reason-types.spec.ts; run it with -u.`;
  return `${[head, field, union, ...own, ...nested.values()].join('\n\n')}\n`;
}

/** Fields with one name must have one type, or a client cannot select them together. */
function nullableMembers(): ReadonlySet<string> {
  return new Set(
    rowsWithData.flatMap(({ shape }) =>
      Object.entries(shape.members).flatMap(([name, { isNullable }]) => (isNullable ? [name] : [])),
    ),
  );
}

interface PrintedType {
  readonly name: string;
  readonly description: string;
  readonly shape: ObjectShape;
}

function printType(
  { name, description, shape }: PrintedType,
  adapt: (name: string, member: Member) => Member = (_, member) => member,
): string {
  const fields = Object.entries(shape.members).map(
    ([field, member]) => `  ${usdName(field)}: ${printMember(field, adapt(field, member))}`,
  );
  return `"${description}"\ntype ${name} {\n${fields.join('\n')}\n}`;
}

const printMember = (name: string, { shape, isNullable }: Member): string =>
  `${printShape(name, shape)}${isNullable ? '' : '!'}`;

function printShape(name: string, shape: Shape): string {
  switch (shape.kind) {
    case 'Text':
      return 'String';
    case 'Flag':
      return 'Boolean';
    case 'Number':
      return numberType(name);
    case 'List':
      return `[${printMember(name, shape.of)}]`;
    case 'Object':
      return nestedName(shape);
    default:
      return assertNever(shape);
  }
}

/** The unit is in the name. */
function numberType(name: string): string {
  if (name === 'until') return 'DateTime';
  return usdScalar(name) ?? (/score/i.test(name) ? 'Float' : 'SafeInt');
}

function nestedName({ members }: ObjectShape): string {
  const key = Object.keys(members).join();
  const name = nestedTypes.get(key);
  invariant(name !== undefined, `the type with the members ${key} has a name`);
  return name;
}

function collectNested(shape: Shape, found: Map<string, string>): void {
  if (shape.kind === 'List') collectNested(shape.of.shape, found);
  if (shape.kind !== 'Object') return;
  for (const { shape: inner } of Object.values(shape.members)) {
    if (inner.kind === 'Object') addNested(inner, found);
    else if (inner.kind === 'List' && inner.of.shape.kind === 'Object') {
      addNested(inner.of.shape, found);
    }
  }
}

function addNested(shape: ObjectShape, found: Map<string, string>): void {
  const name = nestedName(shape);
  found.set(name, printType({ name, description: `Part of the data of reasons.`, shape }));
  collectNested(shape, found);
}

/** The OpenAPI components of reasons: one for each code, and their union. */
export function reasonComponents(base: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const refOf = (code: string) => `#/components/schemas/${componentName(code)}`;
  const own = reasonTable.map(({ code, schema }) => [
    componentName(code),
    {
      type: 'object',
      description: `The reason \`${code}\``,
      properties: {
        code: { type: 'string', const: code },
        data: schema,
        message: { type: 'string', description: 'The reason as a sentence, without a full stop' },
        subject: { type: 'string', description: 'The reason in a few words' },
        remedy: {
          type: ['string', 'null'],
          description: 'The fix; null if waiting is enough or nothing can be done',
        },
      },
      required: ['code', 'data', 'message', 'subject', 'remedy'],
    },
  ]);
  const union = {
    ...base,
    oneOf: reasonTable.map(({ code }) => ({ $ref: refOf(code) })),
    discriminator: {
      propertyName: 'code',
      mapping: Object.fromEntries(reasonTable.map(({ code }) => [code, refOf(code)])),
    },
  };
  return { ...Object.fromEntries(own), Reason: union };
}
