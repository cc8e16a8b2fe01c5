import { recorded } from '../recording/recording.js';
import { aTeam } from './access.js';
import { minutesAgo, ofOrganization, type RootArguments, type Roots } from './roots.js';

const ofProd = { kind: 'CLUSTER', clusterId: recorded.prod, clusterName: 'shop-prod-use1' };
const ofTeam = { kind: 'TEAM', teamName: aTeam.name };

const scopeOf = ({ input }: RootArguments): object =>
  JSON.stringify(input['scope']).includes('"TEAM"') ? ofTeam : ofProd;

const aPause = {
  id: 'pau_01a206b2b0f5752f8a1d3a56ffa11002',
  stops: 'DISRUPTION',
  scope: ofProd,
  cause: 'USER',
  reason: 'Bad AMI, see INC-123',
  owner: 'admin',
  setBy: 'admin',
  setAt: minutesAgo(11),
  isInForce: true,
  version: 1,
};
const aReleasedPause = {
  ...aPause,
  id: 'pau_01a206b2b0f5752f8a1d3a56ffa11001',
  isInForce: false,
  releasedBy: 'admin',
  releasedAt: minutesAgo(6),
  version: 2,
};

const aSpendLimit = {
  id: 'spl_01a206b2b0f5752f8a1d3a56ffa11010',
  scope: ofProd,
  hourly: '5',
  currentHourly: '1.84',
  spentThisMonth: '812',
  forecastThisMonth: '1240',
  changedBy: 'admin',
  version: 1,
};

const settings = {
  clusterId: recorded.prod,
  claimsPerMinute: 1000,
  spendRise: '500',
  launchFailures: 5,
  registrationFailures: 2,
  registrationOverdueMs: 300_000,
  flapRepeats: 4,
  flapWindowMs: 7_200_000,
  flapFreezeMs: 14_400_000,
  alertSpend: '0',
};

const alertsOfAll = { scope: ofOrganization, currentNodes: 17, currentSpend: '4.21', spend: '0' };
const alertsOfTeam = {
  scope: { ...ofTeam, teamId: aTeam.id },
  currentNodes: 6,
  currentSpend: '1.84',
  spend: '0',
};

export const brakeRoots: Roots = {
  pauses: ({ includeReleased }) => (includeReleased === true ? [aReleasedPause] : []),
  setPause: (args) => ({
    pause: {
      ...aPause,
      scope: scopeOf(args),
      stops: args.input['stops'],
      reason: args.input['reason'],
    },
  }),
  releasePause: () => ({ pause: aReleasedPause }),
  createSpendLimit: (args) => ({
    spendLimit: { ...aSpendLimit, scope: scopeOf(args), ...amountsOf(args) },
  }),
  updateSpendLimit: (args) => ({
    spendLimit: { ...aSpendLimit, ...amountsOf(args), version: 2 },
  }),
  deleteSpendLimit: ({ input: { id } }) => ({ id }),
  brakeSettings: () => settings,
  changeBrakeSettings: ({ input: { alertNodes } }) => ({
    settings: { ...settings, alertNodes, version: 1 },
  }),
  alertThresholds: () => [alertsOfAll, alertsOfTeam],
  changeAlertThresholds: ({ input: { nodes } }) => ({
    alertThresholds: { ...alertsOfAll, nodes, version: 1 },
  }),
  nodePools: () => ({ nodes: [{ name: 'general' }, { name: 'memory' }] }),
};

const amountsOf = ({ input: { hourly, monthly, blocksLaunches } }: RootArguments): object => ({
  hourly,
  monthly,
  blocksLaunches,
});
