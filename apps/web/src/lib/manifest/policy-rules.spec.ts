import { describe, expect, it } from 'vitest';
import { withoutRule, withRuleBefore } from './policy-rules.js';

const head = 'apiVersion: kerf.dev/v1\nkind: ApprovalPolicy\nspec:\n';
const stored = `${head}  rules:\n    - name: databases\n      action: ask\n`;

describe('the rules of an approval policy', () => {
  it('get another one before the rule of a name, or at the end', () => {
    const rule = { name: 'new', match: { kinds: ['Empty'] }, action: 'auto' };
    const added =
      '    - name: new\n      match:\n        kinds:\n          - Empty\n      action: auto\n';
    const databases = '    - name: databases\n      action: ask\n';
    expect(withRuleBefore(stored, rule, 'databases')).toBe(`${head}  rules:\n${added}${databases}`);
    expect(withRuleBefore(stored, rule, null)).toBe(`${head}  rules:\n${databases}${added}`);
    expect(withRuleBefore(`${head}  rules: []\n`, rule, null)).toBe(`${head}  rules:\n${added}`);
  });

  it('lose the rule of a name, and no other', () => {
    const both = withRuleBefore(stored, { name: 'new', action: 'auto' }, null);
    expect(withoutRule(both, 'new')).toBe(stored);
    expect(withoutRule(both, 'none')).toBe(both);
    expect(withoutRule(stored, 'databases')).toBe(`${head}  rules: []\n`);
  });
});
