import { isList, isObject, isString, type Json, type JsonObject } from '../json/json.js';

export type SchemaType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';

/** A rule of `x-kubernetes-validations`. */
export interface CelRule {
  readonly rule: string;
  readonly message: string | undefined;
  readonly messageExpression: string | undefined;
  readonly reason: string | undefined;
  readonly fieldPath: string | undefined;
  readonly optionalOldSelf: boolean;
}

/** Constraints on the value itself, as in JSON Schema. */
export interface ValueRules {
  readonly required: readonly string[];
  readonly enum: readonly Json[] | undefined;
  readonly pattern: string | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly exclusiveMaximum: boolean;
  readonly multipleOf: number | undefined;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
  readonly allOf: readonly Schema[];
  readonly anyOf: readonly Schema[];
  readonly oneOf: readonly Schema[];
  readonly not: Schema | undefined;
}

/**
 * A structural schema of a CRD or a built-in kind. Pruning, defaults, validation, strategic merge
 * patch and server-side apply use it.
 */
export interface Schema {
  /** Name of the type, e.g. `core.v1.PodSpec`; CRDs have none. */
  readonly name: string | undefined;
  readonly type: SchemaType | undefined;
  readonly format: string | undefined;
  readonly properties: ReadonlyMap<string, Schema>;
  /** Schema of the values of a map. */
  readonly values: Schema | undefined;
  readonly items: Schema | undefined;
  readonly nullable: boolean;
  readonly intOrString: boolean;
  /** True if undeclared fields are kept. */
  readonly preservesUnknown: boolean;
  readonly listType: 'atomic' | 'set' | 'map';
  readonly listMapKeys: readonly string[];
  readonly mapType: 'granular' | 'atomic';
  readonly patchMergeKey: string | undefined;
  readonly patchStrategies: readonly string[];
  readonly default: Json | undefined;
  readonly rules: ValueRules;
  readonly celRules: readonly CelRule[];
}

/** Returns the schema that a `$ref` names. */
export type ResolveReference = (name: string) => Schema;

const types = new Set<unknown>(['object', 'array', 'string', 'integer', 'number', 'boolean']);
const isType = (value: unknown): value is SchemaType => types.has(value);

export function readSchema(json: Json | undefined, resolve: ResolveReference): Schema {
  const source = isObject(json) ? json : {};
  const reference = source['$ref'];
  if (isString(reference)) return overlay(resolve(reference), source);
  return {
    name: undefined,
    type: isType(source['type']) ? source['type'] : undefined,
    format: text(source, 'format'),
    properties: readProperties(source['properties'], resolve),
    values: isObject(source['additionalProperties'])
      ? readSchema(source['additionalProperties'], resolve)
      : undefined,
    items: isObject(source['items']) ? readSchema(source['items'], resolve) : undefined,
    nullable: source['nullable'] === true,
    intOrString: source['x-kubernetes-int-or-string'] === true,
    preservesUnknown:
      source['x-kubernetes-preserve-unknown-fields'] === true ||
      source['x-kubernetes-embedded-resource'] === true,
    ...readMergeRules(source),
    default: source['default'],
    rules: readValueRules(source, resolve),
    celRules: readCelRules(source['x-kubernetes-validations']),
  };
}

/** Keywords beside a reference apply to this use of the type only. */
function overlay(target: Schema, source: JsonObject): Schema {
  if (Object.keys(source).length === 1) return target;
  const merge = readMergeRules(source);
  return {
    ...target,
    patchMergeKey: merge.patchMergeKey ?? target.patchMergeKey,
    patchStrategies: [...target.patchStrategies, ...merge.patchStrategies],
    default: source['default'] ?? target.default,
  };
}

function readProperties(
  json: Json | undefined,
  resolve: ResolveReference,
): ReadonlyMap<string, Schema> {
  const entries = Object.entries(isObject(json) ? json : {});
  return new Map(entries.map(([name, property]) => [name, readSchema(property, resolve)]));
}

type MergeRules = Pick<
  Schema,
  'listType' | 'listMapKeys' | 'mapType' | 'patchMergeKey' | 'patchStrategies'
>;

function readMergeRules(source: JsonObject): MergeRules {
  const listType = source['x-kubernetes-list-type'];
  return {
    listType: listType === 'set' || listType === 'map' ? listType : 'atomic',
    listMapKeys: strings(source['x-kubernetes-list-map-keys']),
    mapType: source['x-kubernetes-map-type'] === 'atomic' ? 'atomic' : 'granular',
    patchMergeKey: text(source, 'x-kubernetes-patch-merge-key'),
    patchStrategies: text(source, 'x-kubernetes-patch-strategy')?.split(',') ?? [],
  };
}

function readValueRules(source: JsonObject, resolve: ResolveReference): ValueRules {
  const branches = (keyword: string): readonly Schema[] => {
    const found = source[keyword];
    return isList(found) ? found.map((branch) => readSchema(branch, resolve)) : [];
  };
  return {
    required: strings(source['required']),
    enum: isList(source['enum']) ? source['enum'] : undefined,
    pattern: text(source, 'pattern'),
    minimum: number(source, 'minimum'),
    maximum: number(source, 'maximum'),
    exclusiveMinimum: source['exclusiveMinimum'] === true,
    exclusiveMaximum: source['exclusiveMaximum'] === true,
    multipleOf: number(source, 'multipleOf'),
    minLength: number(source, 'minLength'),
    maxLength: number(source, 'maxLength'),
    minItems: number(source, 'minItems'),
    maxItems: number(source, 'maxItems'),
    uniqueItems: source['uniqueItems'] === true,
    minProperties: number(source, 'minProperties'),
    maxProperties: number(source, 'maxProperties'),
    allOf: branches('allOf'),
    anyOf: branches('anyOf'),
    oneOf: branches('oneOf'),
    not: isObject(source['not']) ? readSchema(source['not'], resolve) : undefined,
  };
}

function readCelRules(json: Json | undefined): readonly CelRule[] {
  return (isList(json) ? json : []).filter(isObject).map((rule) => ({
    rule: text(rule, 'rule') ?? '',
    message: text(rule, 'message'),
    messageExpression: text(rule, 'messageExpression'),
    reason: text(rule, 'reason'),
    fieldPath: text(rule, 'fieldPath'),
    optionalOldSelf: rule['optionalOldSelf'] === true,
  }));
}

function text(source: JsonObject, keyword: string): string | undefined {
  const value = source[keyword];
  return isString(value) ? value : undefined;
}

function number(source: JsonObject, keyword: string): number | undefined {
  const value = source[keyword];
  return typeof value === 'number' ? value : undefined;
}

function strings(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter(isString) : [];
}
