import { describe, expect, it } from 'vitest';
import type { Pause } from '../brake/pause.js';
import type { RecentClaim } from '../brake/recent-claim.js';
import type { Incident } from '../incident/incident.js';
import type { IncidentFacts, RecentNotice, UsualSpend } from './incident-facts.js';
import { nextIncidents } from './next-incidents.js';

const minute = 60_000;
const start = 1_000 * minute;

const facts = (fields: Partial<IncidentFacts> = {}): IncidentFacts => ({
  cluster: {
    id: 'clu_1',
    name: 'prod',
    endpoint: 'https://api',
    connection: { state: 'Connected', problem: null, syncedAt: 9_999 * minute, changedAt: 0 },
  },
  claims: [],
  brakes: [],
  notices: [],
  findings: [],
  spend: { currentMicroUsdPerHour: 0, usual: null },
  ...fields,
});

/** The incidents of a cluster while time passes, as the worker saves them. */
class History {
  now = start;
  incidents: readonly Incident[] = [];

  /** @returns the states of the incidents, as `Kind object` with `ended` if it is closed */
  see(seen: IncidentFacts, afterMs = 0): readonly string[] {
    this.now += afterMs;
    const open = this.incidents.filter(({ endedAt }) => endedAt === null);
    const { opened, changed } = nextIncidents(seen, open, this.now);
    const changes = new Map(changed.map((incident) => [incident.id, incident]));
    this.incidents = [
      ...this.incidents.map((incident) => changes.get(incident.id) ?? incident),
      ...opened.map((incident, index) => ({
        ...incident,
        id: `inc_${this.incidents.length + index}`,
        clusterId: 'clu_1',
        lastSeenAt: this.now,
        endedAt: null,
        version: 1,
      })),
    ];
    return this.incidents.map(
      ({ kind, object, endedAt }) => `${kind} ${object}${endedAt === null ? '' : ' ended'}`,
    );
  }

  get last(): Incident {
    const last = this.incidents.at(-1);
    if (last === undefined) throw new RangeError('no incident');
    return last;
  }
}

let count = 0;
const claim = (at: number, fields: Partial<RecentClaim> = {}): RecentClaim => {
  count += 1;
  return {
    id: `ncl_${String(count).padStart(6, '0')}`,
    name: `general-${count}`,
    nodePool: 'general',
    decisionId: null,
    state: 'Initialized',
    requestedAt: at - 1_000,
    launchedAt: at,
    registeredAt: at + 30_000,
    terminatedAt: null,
    nodeName: `node-${count}`,
    failureCode: null,
    failureDetail: null,
    terminationReason: null,
    instanceType: null,
    zone: null,
    capacityType: null,
    priceMicroUsdPerHour: null,
    ...fields,
  };
};
const failed = (at: number, fields: Partial<RecentClaim> = {}): RecentClaim =>
  claim(at, {
    state: 'LaunchFailed',
    launchedAt: null,
    registeredAt: null,
    terminatedAt: at,
    failureCode: 'INSUFFICIENT_CAPACITY',
    failureDetail: 'no m5.large in us-east-1a',
    ...fields,
  });
const unjoined = (launchedAt: number): RecentClaim =>
  claim(launchedAt, { state: 'Launched', registeredAt: null });

const brakeOf = (rule: 'LaunchFailures' | 'RegistrationFailures'): Pause => ({
  id: 'pau_1',
  scope: { kind: 'NodePool', clusterId: 'clu_1', nodePool: 'general' },
  stops: 'DisruptionAndLaunches',
  cause: 'RunawayBrake',
  reason: 'launches failed',
  owner: 'kerf',
  setBy: 'kerf',
  setAt: start,
  expiresAt: null,
  evidence: { rule, observed: 5, threshold: 5, steps: [], costMicroUsd: null },
  releasedAt: null,
  releasedBy: null,
  version: 1,
});

