import { labelKeys } from '@kerf/core';
import { aPod, type PodBuilder, term } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { attemptsOf, type RelaxationPolicy } from './relaxation.js';

const respect: RelaxationPolicy = { preferences: 'Respect', mayTolerate: true };
const { zone, hostname } = labelKeys;

/** What is left in each attempt, shortly. */
function see(pod: PodBuilder, policy: RelaxationPolicy): readonly string[] {
  return attemptsOf(pod.spec(), policy).map((preferences) =>
    [
      `required ${preferences.requiredTerms.length}`,
      `near ${preferences.podAffinity.length}`,
      `apart ${preferences.podAntiAffinity.length}`,
      `preferred ${preferences.preferredTerms.map((item) => item.matchExpressions[0]?.values).join()}`,
      `spread ${preferences.spread.map(({ maxSkew }) => maxSkew).join()}`,
      `tolerations ${preferences.tolerations.length}`,
    ].join(', '),
  );
}

const wishful = aPod()
  .requiringOneOf(term(zone, 'In', 'a'), term(zone, 'In', 'b'))
  .preferringNear(10, { app: 'db' }, zone)
  .preferringAwayFrom(10, { app: 'web' }, hostname)
  .near({ app: 'cache' }, zone)
  .preferring(1, term(zone, 'In', 'light'))
  .preferring(9, term(zone, 'In', 'heavy'))
  .spreadOver(zone, { maxSkew: 1, whenUnsatisfiable: 'ScheduleAnyway' })
  .spreadOver(zone, { maxSkew: 2 })
  .spreadOver(zone, { maxSkew: 3, whenUnsatisfiable: 'ScheduleAnyway' });

describe('a pod gives up its wishes', () => {
  it('one by one, from affinity terms to taints it would rather not have', () => {
    expect(see(wishful, respect)).toEqual([
      'required 2, near 2, apart 1, preferred heavy,light, spread 1,2,3, tolerations 0',
      'required 1, near 2, apart 1, preferred heavy,light, spread 1,2,3, tolerations 0',
      'required 1, near 1, apart 1, preferred heavy,light, spread 1,2,3, tolerations 0',
      'required 1, near 1, apart 0, preferred heavy,light, spread 1,2,3, tolerations 0',
      'required 1, near 1, apart 0, preferred light, spread 1,2,3, tolerations 0',
      'required 1, near 1, apart 0, preferred , spread 1,2,3, tolerations 0',
      'required 1, near 1, apart 0, preferred , spread 3,2, tolerations 0',
      'required 1, near 1, apart 0, preferred , spread 2, tolerations 0',
      'required 1, near 1, apart 0, preferred , spread 2, tolerations 1',
      // The first alternative again.
      'required 1, near 1, apart 0, preferred , spread 2, tolerations 1',
    ]);
  });

  it('and comes back to the alternatives that it gave up first', () => {
    const attempts = attemptsOf(wishful.spec(), respect);
    const zones = attempts.map(({ requiredTerms }) =>
      requiredTerms.map(({ matchExpressions }) => matchExpressions[0]?.values.join()).join(' or '),
    );
    expect([zones[0], zones.at(-2), zones.at(-1)]).toEqual(['a or b', 'b', 'a']);
  });

  it('at once where the policy ignores preferences', () => {
    expect(see(wishful, { preferences: 'Ignore', mayTolerate: false })).toEqual([
      'required 2, near 1, apart 0, preferred , spread 2, tolerations 0',
      'required 1, near 1, apart 0, preferred , spread 2, tolerations 0',
    ]);
  });

  it('and tolerates nothing more when it tolerates everything already', () => {
    expect(see(aPod().tolerating({}), respect)).toHaveLength(1);
  });
});
