import type { LabelRequirement } from '@kerf/db';
import { badInput } from './public-error.js';

const maxLength = 2_000;
const maxRequirements = 20;

/** Keys as in Kubernetes: a name, after a DNS prefix and a slash. */
const key = String.raw`(?:[a-z0-9.-]{1,253}/)?[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?`;
const keyOnly = new RegExp(`^${key}$`);
const equality = new RegExp(
  String.raw`^(?<name>${key})\s*(?<operator>!=|==?)\s*(?<value>[\w.-]{0,63})$`,
);
const membership = new RegExp(
  String.raw`^(?<name>${key})\s+(?<operator>in|notin)\s*\((?<values>[\w.,\s-]*)\)$`,
);

/**
 * Reads a label selector of Kubernetes, e.g. `team in (a,b),!spot,tier!=db`.
 * @throws INPUT.INVALID with the part that is wrong
 */
export function readLabelSelector(text: string): readonly LabelRequirement[] {
  if (text.length > maxLength) throw invalid(`must have at most ${maxLength} characters`);
  const parts = partsOf(text);
  if (parts.length > maxRequirements) {
    throw invalid(`must have at most ${maxRequirements} requirements`);
  }
  return parts.map(toRequirement);
}

/** Commas in parentheses separate values. */
function partsOf(text: string): readonly string[] {
  return text.split(/,(?![^(]{0,2000}\))/).map((part) => part.trim());
}

function toRequirement(part: string): LabelRequirement {
  const { name, operator, value = '' } = equality.exec(part)?.groups ?? {};
  if (name !== undefined) {
    return { key: name, operator: operator === '!=' ? 'NotIn' : 'In', values: [value] };
  }
  const set = membership.exec(part)?.groups;
  if (set !== undefined) {
    const values = (set['values'] ?? '').split(',').map((each) => each.trim());
    return {
      key: set['name'] ?? '',
      operator: set['operator'] === 'notin' ? 'NotIn' : 'In',
      values,
    };
  }
  const isAbsent = part.startsWith('!');
  const named = isAbsent ? part.slice(1).trim() : part;
  if (keyOnly.test(named)) {
    return { key: named, operator: isAbsent ? 'DoesNotExist' : 'Exists', values: [] };
  }
  throw invalid(`has a part that is no requirement: ${JSON.stringify(part)}`);
}

const invalid = (problem: string) =>
  badInput(`labelSelector ${problem}. Write it as for kubectl, e.g. "team in (a,b),!spot".`, [
    { path: 'labelSelector', message: problem },
  ]);
