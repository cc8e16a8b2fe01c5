import type { ManifestContext } from '@kerf/application';
import type { FindingList } from '../findings/finding-list.js';
import type { Path } from '../findings/path.js';
import { isObject } from '../text/json.js';
import { fillPlaceholders } from './placeholders.js';

/**
 * Returns the value without empty fields, and with placeholders flagged or replaced. An empty key
 * (`taints:` without a value) has no meaning in any version and is read as absent.
 */
export function normalizeValue(
  value: unknown,
  path: Path,
  context: ManifestContext,
  findings: FindingList,
): unknown {
  if (typeof value === 'string') return fillPlaceholders(value, path, context, findings);
  if (Array.isArray(value)) {
    return value.map((item, index) => normalizeValue(item, [...path, index], context, findings));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const memberPath = [...path, key];
      if (member === null) {
        findings.add({
          code: 'EMPTY_FIELD_DROPPED',
          path: memberPath,
          message: 'the field has no value; it is treated as absent',
        });
        return [];
      }
      const filledKey = fillPlaceholders(key, memberPath, context, findings);
      return [[filledKey, normalizeValue(member, memberPath, context, findings)]];
    }),
  );
}
