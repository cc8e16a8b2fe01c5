import { describe, expect, it } from 'vitest';
import { recordedAnswer } from '../../../testing/recording/recorded-answers.js';
import { FleetDocument } from '../../gql/graphql.js';
import { fleetGroupOf } from './to-fleet-groups.js';
import { toFleetRows } from './to-fleet-row.js';

describe('fleetGroupOf', () => {
  const [recorded] = toFleetRows(recordedAnswer(FleetDocument, { after: null }).clusters.nodes);
  if (recorded === undefined) throw new TypeError('expected a recorded cluster');
  const row = { ...recorded, id: 'clu_a', region: 'us-east-1', accountId: '111122223333' };

  it('names the account, and says when it is not known yet', () => {
    const nameOf = fleetGroupOf('account', new Map());
    expect(nameOf(row)).toBe('Account 111122223333');
    expect(nameOf({ ...row, accountId: null })).toBe('Unknown account');
  });

  it('names the region', () => {
    expect(fleetGroupOf('region', new Map())(row)).toBe('us-east-1');
  });

  it('names all teams that own the cluster, and says when there is none', () => {
    const nameOf = fleetGroupOf('team', new Map([['clu_a', ['payments', 'search']]]));
    expect(nameOf(row)).toBe('payments, search');
    expect(nameOf({ ...row, id: 'clu_b' })).toBe('No team');
  });
});
