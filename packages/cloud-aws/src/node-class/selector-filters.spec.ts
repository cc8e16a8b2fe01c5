import { describe, expect, it } from 'vitest';
import { describeTerm, placeholderHint, tagFilters } from './selector-filters.js';

describe('selectors', () => {
  it('become filters; a lone star asks only for the tag', () => {
    expect(tagFilters({ team: 'search', owner: '*', Name: 'web-*' })).toEqual([
      { Name: 'tag:team', Values: ['search'] },
      { Name: 'tag-key', Values: ['owner'] },
      { Name: 'tag:Name', Values: ['web-*'] },
    ]);
    expect(tagFilters()).toEqual([]);
  });

  it('can be said in words', () => {
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

  it('that hold the cluster’s name hold no placeholder', () => {
    expect(placeholderHint('karpenter.sh/discovery=my-cluster', 'my-cluster')).toBe('');
    expect(placeholderHint('karpenter.sh/discovery=prod', 'prod')).toBe('');
  });
});
