import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import { FleetDocument } from '../../gql/graphql.js';
import { fleetGroupings, fleetGroupOf } from './to-fleet-groups.js';
import { toFleetRows } from './to-fleet-row.js';

describe('fleetGroupOf', () => {
  const [recorded] = toFleetRows(recordedAnswer(FleetDocument, { after: null }).clusters.nodes);
  if (recorded === undefined) throw new TypeError('expected a recorded cluster');
  const row = { ...recorded, id: 'clu_a', region: 'us-east-1', accountId: '111122223333' };

  it('names the account, and says when it is not known yet', () => {
    const nameOf = fleetGroupOf('account', new Map());
    expect(nameOf?.(row)).toBe('Account 111122223333');
    expect(nameOf?.({ ...row, accountId: null })).toBe('Unknown account');
  });

  it('names the region', () => {
    expect(fleetGroupOf('region', new Map())?.(row)).toBe('us-east-1');
  });

  it('names all teams that own the cluster, and says when there is none', () => {
    const nameOf = fleetGroupOf('team', new Map([['clu_a', ['payments', 'search']]]));
    expect(nameOf?.(row)).toBe('payments, search');
    expect(nameOf?.({ ...row, id: 'clu_b' })).toBe('No team');
  });

  it('names the value of a tag, and says when the cluster has none', () => {
    const nameOf = fleetGroupOf('tag:environment', new Map());
    expect(nameOf?.({ ...row, tags: [{ key: 'environment', value: 'staging' }] })).toBe(
      'environment: staging',
    );
    expect(nameOf?.({ ...row, tags: [] })).toBe('No tag environment');
  });

  it('is absent for a grouping of an old link', () => {
    expect(fleetGroupOf('color', new Map())).toBeUndefined();
  });
});

describe('fleetGroupings', () => {
  it('has each key of the clusters once, without those of AWS', () => {
    const tags = (...keys: readonly string[]) => ({
      tags: keys.map((key) => ({ key, value: 'a' })),
    });
    const groupings = fleetGroupings([tags('team', 'aws:stack'), tags('env', 'team'), tags()]);
    expect(groupings.map(({ value }) => value)).toEqual([
      'account',
      'region',
      'team',
      'tag:env',
      'tag:team',
    ]);
  });
});
