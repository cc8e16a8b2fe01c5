import type { InstanceTypeFacts, InstanceTypeResolution } from '@kerf/application';
import { labelKeys } from '@kerf/core';
import type { CatalogGaps, InstanceType, LaunchObstacle } from '@kerf/engine';
import { capacityOf, capacitySettings } from './capacity.js';
import {
  bootableArchitectures,
  suitsNetwork,
  unsupportedSetting,
  variantOf,
} from './compatibility.js';
import { type RulesOfType, rulesByType } from './kubelet-amounts.js';

type GapsInput = Omit<
  InstanceTypeResolution,
  'spotPrices' | 'unavailable' | 'reservedLaunches' | 'zonalShifts' | 'learnedMemory'
>;

/**
 * Returns the zones and instance types of the region in which an EC2NodeClass cannot launch, and
 * why. Types that no zone of the region offers are left out.
 */
export function catalogGaps(
  input: GapsInput,
  fixedLabels: (facts: InstanceTypeFacts) => InstanceType['labels'],
): CatalogGaps {
  const { catalog, nodeClass, settings } = input;
  const rules = capacitySettings(nodeClass, settings);
  const rulesOf = rulesByType(rules);
  const own = ownZones(input);
  const zones = new Set(catalog.instanceTypes.flatMap((facts) => facts.zones));
  return {
    zones: [...zones].filter((zone) => !own.has(zone)).sort(),
    instanceTypes: catalog.instanceTypes.flatMap((facts) => {
      const cause = obstacleOf(facts, input, { rulesOf, own });
      if (cause === null) return [];
      const labels = {
        ...fixedLabels(facts),
        [labelKeys.region]: [catalog.region],
        [labelKeys.arch]: facts.architectures,
        [labelKeys.zone]: facts.zones,
        [labelKeys.capacityType]: facts.usageClasses,
      };
      return { name: facts.name, labels, capacity: capacityOf(facts, rules), cause };
    }),
  };
}

function obstacleOf(
  facts: InstanceTypeFacts,
  { nodeClass, resolution }: GapsInput,
  { rulesOf, own }: { readonly rulesOf: RulesOfType; readonly own: ReadonlySet<string> },
): LaunchObstacle | null {
  if (facts.zones.length === 0) return null;
  if (bootableArchitectures(facts, resolution.images).length === 0) {
    return { kind: 'NoImage', architectures: facts.architectures, variant: variantOf(facts) };
  }
  if (!suitsNetwork(facts, nodeClass)) return { kind: 'Network' };
  const setting = unsupportedSetting(facts, nodeClass, resolution);
  if (setting !== null) return { kind: 'Setting', ...setting };
  const amounts = rulesOf(facts);
  if (!amounts.ok) return { kind: 'Setting', ...amounts.error };
  const isOffered = facts.zones.some((zone) => own.has(zone));
  return isOffered ? null : { kind: 'NoSubnet', zones: facts.zones };
}

const ownZones = ({ resolution }: GapsInput): ReadonlySet<string> =>
  new Set(resolution.subnets.map(({ zone }) => zone));