describe('the incident of a stale cluster', () => {
  const connection = (fields: Partial<IncidentFacts['cluster']['connection']>) =>
    facts({
      cluster: { ...facts().cluster, connection: { ...facts().cluster.connection, ...fields } },
    });

  it('opens after a minute without its API server, with what the server answers', () => {
    const history = new History();
    const lost = connection({
      state: 'Unreachable',
      problem: 'timeout',
      changedAt: start - minute + 1,
    });
    expect(history.see(lost)).toEqual([]);
    expect(history.see(lost, 1)).toEqual(['StaleCluster Cluster/prod']);
    expect(history.last).toMatchObject({
      startedAt: start - minute + 1,
      cause: 'Kerf makes no decisions for prod, because its state is unknown: timeout',
      remedy: expect.stringContaining('https://api'),
    });
  });

  it('opens when no worker updates the data of a connected cluster', () => {
    const history = new History();
    const stale = connection({ syncedAt: start - minute });
    expect(history.see(connection({ syncedAt: start - minute + 1 }))).toEqual([]);
    expect(history.see(stale)).toEqual(['StaleCluster Cluster/prod']);
    expect(history.last.cause).toContain('no worker updates it');
  });

  it('stays one incident while the connection comes and goes, and ends when it was last lost', () => {
    const history = new History();
    const lost = connection({ state: 'Unreachable', changedAt: 0 });
    const names = ['StaleCluster Cluster/prod'];
    expect(history.see(lost)).toEqual(names);
    expect(history.see(facts(), minute)).toEqual(names);
    expect(history.see(lost, minute - 1)).toEqual(names);
    expect(history.see(lost, minute)).toEqual(names);
    const lastLostAt = history.now;
    expect(history.see(facts(), 2 * minute - 1)).toEqual(names);
    expect(history.see(facts(), 1)).toEqual(['StaleCluster Cluster/prod ended']);
    expect(history.last.endedAt).toBe(lastLostAt);
  });
});

describe('the incident of launch failures', () => {
  it('opens when the last three launches of a NodePool failed, and names the NodeClaims', () => {
    const history = new History();
    const two = [failed(start - 2 * minute), failed(start - minute)];
    expect(history.see(facts({ claims: two }))).toEqual([]);
    const three = [...two, failed(start)];
    expect(history.see(facts({ claims: three }))).toEqual(['LaunchFailures NodePool/general']);
    expect(history.last).toMatchObject({
      objects: ['NodePool/general', ...three.map(({ name }) => `NodeClaim/${name}`)],
      nodePools: ['general'],
      startedAt: start - 2 * minute,
      cause:
        '3 launches of NodePool general failed in a row. The last one: no m5.large in us-east-1a.',
    });
  });

  it('does not open after a launch that succeeded, nor for launches that a limit withholds', () => {
    const failures = [3, 2, 1].map((minutes) => failed(start - minutes * minute));
    expect(new History().see(facts({ claims: [...failures, claim(start)] }))).toEqual([]);
    const withheld = failures.map((each) => ({ ...each, failureCode: 'LAUNCH_WITHHELD' }));
    expect(new History().see(facts({ claims: withheld }))).toEqual([]);
    const old = failures.map((each) => ({ ...each, requestedAt: start - 20 * minute }));
    expect(new History().see(facts({ claims: old }))).toEqual([]);
  });

  it('is one for each NodePool', () => {
    const claims = ['a', 'b'].flatMap((nodePool) =>
      [3, 2, 1].map((minutes) => failed(start - minutes * minute, { nodePool })),
    );
    expect(new History().see(facts({ claims }))).toEqual([
      'LaunchFailures NodePool/a',
      'LaunchFailures NodePool/b',
    ]);
  });

  it('closes five minutes after a launch succeeded, unless launches fail again', () => {
    const history = new History();
    const failures = [3, 2, 1].map((minutes) => failed(start - minutes * minute));
    const names = ['LaunchFailures NodePool/general'];
    history.see(facts({ claims: failures }));
    const better = [...failures, claim(start + minute)];
    expect(history.see(facts({ claims: better }), 2 * minute)).toEqual(names);
    const again = [...better, failed(start + 3 * minute)];
    expect(history.see(facts({ claims: again }), 2 * minute)).toEqual(names);
    expect(history.last.cause).toContain('3 launches');
    const good = [...again, claim(start + 5 * minute)];
    expect(history.see(facts({ claims: good }), 5 * minute - 1)).toEqual(names);
    expect(history.see(facts({ claims: good }), 1)).toEqual([`${names[0]} ended`]);
  });

  it('stays open as long as the brake that the failures engaged', () => {
    const history = new History();
    const claims = [3, 2, 1].map((minutes) => failed(start - minutes * minute));
    history.see(facts({ claims }));
    const braked = facts({ brakes: [brakeOf('LaunchFailures')] });
    expect(history.see(braked, 60 * minute)).toEqual(['LaunchFailures NodePool/general']);
    expect(history.see(facts({ brakes: [brakeOf('RegistrationFailures')] }), 5 * minute)).toEqual([
      'LaunchFailures NodePool/general ended',
    ]);
  });
});

