import type { RequirementManifest } from '@kerf/application';

/**
 * Returns the values of a label that In and NotIn allow; `null` without an In, because they are
 * unlimited.
 */
export function remainingValues(
  requirements: readonly RequirementManifest[],
): readonly string[] | null {
  const lists = requirements.filter(({ operator }) => operator === 'In');
  const [first, ...others] = lists.map(({ values = [] }) => new Set(values));
  if (first === undefined) return null;
  if (requirements.some(({ operator }) => operator === 'DoesNotExist')) return [];
  const excluded = requirements.flatMap(({ operator, values = [] }) =>
    operator === 'NotIn' ? values : [],
  );
  return [...first].filter(
    (value) => others.every((list) => list.has(value)) && !excluded.includes(value),
  );
}
