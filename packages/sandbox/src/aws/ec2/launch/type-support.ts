import type { CatalogType } from '../../../data/instance-catalog.js';
import { AwsError } from '../../aws-error.js';
import type { Call } from '../../operation.js';
import { placementStrategiesOf, supportsNitroEnclaves } from '../catalog/instance-type-info.js';
import type { CommonSpec, LaunchData } from './launch-data.js';

/**
 * Refuses a launch with settings that the instance type does not support.
 * @throws AwsError `InvalidParameterCombination`
 */
export function requireSupport(
  call: Call,
  type: CatalogType,
  { data, common }: { readonly data: LaunchData; readonly common: CommonSpec },
): void {
  requireNestedVirtualization(type, data);
  requireEnclaves(type, data);
  requirePlacement(call, type, common);
}

function requireNestedVirtualization(type: CatalogType, { CpuOptions }: LaunchData): void {
  if (CpuOptions?.NestedVirtualization !== 'enabled' || type.supportsNestedVirtualization) return;
  throw new AwsError(
    'InvalidParameterCombination',
    `The '${type.name}' instance type does not support nested virtualization.`,
  );
}

function requireEnclaves(type: CatalogType, { EnclaveOptions }: LaunchData): void {
  if (EnclaveOptions?.Enabled !== true || supportsNitroEnclaves(type)) return;
  throw new AwsError(
    'InvalidParameterCombination',
    `The '${type.name}' instance type does not support AWS Nitro Enclaves.`,
  );
}

function requirePlacement(call: Call, type: CatalogType, { placementGroup }: CommonSpec): void {
  if (placementGroup === null) return;
  const strategy = call.world.state.placementGroups.get(placementGroup.id)?.strategy;
  if (strategy === undefined || placementStrategiesOf(type).includes(strategy)) return;
  throw new AwsError(
    'InvalidParameterCombination',
    `The '${type.name}' instance type does not support placement groups with the strategy '${strategy}'.`,
  );
}