describe('the incident of registration failures', () => {
  it('opens when the last two launched nodes did not join within five minutes', () => {
    const history = new History();
    const claims = [unjoined(start - 6 * minute), unjoined(start - 5 * minute)];
    expect(history.see(facts({ claims: claims.slice(0, 1) }))).toEqual([]);
    expect(history.see(facts({ claims }))).toEqual(['RegistrationFailures NodePool/general']);
    expect(history.last.cause).toBe(
      `2 launched nodes of NodePool general in a row did not join the cluster, the last one ${claims[1]?.name}.`,
    );
  });

  it('did not start in the future, although Kerf gave the nodes up before they were due', () => {
    const history = new History();
    const claims = [2, 1].map((minutes) =>
      claim(start - minutes * minute, {
        state: 'Terminated',
        registeredAt: null,
        terminatedAt: start,
        terminationReason: 'Unhealthy',
      }),
    );
    expect(history.see(facts({ claims }))).toEqual(['RegistrationFailures NodePool/general']);
    expect(history.last.startedAt).toBe(start);
  });

  it('does not open after a node that joined, and closes five minutes after one', () => {
    const claims = [unjoined(start - 9 * minute), unjoined(start - 8 * minute)];
    const joined = [...claims, claim(start - minute)];
    expect(new History().see(facts({ claims: joined }))).toEqual([]);
    const history = new History();
    history.see(facts({ claims }));
    expect(history.see(facts({ claims: joined }), 5 * minute)).toEqual([
      'RegistrationFailures NodePool/general ended',
    ]);
  });
});

describe('the incident of an interruption storm', () => {
  const notices = (nodes: number, at = start): readonly RecentNotice[] =>
    Array.from({ length: nodes }, (_, index) => ({
      instanceId: `i-${index}`,
      nodeName: `ip-${index}`,
      nodePool: index % 2 === 0 ? 'spot' : 'batch',
      receivedAt: at,
      lostPods: index === 0 ? ['shop/web'] : [],
    }));

  it('opens from five nodes within ten minutes, and names nodes and NodePools', () => {
    const history = new History();
    expect(history.see(facts({ notices: notices(4) }))).toEqual([]);
    const repeated = [...notices(4), ...notices(4)];
    expect(history.see(facts({ notices: repeated }))).toEqual([]);
    expect(history.see(facts({ notices: notices(5) }))).toEqual(['InterruptionStorm Cluster/prod']);
    expect(history.last).toMatchObject({
      nodePools: ['batch', 'spot'],
      cause: 'AWS interrupted 5 nodes within 10 minutes; pods of 1 node were not evicted in time.',
    });
    expect(history.last.objects).toContain('Node/ip-4');
  });

  it('lasts while three nodes are interrupted within ten minutes, then closes after five', () => {
    const history = new History();
    const names = ['InterruptionStorm Cluster/prod'];
    history.see(facts({ notices: notices(19) }));
    expect(history.see(facts({ notices: notices(3, start + 9 * minute) }), 10 * minute)).toEqual(
      names,
    );
    expect(history.last.cause).toContain('19 nodes');
    const few = facts({ notices: notices(2, start + 10 * minute) });
    expect(history.see(few, 5 * minute - 1)).toEqual(names);
    expect(history.see(few, 1)).toEqual(['InterruptionStorm Cluster/prod ended']);
  });
});

