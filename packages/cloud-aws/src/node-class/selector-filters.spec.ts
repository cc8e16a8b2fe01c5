import { describe, expect, it } from 'vitest';
import { describeTerm, placeholderHint, tagFilters } from './selector-filters.js';

describe('selectors', () => {
  it('become filters; a single star requires only the tag key', () => {
    expect(tagFilters({ team: 'search', owner: '*', Name: 'web-*' })).toEqual([
      { Name: 'tag:team', Values: ['search'] },
      { Name: 'tag-key', Values: ['owner'] },
      { Name: 'tag:Name', Values: ['web-*'] },
    ]);
    expect(tagFilters()).toEqual([]);
  });

  it('have a description', () => {
    expect(describeTerm({ tags: { a: '1', b: '*' }, name: 'web' })).toBe(
      'tags a=1, b=* and name web',
    );
  });

  it.each(['${CLUSTER_NAME}', 'YOUR_CLUSTER_NAME', '<cluster-name>', 'my-cluster'])(
    'that hold %s say so',
    (placeholder) => {
      const hint = placeholderHint(`tags karpenter.sh/discovery=${placeholder}`, 'prod');
      expect(hint).toContain(`${placeholder} looks like a placeholder`);
      expect(hint).toContain('prod');
    },
  );

  it("have the cluster's name in place of the placeholder", () => {
    expect(placeholderHint('karpenter.sh/discovery=my-cluster', 'my-cluster')).toBe('');
    expect(placeholderHint('karpenter.sh/discovery=prod', 'prod')).toBe('');
  });
});
