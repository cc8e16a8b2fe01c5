import { recordedAt } from '../recording/recording.js';
import { minutesAgo, type Roots } from './roots.js';

const hourMs = 3_600_000;

const everyReason = ['EMPTY', 'UNDERUTILIZED', 'DRIFTED', 'UNHEALTHY'];
const budgets = [
  { index: 0, nodes: '10%', reasons: [] },
  { index: 1, nodes: '0', schedule: '0 9 * * 1-5', duration: '8h', reasons: [] },
];
const pool = {
  clusterId: 'clu_1',
  clusterName: 'shop-prod-use1',
  nodes: 20,
  countedAt: recordedAt.toISOString(),
  budgets,
  pauses: [],
  maintenanceWindows: [],
  problems: [],
};

/** The intervals of a budget of 10%, and one of 0 in the first half of each of seven days. */
function halfDays(from: string) {
  return Array.from({ length: 14 }, (_, half) => ({
    from: new Date(Date.parse(from) + half * 12 * hourMs).toISOString(),
    to: new Date(Date.parse(from) + (half + 1) * 12 * hourMs).toISOString(),
    ...(half % 2 === 0
      ? { state: 'BLOCKED', allowed: 0, limitingBudget: 1 }
      : { state: 'LIMITED', allowed: 2, limitingBudget: 0 }),
  }));
}

/** A NodePool with a schedule, a paused one with two lanes, and one that cannot be read. */
const poolsOf = (from: string, to: string) => {
  const whole = { from, to };
  return [
    { ...pool, nodePool: 'general', lanes: [{ reasons: everyReason, intervals: halfDays(from) }] },
    {
      ...pool,
      nodePool: 'open',
      budgets: [],
      lanes: [
        {
          reasons: everyReason.slice(0, 3),
          intervals: [{ ...whole, state: 'OPEN', allowed: 20, limitingBudget: null }],
        },
        {
          reasons: ['UNHEALTHY'],
          intervals: [{ ...whole, state: 'LIMITED', allowed: 2, limitingBudget: null }],
        },
      ],
      pauses: [
        {
          id: 'pau_1',
          scope: 'CLUSTER',
          stops: 'CONSOLIDATION',
          reason: 'the sale',
          owner: 'ada',
          from: minutesAgo(30),
        },
      ],
      maintenanceWindows: [{ decisionId: 'dec_1', kind: 'DRIFT', ...whole }],
    },
    {
      ...pool,
      nodePool: 'refused',
      budgets: [],
      lanes: [
        {
          reasons: everyReason,
          intervals: [{ ...whole, state: 'BLOCKED', allowed: 0, limitingBudget: null }],
        },
      ],
      problems: [{ field: 'spec.disruption.budgets[0].schedule', message: 'is no schedule' }],
    },
  ];
};

export const budgetRoots: Roots = {
  budgetCalendar: ({ from, to, filter }) => {
    const part = String(Object(filter).search ?? '').toLowerCase();
    const nodes = poolsOf(String(from), String(to)).filter(({ clusterName, nodePool }) =>
      `${clusterName}/${nodePool}`.includes(part),
    );
    const pageInfo = { hasNextPage: false, endCursor: null };
    return { nodes, pageInfo, totalCount: nodes.length, asOf: recordedAt.toISOString() };
  },
};
