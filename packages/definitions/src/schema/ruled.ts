import type { z } from 'zod';
import type { FindingCode } from '../findings/finding-codes.js';
import type { Path } from '../findings/path.js';

/** Where a rule is broken, relative to the value it looks at, and what else to say about it. */
interface Offence {
  readonly path: Path;
  readonly detail?: string;
}

/** A rule over several fields in both of its forms, so that neither is changed without the other. */
export interface Rule<T> {
  readonly code: FindingCode;
  /** What would be right; `kubectl apply` shows the same sentence. */
  readonly message: string;
  /**
   * The rule in CEL, over `self`, for the custom resource's schema; `null` where a cluster is right
   * to accept what Kerf cannot use.
   */
  readonly cel: string | null;
  readonly offences: (value: T) => readonly Offence[];
}

/** The key of a JSON schema under which Kubernetes looks for CEL rules. */
const celRulesKey = 'x-kubernetes-validations';

interface CelRule {
  readonly rule: string;
  readonly message: string;
}

/** Issues of values that are what their type says all the same. */
const keepsShape: ReadonlySet<string | undefined> = new Set(['custom', 'unrecognized_keys']);

/** A schema with rules: checked by zod, and written as CEL into its JSON schema. */
export class Ruled<S extends z.ZodType> {
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
  ): Ruled<S> {
    return this.#add(rule, (path) => fields.some((field) => field === path[0]));
  }

  /** A rule over a list or map; skipped while anything in it is wrong. */
  ruleOverAll(rule: Rule<z.output<S>>): Ruled<S> {
    return this.#add(rule, () => true);
  }

  /** A rule that only the custom resource has, such as one about a change. */
  celOnly(rule: CelRule): Ruled<S> {
    return new Ruled(withCel(this.schema, rule));
  }

  #add(rule: Rule<z.output<S>>, isRead: (path: readonly PropertyKey[]) => boolean): Ruled<S> {
    const checked = this.schema.superRefine(
      (value, context) => {
        for (const { path, detail = '' } of rule.offences(value)) {
          context.addIssue({
            code: 'custom',
            path: [...path],
            message: `${rule.message}${detail}`,
            params: { finding: rule.code },
          });
        }
      },
      {
        when: ({ issues }) =>
          !issues.some(
            ({ code, path = [] }) => !keepsShape.has(code) && (path.length === 0 || isRead(path)),
          ),
      },
    );
    const { cel: text, message } = rule;
    return new Ruled(text === null ? checked : withCel(checked, { rule: text, message }));
  }
}

export const ruled = <S extends z.ZodType>(schema: S): Ruled<S> => new Ruled(schema);

/** The rule's one place to point at: the value itself, or one of its fields. */
export const offendsAt = (...path: (string | number)[]): readonly Offence[] => [{ path }];
export const noOffence: readonly Offence[] = [];

function withCel<S extends z.ZodType>(schema: S, rule: CelRule): S {
  const stated = schema.meta()?.[celRulesKey];
  return schema.meta({ [celRulesKey]: [...(Array.isArray(stated) ? stated : []), rule] });
}
