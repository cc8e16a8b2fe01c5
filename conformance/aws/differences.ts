import { isMoto } from './backend.js';

/** Differences of moto 5.2.5 from AWS, by the ID that specs name. */
export const motoDifferences = {
  'delete-template-twice': 'DeleteLaunchTemplate of an unknown name is MissingParameter.',
  'event-filter': 'DescribeInstanceStatus ignores the filter event.code.',
  'external-id': 'AssumeRole does not check the trust policy.',
  'fleet-client-token': 'CreateFleet ignores ClientToken.',
  'fleet-first-override': 'CreateFleet takes the first override.',
  'fleet-template-data': 'CreateFleet ignores tags and security groups of the launch template.',
  'malformed-id': 'A malformed instance ID is NotFound.',
  pricing: 'moto has no Pricing.',
  'public-parameter': 'A public parameter has the ARN of the account.',
  'spot-prices': 'Each spot price is $0.00001, of 2006.',
  'tags-of-none': 'CreateTags accepts an instance that does not exist.',
  'template-client-token': 'CreateLaunchTemplate ignores ClientToken.',
  'template-pages': 'DescribeLaunchTemplates ignores MaxResults.',
  'type-pages': 'DescribeInstanceTypes ignores MaxResults.',
  'unknown-filter': 'An unknown filter is an internal error.',
} as const;

export type DifferenceId = keyof typeof motoDifferences;

/** Whether the backend lacks the operations of a suite, which is then skipped; prints the reason. */
export function isMissing(id: DifferenceId): boolean {
  if (isMoto) process.stdout.write(`skipped on moto: ${motoDifferences[id]}\n`);
  return isMoto;
}

/**
 * Returns a test that holds for AWS and the sandbox, and not for moto. On moto it must fail, so that
 * an entry that is no longer true is noticed.
 */
export function unlikeMoto(id: DifferenceId, run: () => Promise<void>): () => Promise<void> {
  if (!isMoto) return run;
  return async () => {
    process.stdout.write(`expected to fail on moto: ${motoDifferences[id]}\n`);
    const failure = await run().then(
      () => null,
      (error: unknown) => error,
    );
    if (failure === null) throw new Error(`moto does this now: remove the difference ${id}`);
  };
}