describe('the incident of a spend jump', () => {
  const week: UsualSpend = { basis: 'Week', microUsdPerHour: 1_000_000 };
  const spend = (current: number, usual: UsualSpend | null = week) =>
    facts({ spend: { currentMicroUsdPerHour: current, usual } });

  it('opens at twice the usual of the hour in the last week', () => {
    const history = new History();
    expect(history.see(spend(1_999_999))).toEqual([]);
    expect(history.see(spend(4_000_000))).toEqual(['SpendJump Cluster/prod']);
    expect(history.last.cause).toBe(
      'The nodes cost $4.000 per hour. At this hour of the day, they cost at most $1.000 in the last seven days.',
    );
  });

  it('says that it compares with the last hours while there is no week', () => {
    const history = new History();
    const since = Date.UTC(2026, 10, 30, 6, 10);
    const recent: UsualSpend = { basis: 'Recent', microUsdPerHour: 1_000_000, since };
    expect(history.see(spend(2_000_000, recent))).toEqual(['SpendJump Cluster/prod']);
    expect(history.last.cause).toContain(
      'They cost $1.000 on average since 06:10 UTC on 2026-11-30; a week of history',
    );
  });

  it('does not open for a few cents, nor while the usual is unknown', () => {
    expect(new History().see(spend(299_999, { ...week, microUsdPerHour: 100_000 }))).toEqual([]);
    expect(new History().see(spend(9_000_000, null))).toEqual([]);
  });

  it('opens in a cluster that usually costs nothing', () => {
    const none: UsualSpend = { basis: 'Week', microUsdPerHour: 0 };
    expect(new History().see(spend(199_999, none))).toEqual([]);
    expect(new History().see(spend(200_000, none))).toEqual(['SpendJump Cluster/prod']);
  });

  it('does not flap around its threshold, and closes five minutes below the lower one', () => {
    const history = new History();
    const names = ['SpendJump Cluster/prod'];
    for (const current of [2_000_000, 1_900_000, 2_100_000, 1_500_000]) {
      expect(history.see(spend(current), 4 * minute)).toEqual(names);
    }
    expect(history.see(spend(1_499_999), 5 * minute - 1)).toEqual(names);
    expect(history.see(spend(1_499_999), 1)).toEqual(['SpendJump Cluster/prod ended']);
  });
});

describe('incidents from findings', () => {
  const finding = {
    message: 'The drain has made no progress for 10m: the PDB web allows no disruption.',
    remedy: 'Scale up web.',
    nodePool: 'general',
    firstSeenAt: start - minute,
  };

  it.each([
    ['BlockedDrain', 'TERMINATION_STALLED', 'NodeClaim/general-1'],
    ['FrozenConsolidation', 'NODE_POOL_FLAPPING', 'NodePool/general'],
  ] as const)('open as %s with the finding %s, and close after it', (kind, code, object) => {
    const history = new History();
    const found = facts({ findings: [{ ...finding, code, object }] });
    expect(history.see(found)).toEqual([`${kind} ${object}`]);
    expect(history.last).toMatchObject({
      cause: finding.message,
      remedy: finding.remedy,
      nodePools: ['general'],
      startedAt: start - minute,
    });
    expect(history.see(facts(), 2 * minute - 1)).toEqual([`${kind} ${object}`]);
    expect(history.see(facts(), 1)).toEqual([`${kind} ${object} ended`]);
    expect(history.see(found, minute)).toEqual([`${kind} ${object} ended`, `${kind} ${object}`]);
  });
});
