import type { FindingList } from '../findings/finding-list.js';
import type { Path } from '../findings/path.js';
import { isObject, type JsonObject } from '../text/json.js';

/** A copy of a document's data, converted step by step to v1. */
export class Draft {
  readonly root: JsonObject;
  readonly findings: FindingList;

  constructor(root: JsonObject, findings: FindingList) {
    this.root = root;
    this.findings = findings;
  }

  get(path: Path): unknown {
    return path.reduce<unknown>(member, this.root);
  }

  object(path: Path): JsonObject | null {
    const value = this.get(path);
    return isObject(value) ? value : null;
  }

  list(path: Path): readonly unknown[] {
    const value = this.get(path);
    return Array.isArray(value) ? value : [];
  }

  /**
   * Sets a value. Has no effect without a mapping or list at the path, which the schema reports
   * later.
   */
  set(path: Path, value: unknown): void {
    const parent = this.get(path.slice(0, -1));
    const last = path.at(-1);
    if (Array.isArray(parent) && typeof last === 'number') parent[last] = value;
    if (isObject(parent) && typeof last === 'string') define(parent, last, value);
  }

  remove(path: Path): void {
    const parent = this.object(path.slice(0, -1));
    const last = path.at(-1);
    if (parent !== null && last !== undefined) delete parent[last];
  }

  /** Returns an independent copy of the state. */
  fork(): Draft {
    return new Draft(structuredClone(this.root), this.findings.fork());
  }
}

function member(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return typeof step === 'number' ? value[step] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** Plain assignment would change the prototype for the key `__proto__`. */
function define(target: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** Refuses an old field if its new field `kept` has another value. */
export function refuseConflict(draft: Draft, path: Path, kept: string): void {
  draft.findings.add({
    code: 'FIELD_CONFLICT',
    path,
    message: `${kept} is also set and differs; keep only ${kept}`,
    found: draft.get(path),
  });
}
