/**
 * A suite that takes too long for every run of `.ci/run`. Its command is the function `suite_<name>` there,
 * with `_` for `-`.
 */
export interface LongSuite {
  readonly name: string;
  readonly title: string;
  /** Paths whose contents decide whether the suite could answer differently. */
  readonly inputs: readonly string[];
  /** Duration in seconds until one was measured on this machine. */
  readonly seconds: number;
}

/** The last run of a suite that passed on this machine. */
export interface Pass {
  /** Number of the run of `.ci/run`. */
  readonly run: number;
  /** ISO 8601. */
  readonly at: string;
  /** Digest of the suite's inputs. */
  readonly inputs: string;
  readonly seconds: number;
}

/** The runs of `.ci/run` that this machine remembers. */
export interface Stamps {
  /** Number of runs that were begun. */
  readonly runs: number;
  readonly passes: Readonly<Record<string, Pass>>;
}

/**
 * `Due`: the suite has to run. `Changed`: its inputs are others than when it last passed. `New`: this machine has not
 * seen it pass. `Unchanged`: it would repeat what it has shown.
 */
type Reason = 'Due' | 'Changed' | 'New' | 'Unchanged';

export interface Turn {
  readonly suite: LongSuite;
  readonly reason: Reason;
  /** Expected duration. */
  readonly seconds: number;
  readonly lastPass: Pass | null;
}

/** A suite runs at least once in this many runs of one machine. */
const runsPerRotation = 4;

const code = [
  'packages/core',
  'packages/engine',
  'packages/application',
  'packages/definitions',
  'packages/db',
  'packages/cloud-aws',
  'packages/cluster-kubernetes',
  'packages/queue-bullmq',
  'packages/notifications',
  'packages/system',
  'apps/worker',
  'prisma',
  'package-lock.json',
  'vitest.config.ts',
];
const simulation = ['packages/testing', 'packages/sandbox'];

export const longSuites: readonly LongSuite[] = [
  {
    name: 'faults',
    title: 'faults: Postgres, Redis and SQS away, workers that fight, each port call that fails',
    inputs: [...code, ...simulation],
    seconds: 800,
  },
  {
    name: 'scenarios',
    title:
      "scenarios of minutes with the product's worker: NodeClaims without a pool, scale-in, reboots, reservations, workers out of memory",
    inputs: [...code, ...simulation],
    seconds: 720,
  },
  {
    name: 'records',
    title: 'scenarios with their records in Postgres',
    inputs: [...code, ...simulation],
    seconds: 150,
  },
  {
    name: 'sigkill',
    title: 'SIGKILL at every step',
    inputs: [...code, ...simulation],
    seconds: 100,
  },
  {
    name: 'e2e-rest',
    title: 'npm run e2e: pages, pictures and the longer journeys',
    inputs: ['packages', 'apps', 'prisma', 'e2e', 'package-lock.json'],
    seconds: 440,
  },
  {
    name: 'visual',
    title: 'pages of the dashboard as expected, and axe on everything that opens',
    inputs: ['packages/core', 'apps/web', 'apps/api/schema.graphql', 'package-lock.json'],
    seconds: 360,
  },
  {
    name: 'sample-fleet',
    title: '5,000 pods in the sample fleet of npm start',
    inputs: ['packages', 'apps', 'prisma', 'bench', 'package-lock.json'],
    seconds: 60,
  },
  {
    name: 'differential',
    title: 'differential against Karpenter',
    inputs: ['packages/core', 'packages/engine', 'packages/solve-cli', 'packages/testing'],
    seconds: 160,
  },
  {
    name: 'clients',
    title: 'the aws CLI on the sandbox, and clients of public generators in Go and Python',
    inputs: ['packages', 'apps/api', 'prisma', 'package-lock.json', 'vitest.config.ts'],
    seconds: 90,
  },
  {
    name: 'scalar',
    title: 'a scalar of NodeClaim from Postgres to the dashboard, in a scratch copy',
    inputs: [...code, 'packages/testing', 'apps/api', 'apps/web', 'tools'],
    seconds: 120,
  },
  {
    name: 'migration',
    title: 'migration from Karpenter to Kerf and back',
    inputs: [...code, 'apps/api', 'conformance', 'deploy'],
    seconds: 260,
  },
];

/**
 * Returns the suites in the order in which a run takes them: those that are due, then those whose inputs have changed
 * since they passed, the longest ago first, then those that never passed here, and last what need not run. On a machine
 * without stamps the commit decides which suite is first, so that no suite is always the last one.
 */
export function takeTurns(
  suites: readonly LongSuite[],
  stamps: Stamps,
  digestOf: (suite: LongSuite) => string,
  commit: string,
): readonly Turn[] {
  const first = suites.length === 0 ? 0 : Number.parseInt(commit.slice(0, 6), 16) % suites.length;
  const turns = [...suites.slice(first), ...suites.slice(0, first)].map((suite) =>
    turnOf(suite, stamps, digestOf(suite)),
  );
  const rank: Readonly<Record<Reason, number>> = { Due: 0, New: 1, Changed: 2, Unchanged: 3 };
  return turns.toSorted(
    (a, b) => rank[a.reason] - rank[b.reason] || (a.lastPass?.run ?? 0) - (b.lastPass?.run ?? 0),
  );
}

function turnOf(suite: LongSuite, stamps: Stamps, inputs: string): Turn {
  const lastPass = stamps.passes[suite.name] ?? null;
  const seconds = lastPass?.seconds ?? suite.seconds;
  return { suite, reason: reasonFor(lastPass, stamps.runs, inputs), seconds, lastPass };
}

/** `runs` counts the run that asks. */
function reasonFor(lastPass: Pass | null, runs: number, inputs: string): Reason {
  const missed = runs - 1 - (lastPass?.run ?? 0);
  if (missed >= runsPerRotation - 1) return 'Due';
  if (lastPass === null) return 'New';
  return lastPass.inputs === inputs ? 'Unchanged' : 'Changed';
}

/** Returns when the suite last passed on this machine, for the summary of a run. */
export function lastPassText({ lastPass }: Turn, runs: number): string {
  if (lastPass === null) return 'has not passed on this machine yet';
  const ago = runs - lastPass.run;
  return `passed ${lastPass.at.slice(0, 16)}Z, ${ago} run${ago === 1 ? '' : 's'} ago, in ${lastPass.seconds} s`;
}
