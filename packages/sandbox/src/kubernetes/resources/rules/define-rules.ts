import type { JsonObject } from '../../json/json.js';
import type { FieldError } from '../../schema/field-error.js';
import { asKind, type Kind } from '../kind.js';
import type { Draft, KubeObject } from '../kube-object.js';
import { validateSubdomain } from '../names.js';
import type { ObjectLookup, ResourceRules } from '../resource.js';

/** Rules for kinds without specific rules. */
export const plainRules: ResourceRules = {
  setDefaults: (draft) => draft,
  admit: (draft) => draft,
  initialStatus: () => undefined,
  validate: () => [],
  validateUpdate: () => [],
  validateName: validateSubdomain,
  selectableFields: new Map(),
  gracePeriodSeconds: () => 0,
  isHeld: () => false,
  deletionFinalizers: [],
  deletionStatus: {},
  defaultPropagation: 'Background',
  countsGenerations: false,
  allowsUnconditionalUpdate: true,
  keepsLabelsInStatus: false,
  returnsDeleted: false,
  view: undefined,
};

/** Rules of a built-in kind with its TypeScript type. */
interface TypedRules<T extends KubeObject> {
  readonly setDefaults?: (object: T) => T;
  readonly admit?: (object: T, lookup: ObjectLookup) => T;
  readonly initialStatus?: (object: T) => JsonObject | undefined;
  readonly validate?: (object: T) => readonly FieldError[];
  readonly validateUpdate?: (next: T, current: T) => readonly FieldError[];
  readonly selectableFields?: Readonly<Record<string, (object: T) => string | undefined>>;
  readonly gracePeriodSeconds?: (object: T, requested: number | undefined) => number;
  readonly isHeld?: (object: T) => boolean;
}

type UntypedRules = Pick<
  ResourceRules,
  | 'validateName'
  | 'deletionFinalizers'
  | 'deletionStatus'
  | 'defaultPropagation'
  | 'countsGenerations'
  | 'allowsUnconditionalUpdate'
  | 'keepsLabelsInStatus'
  | 'returnsDeleted'
>;

export function defineRules<T extends KubeObject>(
  kind: Kind<T>,
  typed: TypedRules<T>,
  untyped: Partial<UntypedRules> = {},
): ResourceRules {
  const as = (object: Draft): T => asKind(kind, object);
  return {
    ...plainRules,
    ...untyped,
    setDefaults: (draft) => typed.setDefaults?.(as(draft)) ?? draft,
    admit: (draft, lookup) => typed.admit?.(as(draft), lookup) ?? draft,
    initialStatus: (draft) => typed.initialStatus?.(as(draft)),
    validate: (object) => typed.validate?.(as(object)) ?? [],
    validateUpdate: (next, current) => typed.validateUpdate?.(as(next), as(current)) ?? [],
    gracePeriodSeconds: (object, requested) =>
      typed.gracePeriodSeconds?.(as(object), requested) ?? 0,
    isHeld: (object) => typed.isHeld?.(as(object)) ?? false,
    selectableFields: new Map(
      Object.entries(typed.selectableFields ?? {}).map(([path, read]) => [
        path,
        (object: KubeObject) => read(as(object)) ?? '',
      ]),
    ),
  };
}
