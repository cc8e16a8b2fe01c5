import type { z } from 'zod';
import type { FindingCode } from '../findings/finding-codes.js';
import type { Path } from '../findings/path.js';

/** Path of a violated rule relative to its value, with details. */
interface Violation {
  readonly path: Path;
  readonly detail?: string;
}

interface RuleTexts {
  readonly code: FindingCode;
  /** What would be right; `kubectl apply` shows the same sentence. */
  readonly message: string;
  /**
   * The rule in CEL, over `self`, for the custom resource's schema; `null` where a cluster is right
   * to accept what Kerf cannot use.
   */
  readonly cel: string | null;
}

/** A rule over several fields in both of its forms, so that neither is changed without the other. */
export interface Rule<T> extends RuleTexts {
  readonly violations: (value: T) => readonly Violation[];
}

/** A rule over a list's items or a map's entries, each for itself or against each other. */
export interface ItemRule<T> extends RuleTexts {
  /** @param isValid false of what is wrong in itself, or in a part: it may be of any type */
  readonly violations: (value: T, isValid: (...path: Path) => boolean) => readonly Violation[];
}

/** The keys of a field that is a mapping, none of any other that is set, `null` of an absent one. */
export type KeysOf<K extends string> = (field: K) => readonly string[] | null;

/** A rule about which fields are set, and not to what. */
export interface PresenceRule<K extends string> extends RuleTexts {
  readonly violations: (keysOf: KeysOf<K>) => readonly Violation[];
}

/** Key of CEL rules in a Kubernetes JSON schema. */
const celRulesKey = 'x-kubernetes-validations';

interface CelRule {
  readonly rule: string;
  readonly message: string;
}

interface RaisedIssue {
  readonly code?: string | undefined;
  readonly path?: readonly PropertyKey[] | undefined;
}

/** Issues of values that are what their type says all the same. */
const shapePreservingCodes: ReadonlySet<string | undefined> = new Set([
  'custom',
  'unrecognized_keys',
]);
/** Of a list or map itself: it has too few or too many items, which can be looked at all the same. */
const itemPreservingCodes: ReadonlySet<string | undefined> = new Set([
  ...shapePreservingCodes,
  'too_small',
  'too_big',
]);

/** A schema with rules: checked by zod, and written as CEL into its JSON schema. */
export class SchemaWithRules<S extends z.ZodType> {
  readonly schema: S;

  constructor(schema: S) {
    this.schema = schema;
  }

  /**
   * A rule over some fields of a mapping. It is skipped while one of them is wrong in itself, and
   * checked whatever else is wrong.
   */
  rule<K extends keyof z.output<S> & string>(
    fields: readonly K[],
    rule: Rule<Pick<z.output<S>, K>>,
  ): SchemaWithRules<S> {
    return this.#add(rule, rule.violations, ({ code, path = [] }) => {
      const [field] = path;
      return (
        !shapePreservingCodes.has(code) &&
        (field === undefined || fields.some((each) => each === field))
      );
    });
  }

  /** A rule over the items of a list or map; what is wrong in itself does not keep it from the others. */
  ruleOverItems(rule: ItemRule<z.output<S>>): SchemaWithRules<S> {
    return this.#add(
      rule,
      rule.violations,
      ({ code, path = [] }) => path.length === 0 && !itemPreservingCodes.has(code),
    );
  }

  /** The same over fields of a mapping and the items of those that are lists or maps. */
  ruleOverItemsOf<K extends keyof z.output<S> & string>(
    fields: readonly K[],
    rule: ItemRule<Pick<z.output<S>, K>>,
  ): SchemaWithRules<S> {
    return this.#add(rule, rule.violations, ({ code, path = [] }) => {
      const [field] = path;
      if (field === undefined) return !shapePreservingCodes.has(code);
      return (
        path.length === 1 && fields.some((each) => each === field) && !itemPreservingCodes.has(code)
      );
    });
  }

  /** A rule about which fields of a mapping are set; checked whatever is wrong with their values. */
  presence<K extends keyof z.output<S> & string>(rule: PresenceRule<K>): SchemaWithRules<S> {
    return this.#add(
      rule,
      (value) => rule.violations(keysIn(value)),
      ({ code, path = [] }) => path.length === 0 && !shapePreservingCodes.has(code),
    );
  }

  /** A rule that only the custom resource has, such as one about a change. */
  celOnly(rule: CelRule): SchemaWithRules<S> {
    return new SchemaWithRules(withCel(this.schema, rule));
  }

  #add(
    { code, message, cel }: RuleTexts,
    violations: ItemRule<z.output<S>>['violations'],
    isBlocking: (issue: RaisedIssue) => boolean,
  ): SchemaWithRules<S> {
    const checked = this.schema.superRefine(
      (value, context) => {
        for (const { path, detail = '' } of violations(value, validityCheck(context.issues))) {
          context.addIssue({
            code: 'custom',
            path: [...path],
            message: `${message}${detail}`,
            params: { finding: code },
          });
        }
      },
      { when: ({ issues }) => !issues.some(isBlocking) },
    );
    return new SchemaWithRules(cel === null ? checked : withCel(checked, { rule: cel, message }));
  }
}

/** Tells what is right in itself from what has an issue in it, or is part of what has one. */
function validityCheck(issues: readonly RaisedIssue[]): (...path: Path) => boolean {
  const invalidPaths = new Set<string>();
  const parentPaths = new Set<string>();
  for (const { code, path = [] } of issues) {
    if (shapePreservingCodes.has(code)) continue;
    invalidPaths.add(JSON.stringify(path));
    for (const prefix of prefixesOf(path)) parentPaths.add(prefix);
  }
  return (...path) =>
    !parentPaths.has(JSON.stringify(path)) &&
    !prefixesOf(path).some((prefix) => invalidPaths.has(prefix));
}

/** The path itself and all that it is below of. */
const prefixesOf = (path: readonly PropertyKey[]): readonly string[] =>
  path.map((_step, index) => JSON.stringify(path.slice(0, index + 1)));

/** Whether a mapping has the field, whatever is wrong with its value. */
export const isSet = (value: unknown, field: string): boolean => keysIn(value)(field) !== null;

function keysIn(value: unknown): (field: string) => readonly string[] | null {
  const mapping = entriesOf(value);
  return (field) => {
    const member = mapping.get(field);
    return member === undefined ? null : [...entriesOf(member).keys()];
  };
}

const entriesOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);

export const withRules = <S extends z.ZodType>(schema: S): SchemaWithRules<S> =>
  new SchemaWithRules(schema);

/** The rule's one place to point at: the value itself, or one of its fields. */
export const violationAt = (...path: (string | number)[]): readonly Violation[] => [{ path }];
export const noViolation: readonly Violation[] = [];

function withCel<S extends z.ZodType>(schema: S, rule: CelRule): S {
  const existing = schema.meta()?.[celRulesKey];
  return schema.meta({ [celRulesKey]: [...(Array.isArray(existing) ? existing : []), rule] });
}
