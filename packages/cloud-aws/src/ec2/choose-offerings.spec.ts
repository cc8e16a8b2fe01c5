import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { g5Xlarge, m6gLarge, someFacts, someLaunchRequest, t3Large } from '../testing/builders.js';
import { chooseOfferings } from './choose-offerings.js';

const zones = new Set(['us-east-1a', 'us-east-1b']);
type Request = Parameters<typeof chooseOfferings>[0];

/** The request with the offerings that satisfy the predicate. */
function keeping(
  request: Request,
  keep: (offering: Request['options'][number]['offerings'][number]) => boolean,
): Request {
  const options = request.options.map((option) => ({
    ...option,
    offerings: option.offerings.filter(keep),
  }));
  return { ...request, options };
}
const namesOf = (choice: ReturnType<typeof chooseOfferings>) =>
  choice?.types.map(({ type }) => type.name);
const minValues = (key: string, count: number) => [
  { key, operator: 'Exists' as const, values: [], minValues: count },
];

describe('the offerings of a fleet request', () => {
  it('are spot if available, cheapest type first', () => {
    const choice = chooseOfferings(someLaunchRequest([someFacts(), t3Large, m6gLarge]), zones);
    expect(choice?.capacityType).toBe('spot');
    expect(namesOf(choice)).toEqual(['m6g.large', 't3.large', 'm5.xlarge']);
  });

  it('are on-demand if no spot is available', () => {
    const request = keeping(
      someLaunchRequest([someFacts(), t3Large]),
      ({ capacityType }) => capacityType === 'on-demand',
    );
    const choice = chooseOfferings(request, zones);
    expect(choice?.capacityType).toBe('on-demand');
    expect(namesOf(choice)).toEqual(['t3.large', 'm5.xlarge']);
  });

  it('omit spot that is more expensive than the cheapest on-demand', () => {
    const expensive = someFacts({ name: 'm5.24xlarge', onDemandMicroUsdPerHour: 4_608_000 });
    const choice = chooseOfferings(someLaunchRequest([t3Large, expensive]), zones);
    expect(namesOf(choice)).toEqual(['t3.large']);
  });

  it('keep spot with a known price if on-demand prices are only estimated', () => {
    const request = someLaunchRequest([t3Large]);
    const options = request.options.map((option) => ({
      ...option,
      offerings: option.offerings.map((offering) =>
        offering.capacityType === 'spot'
          ? offering
          : { ...offering, priceMicroUsdPerHour: 1, isPriceEstimated: true as const },
      ),
    }));
    expect(chooseOfferings({ ...request, options }, zones)?.capacityType).toBe('spot');
  });

  it('omit GPUs and bare metal that no pod requests', () => {
    const metal = someFacts({ name: 'm5.metal', onDemandMicroUsdPerHour: 1000 });
    const choice = chooseOfferings(someLaunchRequest([metal, g5Xlarge, someFacts()]), zones);
    expect(namesOf(choice)).toEqual(['m5.xlarge']);
  });

  it('are GPUs if nothing else is possible', () => {
    expect(namesOf(chooseOfferings(someLaunchRequest([g5Xlarge]), zones))).toEqual(['g5.xlarge']);
  });

  it('keep all types that minValues may need', () => {
    const request = {
      ...someLaunchRequest([someFacts(), g5Xlarge]),
      requirements: minValues('karpenter.k8s.aws/instance-family', 2),
    };
    expect(namesOf(chooseOfferings(request, zones))).toEqual(['m5.xlarge', 'g5.xlarge']);
  });

  it('are none if minValues cannot be satisfied', () => {
    const request = {
      ...someLaunchRequest([someFacts(), t3Large]),
      requirements: minValues('karpenter.k8s.aws/instance-family', 3),
    };
    expect(chooseOfferings(request, zones)).toBeNull();
  });

  it('are none without a subnet in their zones', () => {
    expect(chooseOfferings(someLaunchRequest([someFacts()]), new Set(['us-east-1f']))).toBeNull();
  });

  it('are at most 60 types, the cheapest', () => {
    const many = Array.from({ length: 80 }, (_, index) =>
      someFacts({ name: `m5.x${index}`, onDemandMicroUsdPerHour: 900_000 - 3 * index }),
    );
    const names = namesOf(chooseOfferings(someLaunchRequest(many), zones));
    expect(names).toHaveLength(60);
    expect(names?.[0]).toBe('m5.x79');
  });

  it('are always a subset of the options, of one capacity type, sorted by price', () => {
    const pool = [someFacts(), t3Large, m6gLarge, g5Xlarge];
    fc.assert(
      fc.property(
        fc.subarray(pool, { minLength: 1 }),
        fc.array(fc.boolean(), { minLength: 16, maxLength: 16 }),
        (facts, kept) => {
          const whole = someLaunchRequest(facts);
          let index = 0;
          const request = keeping(whole, () => kept[index++ % kept.length] ?? false);
          const choice = chooseOfferings(request, zones);
          const requested = request.options.flatMap(({ offerings }) => offerings);
          const chosen = choice?.types.flatMap(({ offerings }) => offerings) ?? [];
          const prices =
            choice?.types.map(({ offerings }) => offerings[0].priceMicroUsdPerHour) ?? [];
          expect(choice === null).toBe(requested.length === 0);
          expect(requested).toEqual(expect.arrayContaining(chosen));
          expect(new Set(chosen.map(({ capacityType }) => capacityType)).size).toBeLessThan(2);
          expect(prices).toEqual(prices.toSorted((a, b) => a - b));
        },
      ),
      { seed: 7, numRuns: 200 },
    );
  });
});
