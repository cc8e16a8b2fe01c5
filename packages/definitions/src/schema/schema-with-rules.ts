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
  /** The message that says what is required; `kubectl apply` shows it too. */
  readonly message: string;
  /**
   * The rule in CEL on `self`, for the custom resource's schema; `null` if only Kerf has the rule.
   */
  readonly cel: string | null;
}

/** A rule on several fields, in both forms, so that they are changed together. */
export interface Rule<T> extends RuleTexts {
  readonly violations: (value: T) => readonly Violation[];
}

/** A rule on the items of a list or the entries of a map, alone or compared with each other. */
export interface ItemRule<T> extends RuleTexts {
  /** @param isValid returns false for parts with errors, which may have any type */
  readonly violations: (value: T, isValid: (...path: Path) => boolean) => readonly Violation[];
}

/**
 * Returns the keys of a mapping field, an empty list for another type, and `null` for an absent
 * field.
 */
export type KeysOf<K extends string> = (field: K) => readonly string[] | null;

/** A rule on which fields are set, whatever their values. */
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

/** Issues of values that have the right type. */
const shapePreservingCodes: ReadonlySet<string | undefined> = new Set([
  'custom',
  'unrecognized_keys',
]);
/** Issues of lists and maps whose items can still be checked: wrong number of items. */
const itemPreservingCodes: ReadonlySet<string | undefined> = new Set([
  ...shapePreservingCodes,
  'too_small',
  'too_big',
]);

/** A schema with rules, which zod checks and which are added to its JSON schema as CEL. */
export class SchemaWithRules<S extends z.ZodType> {
  readonly schema: S;

  constructor(schema: S) {
    this.schema = schema;
  }

  /**
   * Adds a rule on some fields of a mapping. It is skipped if one of them is invalid, and checked
   * despite other errors.
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

  /** Adds a rule on the items of a list or map, which is checked even if some items are invalid. */
  ruleOverItems(rule: ItemRule<z.output<S>>): SchemaWithRules<S> {
    return this.#add(
      rule,
      rule.violations,
      ({ code, path = [] }) => path.length === 0 && !itemPreservingCodes.has(code),
    );
  }

  /** Adds a rule on fields of a mapping and their items, as {@link ruleOverItems}. */
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

  /** Adds a rule on which fields of a mapping are set, checked whatever their values. */
  presence<K extends keyof z.output<S> & string>(rule: PresenceRule<K>): SchemaWithRules<S> {
    return this.#add(
      rule,
      (value) => rule.violations(keysIn(value)),
      ({ code, path = [] }) => path.length === 0 && !shapePreservingCodes.has(code),
    );
  }

  /** Adds a rule of the custom resource only, such as one on changes. */
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

/** Returns a function that is false for paths with an issue in them or above them. */
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

/** Returns the path and all its parents. */
const prefixesOf = (path: readonly PropertyKey[]): readonly string[] =>
  path.map((_step, index) => JSON.stringify(path.slice(0, index + 1)));

/** Returns true if a mapping has the field, even with an invalid value. */
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

/** Returns one violation, at the value itself or one of its fields. */
export const violationAt = (...path: (string | number)[]): readonly Violation[] => [{ path }];
export const noViolation: readonly Violation[] = [];

function withCel<S extends z.ZodType>(schema: S, rule: CelRule): S {
  const existing = schema.meta()?.[celRulesKey];
  return schema.meta({ [celRulesKey]: [...(Array.isArray(existing) ? existing : []), rule] });
}
