import type { Path } from '../findings/path.js';
import { isObject, type JsonObject } from '../text/json.js';
import { type Draft, refuseConflict } from './draft.js';

/** Selector maps older than v1beta1, with the lists of terms that replaced them. */
const selectorMaps = [
  ['subnetSelector', 'subnetSelectorTerms'],
  ['securityGroupSelector', 'securityGroupSelectorTerms'],
  ['amiSelector', 'amiSelectorTerms'],
] as const;

/** Keys that select by ID instead of tag. */
const idKeys: readonly string[] = ['aws-ids', 'aws::ids'];
const fieldOfKey: ReadonlyMap<string, string> = new Map([
  ['aws::name', 'name'],
  ['aws::owners', 'owner'],
]);

export function convertSelectors(draft: Draft): void {
  for (const [oldName, newName] of selectorMaps) {
    const selector = draft.object(['spec', oldName]);
    if (selector !== null) convertSelector(draft, selector, ['spec', oldName], ['spec', newName]);
  }
}

function convertSelector(draft: Draft, selector: JsonObject, from: Path, to: Path): void {
  if (draft.get(to) !== undefined) {
    refuseConflict(draft, from, to.join('.'));
    return;
  }
  const terms = toTerms(selector);
  if (terms === null) {
    draft.findings.add({
      code: 'SELECTOR_UNCLEAR',
      path: from,
      message: `only IDs alone, or tags with one value each, can be converted; write ${to.join('.')} with one term per alternative`,
      found: selector,
    });
    return;
  }
  draft.remove(from);
  draft.set(to, terms);
  draft.findings.add({
    code: 'SELECTOR_CONVERTED',
    path: from,
    message: `${from.join('.')} is older than v1beta1; it was converted to a list of terms`,
    found: selector,
    became: `${to.join('.')}: ${JSON.stringify(terms)}`,
  });
}

/**
 * Returns `null` if terms cannot express the old meaning, in which commas separate alternatives and
 * all keys must match.
 */
function toTerms(selector: JsonObject): readonly JsonObject[] | null {
  const entries = Object.entries(selector);
  const [only] = entries;
  if (only === undefined) return null;
  if (entries.length === 1 && idKeys.includes(only[0])) return splitIds(only[1]);
  const term: JsonObject = {};
  const tags: [string, unknown][] = [];
  for (const [key, value] of entries) {
    if (idKeys.includes(key) || isObject(value) || String(value).includes(',')) return null;
    const field = fieldOfKey.get(key);
    if (field === undefined) tags.push([key, value]);
    else term[field] = value;
  }
  return [tags.length === 0 ? term : { tags: Object.fromEntries(tags), ...term }];
}

function splitIds(value: unknown): readonly JsonObject[] | null {
  if (typeof value !== 'string') return null;
  return value.split(',').map((id) => ({ id: id.trim() }));
}
