import { aPod, podsWith } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { constraintSetsOf } from './pod-group.js';

const web = aPod('web').labelled({ app: 'web' }).requesting({ milliCpu: 500 });

describe('pods of one constraint set', () => {
  it('may differ only in their requests', () => {
    const sizes = [web, web.requesting({ milliCpu: 250 }), web.requesting({ memoryMib: 64 })];
    const others = [
      web.labelled({ app: 'db' }),
      web.selecting({ 'topology.kubernetes.io/zone': 'zone-a' }),
      web.withAntiAffinityTo({ app: 'web' }, 'kubernetes.io/hostname'),
      web.withAffinityTo({ app: 'web' }, 'topology.kubernetes.io/zone'),
      web.spreadOver('topology.kubernetes.io/zone', { labelSelector: podsWith({ app: 'web' }) }),
    ];
    const specs = [...sizes, ...others].map((pod) => pod.spec());
    const { specs: firsts, constraintSetOf } = constraintSetsOf(specs);
    expect(specs.map((spec) => constraintSetOf.get(spec))).toEqual([0, 0, 0, 1, 2, 3, 4, 5]);
    expect(firsts).toEqual([specs[0], ...specs.slice(3)]);
  });
});
