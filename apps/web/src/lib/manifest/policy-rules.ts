import { isMap, isSeq, parseDocument } from 'yaml';

/**
 * Returns the manifest of an approval policy with another rule before the one of this name, so that
 * the rules before it still decide first; at the end if there is no such rule.
 */
export function withRuleBefore(manifest: string, rule: object, name: string | null): string {
  const document = parseDocument(manifest);
  const rules = document.getIn(['spec', 'rules']);
  if (!isSeq(rules)) throw new TypeError('the manifest has no spec.rules');
  const index = rules.items.findIndex((item) => isMap(item) && item.get('name') === name);
  // `rules: []` is written in one line.
  rules.flow = false;
  rules.items.splice(index < 0 ? rules.items.length : index, 0, document.createNode(rule));
  return document.toString({ lineWidth: 0 });
}

/** Returns the manifest without the rule of this name. */
export function withoutRule(manifest: string, name: string): string {
  const document = parseDocument(manifest);
  const rules = document.getIn(['spec', 'rules']);
  if (!isSeq(rules)) throw new TypeError('the manifest has no spec.rules');
  rules.items = rules.items.filter((item) => !isMap(item) || item.get('name') !== name);
  return document.toString({ lineWidth: 0 });
}
