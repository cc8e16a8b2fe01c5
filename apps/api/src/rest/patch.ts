import jsonPatch from 'fast-json-patch';
import { z } from 'zod';
import { badInput } from '../contract/public-error.js';
import { components } from './wire.js';

/** Media types of the bodies of PATCH. */
export const mergePatchType = 'application/merge-patch+json';
export const jsonPatchType = 'application/json-patch+json';

/** Changes to a document: an object to merge into it, or operations on its members. */
export type Patch =
  | { readonly kind: 'Merge'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'Operations'; readonly operations: readonly PatchOperation[] };

const maxOperations = 100;
/** A document may grow by copying: each operation at most doubles it. */
const maxDocumentLength = 256 * 1024;
const maxDepth = 64;

const pointer = z
  .string()
  .max(2_000)
  .regex(/^(?:\/.*)?$/s, 'must be a JSON Pointer, e.g. /spec/weight')
  .meta({ description: 'JSON Pointer (RFC 6901)' });

const operation = z.discriminatedUnion('op', [
  z.strictObject({ op: z.enum(['add', 'replace', 'test']), path: pointer, value: z.unknown() }),
  z.strictObject({ op: z.literal('remove'), path: pointer }),
  z.strictObject({ op: z.enum(['move', 'copy']), path: pointer, from: pointer }),
]);
type PatchOperation = z.output<typeof operation>;

export const jsonPatchBody = z.array(operation).min(1).max(maxOperations).register(components, {
  id: 'JsonPatch',
  description: 'Operations in this order (RFC 6902); all of them are applied or none',
});

export const mergePatchBody = z.record(z.string(), z.unknown()).register(components, {
  id: 'MergePatch',
  description: 'Members to change (RFC 7396): objects are merged, `null` removes a member',
});

/**
 * Applies a patch to a copy of a JSON document.
 * @throws INPUT.INVALID for a patch that does not fit the document
 */
export function applyPatch(document: unknown, patch: Patch): unknown {
  return patch.kind === 'Merge'
    ? merge(document, patch.value, 0)
    : applyOperations(document, patch.operations);
}

/** RFC 7396. `Object.fromEntries` defines members, so a member `__proto__` is only a member. */
function merge(target: unknown, change: unknown, depth: number): unknown {
  if (!isObject(change)) return change;
  if (depth > maxDepth) throw badInput(`The patch is nested more than ${maxDepth} levels deep.`);
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) members.delete(name);
    else members.set(name, merge(members.get(name), value, depth + 1));
  }
  return Object.fromEntries(members);
}

function applyOperations(document: unknown, operations: readonly PatchOperation[]): unknown {
  return operations.reduce<unknown>((before, each, index) => {
    const after = applyOperation(before, each, index);
    if (JSON.stringify(after ?? null).length > maxDocumentLength) {
      throw atOperation(index, `makes the document longer than ${maxDocumentLength} characters`);
    }
    return after;
  }, document);
}

function applyOperation(document: unknown, each: PatchOperation, index: number): unknown {
  try {
    // Validates the operation, copies the document, and refuses paths to prototypes.
    const { newDocument } = jsonPatch.applyOperation(
      document,
      toLibraryOperation(each),
      true,
      false,
      true,
      index,
    );
    return newDocument;
  } catch (error) {
    throw atOperation(index, problemOf(error));
  }
}

function toLibraryOperation(each: PatchOperation): jsonPatch.Operation {
  switch (each.op) {
    case 'remove':
      return { op: each.op, path: each.path };
    case 'move':
    case 'copy':
      return { op: each.op, path: each.path, from: each.from };
    default:
      return { op: each.op, path: each.path, value: each.value };
  }
}

const atOperation = (index: number, problem: string) =>
  badInput(`Operation ${index} of the patch ${problem}. Nothing was changed.`, [
    { path: String(index), message: problem },
  ]);

const problems: Readonly<Record<string, string>> = {
  TEST_OPERATION_FAILED: 'tests a value that the document does not have',
  OPERATION_PATH_CANNOT_ADD: 'adds to a member that does not exist',
  OPERATION_PATH_UNRESOLVABLE: 'has a path that does not exist',
  OPERATION_FROM_UNRESOLVABLE: 'has a `from` that does not exist',
  OPERATION_VALUE_REQUIRED: 'needs a value',
  OPERATION_VALUE_OUT_OF_BOUNDS: 'has an index beyond the end of the list',
  OPERATION_PATH_ILLEGAL_ARRAY_INDEX: 'has an index that is no number',
};

function problemOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  return problems[name] ?? 'cannot be applied to the document';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
