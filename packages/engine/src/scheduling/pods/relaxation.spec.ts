import { labelKeys } from '@kerf/core';
import { aPod, type PodBuilder, term } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { attemptsOf, type RelaxationPolicy } from './relaxation.js';

const respect: RelaxationPolicy = { preferences: 'Respect', mayTolerate: true };
const { zone, hostname } = labelKeys;

/** The remaining preferences of each attempt, as text. */
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

const withPreferences = aPod()
  .requiringOneOf(term(zone, 'In', 'a'), term(zone, 'In', 'b'))
  .preferringAffinityTo(10, { app: 'db' }, zone)
  .preferringAntiAffinityTo(10, { app: 'web' }, hostname)
  .withAffinityTo({ app: 'cache' }, zone)
  .preferring(1, term(zone, 'In', 'light'))
  .preferring(9, term(zone, 'In', 'heavy'))
  .spreadOver(zone, { maxSkew: 1, whenUnsatisfiable: 'ScheduleAnyway' })
  .spreadOver(zone, { maxSkew: 2 })
  .spreadOver(zone, { maxSkew: 3, whenUnsatisfiable: 'ScheduleAnyway' });

describe('preferences of a pod are relaxed', () => {
  it('one by one, from affinity terms to PreferNoSchedule taints', () => {
    expect(see(withPreferences, respect)).toEqual([
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

  it('and the alternatives that were relaxed first are tried again', () => {
    const attempts = attemptsOf(withPreferences.spec(), respect);
    const zones = attempts.map(({ requiredTerms }) =>
      requiredTerms.map(({ matchExpressions }) => matchExpressions[0]?.values.join()).join(' or '),
    );
    expect([zones[0], zones.at(-2), zones.at(-1)]).toEqual(['a or b', 'b', 'a']);
  });

  it('at once if the policy ignores preferences', () => {
    expect(see(withPreferences, { preferences: 'Ignore', mayTolerate: false })).toEqual([
      'required 2, near 1, apart 0, preferred , spread 2, tolerations 0',
      'required 1, near 1, apart 0, preferred , spread 2, tolerations 0',
    ]);
  });

  it('without another toleration if the pod tolerates everything', () => {
    expect(see(aPod().tolerating({}), respect)).toHaveLength(1);
  });
});
