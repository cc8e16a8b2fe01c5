import { seededRandom } from '../world/random/seeded-random.js';

/** Minimum and maximum of an operation's usual response time, in milliseconds. */
type Range = readonly [number, number];

/**
 * Response times as a client in the same region measures them. A launch is slow because EC2 places
 * the instances before it answers an `instant` fleet.
 */
const ranges: ReadonlyMap<string, Range> = new Map([
  ['ec2:CreateFleet', [1_000, 4_000]],
  ['ec2:RunInstances', [800, 2_500]],
  ['ec2:RebootInstances', [200, 600]],
  ['ec2:TerminateInstances', [300, 900]],
  ['ec2:CreateLaunchTemplate', [150, 450]],
  ['ec2:DescribeInstances', [80, 300]],
  ['ec2:DescribeInstanceTypes', [150, 500]],
  ['ec2:DescribeSpotPriceHistory', [100, 400]],
  ['pricing:GetProducts', [100, 400]],
  ['sqs:ReceiveMessage', [5, 15]],
]);
const defaultRange: Range = [20, 90];
/** EC2 checks a dry run and places nothing. An assumption: it was not measured. */
const dryRunRange: Range = [150, 450];

/** Returns the milliseconds that the `n`-th call of an operation takes; the same for the same `n`. */
export function latencyMs(
  seed: number,
  call: { readonly service: string; readonly operation: string; readonly isDryRun: boolean },
  n: number,
): number {
  const name = `${call.service}:${call.operation}`;
  const [least, most] = call.isDryRun ? dryRunRange : (ranges.get(name) ?? defaultRange);
  // Slow responses are rare: the logarithm of the time is uniform.
  return Math.round(least * (most / least) ** seededRandom(seed, 'latency', name, n));
}
