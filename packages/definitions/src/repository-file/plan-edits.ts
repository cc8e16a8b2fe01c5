import { isObject } from '../text/json.js';

/** Keys and positions from the root of a document. */
export type EditPath = readonly (string | number)[];

/** One edit of a document. Edits of one list come from its end to its beginning, so that positions stay valid. */
export type Edit =
  | { readonly kind: 'Set'; readonly path: EditPath; readonly value: unknown }
  | { readonly kind: 'Insert'; readonly path: EditPath; readonly value: unknown }
  | { readonly kind: 'Delete'; readonly path: EditPath };

/** The edits that make a change in another text of the same object. */
export interface EditPlan {
  readonly edits: readonly Edit[];
  /** Fields that are neither as before nor as after the change in that text. */
  readonly conflicts: readonly EditPath[];
}

interface Change {
  readonly before: unknown;
  readonly after: unknown;
  /** The value in the text; `undefined` if it has none. */
  readonly found: unknown;
}

/** Returns the edits by which a text gets the change from `before` to `after`, and no other difference to it. */
export function planEdits({ before, after, found }: Change, path: EditPath = []): EditPlan {
  if (isAlike(before, after) || isAlike(found, after)) return noEdits;
  if (isObject(before) && isObject(after) && (found === undefined || isObject(found))) {
    return planMembers({ before, after, found: found ?? {} }, path);
  }
  if (Array.isArray(before) && Array.isArray(after) && Array.isArray(found)) {
    return planItems({ before, after, found }, path);
  }
  return planValue({ before, after, found }, path);
}

function planValue({ before, after, found }: Change, path: EditPath): EditPlan {
  if (found !== undefined && !isAlike(found, before)) return { edits: [], conflicts: [path] };
  if (after === undefined) return found === undefined ? noEdits : one({ kind: 'Delete', path });
  return one({ kind: 'Set', path, value: likeFound(found, after) });
}

const noEdits: EditPlan = { edits: [], conflicts: [] };
const one = (edit: Edit): EditPlan => ({ edits: [edit], conflicts: [] });

const together = (plans: readonly EditPlan[]): EditPlan => ({
  edits: plans.flatMap(({ edits }) => edits),
  conflicts: plans.flatMap(({ conflicts }) => conflicts),
});

interface MemberChange {
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly found: Readonly<Record<string, unknown>>;
}

function planMembers({ before, after, found }: MemberChange, path: EditPath): EditPlan {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const own = (object: MemberChange['found'], name: string): unknown =>
    Object.hasOwn(object, name) ? object[name] : undefined;
  return together(
    [...names].map((name) =>
      planEdits({ before: own(before, name), after: own(after, name), found: own(found, name) }, [
        ...path,
        name,
      ]),
    ),
  );
}

interface ItemChange {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  readonly found: readonly unknown[];
}

function planItems({ before, after, found }: ItemChange, path: EditPath): EditPlan {
  if (found.length !== before.length) return { edits: [], conflicts: [path] };
  if (before.length === after.length) {
    const items = before.map((item, index) =>
      planEdits({ before: item, after: after[index], found: found[index] }, [...path, index]),
    );
    return together(items);
  }
  if (!isAlike(found, before)) return { edits: [], conflicts: [path] };
  return { edits: replaceMiddle({ before, after }, path), conflicts: [] };
}

/** Deletes what is between the equal beginning and the equal end of two lists, and inserts the new items there. */
function replaceMiddle(
  { before, after }: Pick<ItemChange, 'before' | 'after'>,
  path: EditPath,
): readonly Edit[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isAlike(before[start], after[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isAlike(before.at(-1 - end), after.at(-1 - end))) end += 1;
  const removed = before.slice(start, before.length - end).map((_, index) => start + index);
  return [
    ...removed.toReversed().map((index): Edit => ({ kind: 'Delete', path: [...path, index] })),
    ...after
      .slice(start, after.length - end)
      .toReversed()
      .map((value): Edit => ({ kind: 'Insert', path: [...path, start], value })),
  ];
}

/** Whether two values mean the same: the number 100 and the text `100` do. */
function isAlike(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isAlike(item, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && isAlike(a[name], b[name]))
    );
  }
  return isScalar(a) && isScalar(b) ? String(a) === String(b) : a === b;
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** A quantity that is written as a number stays one. */
const likeFound = (found: unknown, after: unknown): unknown =>
  typeof found === 'number' && typeof after === 'string' && String(Number(after)) === after
    ? Number(after)
    : after;
