// Quantities and versions in CEL expressions, with the functions that Kubernetes adds for them.
// Sources: Kubernetes apiserver/pkg/cel/library quantity.go and semverlib.go; https://semver.org/#spec-item-11

import {
  type CelFunc,
  type CelInput,
  CelScalar,
  celFunc,
  celMethod,
  objectType,
} from '@bufbuild/cel';
import { create, createFileRegistry, type DescMessage } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt';
import { invariant, parseBytes } from '@kerf/core';

/** Types of CEL need a description as messages; each has its value as text. */
export const celRegistry = createFileRegistry(
  create(FileDescriptorProtoSchema, {
    name: 'kerf/cel.proto',
    package: 'kubernetes',
    syntax: 'proto3',
    messageType: ['Quantity', 'Version'].map((name) => ({
      name,
      field: [
        {
          name: 'text',
          jsonName: 'text',
          number: 1,
          type: FieldDescriptorProto_Type.STRING,
          label: FieldDescriptorProto_Label.OPTIONAL,
        },
      ],
    })),
  }),
  () => undefined,
);

const quantityMessage = describedAs('kubernetes.Quantity');
const versionMessage = describedAs('kubernetes.Version');
const quantityType = objectType(quantityMessage);
const versionType = objectType(versionMessage);

/** Returns an amount in base units as a quantity of CEL. */
export const quantityOf = (amount: number): CelInput => withText(quantityMessage, String(amount));

/** Returns a version as a value of CEL. */
export const versionOf = (text: string): CelInput => withText(versionMessage, normalVersion(text));

const { BOOL, INT, STRING } = CelScalar;

/** Functions of quantities and versions. */
export const celFunctions: readonly CelFunc[] = [
  celFunc('quantity', [STRING], quantityType, (text) =>
    withText(quantityMessage, String(parseQuantity(text))),
  ),
  celFunc('isQuantity', [STRING], BOOL, (text) => isValid(() => parseQuantity(text))),
  ...comparisons(quantityType, (a, b) => Number(textOf(a)) - Number(textOf(b))),
  celMethod('sign', quantityType, [], INT, function () {
    return BigInt(Math.sign(Number(textOf(this))));
  }),
  celMethod('asInteger', quantityType, [], INT, function () {
    return BigInt(textOf(this));
  }),
  celMethod('isInteger', quantityType, [], BOOL, () => true),
  celFunc('semver', [STRING], versionType, (text) => withText(versionMessage, normalVersion(text))),
  celFunc('isSemver', [STRING], BOOL, (text) => isValid(() => normalVersion(text))),
  ...comparisons(versionType, (a, b) => compareVersions(textOf(a), textOf(b))),
  ...(['major', 'minor', 'patch'] as const).map((name, index) =>
    celMethod(name, versionType, [], INT, function () {
      return BigInt(readVersion(textOf(this)).numbers[index] ?? 0);
    }),
  ),
];

function describedAs(name: string): DescMessage {
  const message = celRegistry.getMessage(name);
  invariant(message !== undefined, `the type ${name} is described`);
  return message;
}

function withText(message: DescMessage, text: string): ReflectMessage {
  const value = reflect(message, create(message));
  const [field] = message.fields;
  invariant(field !== undefined, 'the type has a text');
  value.set(field, text);
  return value;
}

function textOf(value: ReflectMessage): string {
  const [field] = value.fields;
  const text = field === undefined ? '' : value.get(field);
  return typeof text === 'string' ? text : '';
}

function comparisons(
  type: typeof quantityType,
  compare: (a: ReflectMessage, b: ReflectMessage) => number,
): readonly CelFunc[] {
  return [
    celMethod('compareTo', type, [type], INT, function (other) {
      return BigInt(Math.sign(compare(this, other)));
    }),
    celMethod('isGreaterThan', type, [type], BOOL, function (other) {
      return compare(this, other) > 0;
    }),
    celMethod('isLessThan', type, [type], BOOL, function (other) {
      return compare(this, other) < 0;
    }),
  ];
}

function isValid(parse: () => unknown): boolean {
  try {
    parse();
    return true;
  } catch {
    return false;
  }
}

/** @throws for a fraction of a base unit, which no amount of a device has */
function parseQuantity(text: string): number {
  const parsed = parseBytes(text);
  if (!parsed.ok) throw new Error(parsed.error);
  if (/[num]$/.test(text)) throw new Error(`${text} is not a whole number of base units`);
  return parsed.value;
}

interface Version {
  readonly numbers: readonly number[];
  readonly prerelease: readonly string[];
}

const versionPattern =
  /^(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})\.(0|[1-9]\d{0,14})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

function readVersion(text: string): Version {
  const match = versionPattern.exec(text);
  if (match === null) throw new Error(`${text} is not a version such as 1.2.3`);
  const [, major, minor, patch, prerelease = ''] = match;
  return {
    numbers: [major, minor, patch].map(Number),
    prerelease: prerelease === '' ? [] : prerelease.split('.'),
  };
}

/** Returns the version without build metadata, which has no order. */
function normalVersion(text: string): string {
  const { numbers, prerelease } = readVersion(text);
  return numbers.join('.') + (prerelease.length === 0 ? '' : `-${prerelease.join('.')}`);
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [readVersion(a), readVersion(b)];
  for (const [index, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePrereleases(left.prerelease, right.prerelease);
}

/** A version without a prerelease is the highest; numbers come before other texts. */
function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const [left, right] = [a[index], b[index]];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    if (left === right) continue;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)];
    if (isNumber && isOtherNumber) return Number(left) - Number(right);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}
