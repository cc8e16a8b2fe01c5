import { describe, expect, it } from 'vitest';
import { accessActions, actionsByRole, builtInRoles, can } from './access.js';
import type { Principal } from './principal.js';

const organization = { kind: 'Organization' } as const;
const tokenWith = (scope: 'read' | 'write'): Principal => ({
  kind: 'ApiToken',
  id: 'tok_1',
  name: 'ci',
  scope,
});

describe('can', () => {
  it('allows a token with the scope write everything', () => {
    const refused = accessActions.filter(
      (action) => !can(tokenWith('write'), action, organization).isAllowed,
    );
    expect(refused).toEqual([]);
  });

  it('refuses writes of a token with the scope read, and says why', () => {
    expect(can(tokenWith('read'), 'decision.read', organization)).toEqual({ isAllowed: true });
    expect(can(tokenWith('read'), 'decision.approve', organization)).toEqual({
      isAllowed: false,
      reason: 'The token ci has the scope read. Use a token with the scope write.',
    });
  });
});

describe('actionsByRole', () => {
  it.each(builtInRoles)('gives %s every right of a viewer', (role) => {
    expect(actionsByRole[role]).toEqual(expect.arrayContaining([...actionsByRole.viewer]));
  });

  it('lets an operator not approve, and an approver not change definitions', () => {
    expect(actionsByRole.operator).not.toContain('decision.approve');
    expect(actionsByRole.approver).not.toContain('definition.write');
  });
});
