import type {
  Ec2NodeClassManifest,
  InstanceTypeFacts,
  NodeClassResolution,
  ResolvedImage,
} from '@kerf/application';
import type { NodeClassSetting } from '@kerf/engine';
import { amiFamilyOf } from './ami-family.js';

type Architecture = ResolvedImage['architecture'];
export type ImageVariant = ResolvedImage['variant'];

/** Returns the image variant that the devices require. Source: karpenter §1.5, AMI resolution. */
export function imageVariantOf(devices: {
  readonly hasGpu: boolean;
  readonly hasAccelerator: boolean;
}): ImageVariant {
  if (devices.hasGpu) return 'nvidia';
  return devices.hasAccelerator ? 'neuron' : 'standard';
}

/** Returns the image variant that an instance type requires. */
export const variantOf = ({ gpus, accelerators }: InstanceTypeFacts): ImageVariant =>
  imageVariantOf({ hasGpu: gpus.length === 1, hasAccelerator: accelerators.length === 1 });

/**
 * Returns the type's architectures for which the EC2NodeClass has an image of the required variant.
 */
export function bootableArchitectures(
  facts: InstanceTypeFacts,
  images: readonly ResolvedImage[],
): readonly Architecture[] {
  const variant = variantOf(facts);
  return facts.architectures.filter((architecture) =>
    images.some((image) => image.architecture === architecture && image.variant === variant),
  );
}

/**
 * Returns the image that an instance of these architectures and of this variant is launched with;
 * images are sorted newest first.
 */
export function newestImage(
  images: readonly ResolvedImage[],
  needs: { readonly variant: ImageVariant; readonly architectures: readonly string[] },
): ResolvedImage | null {
  return (
    images.find(
      ({ variant, architecture }) =>
        variant === needs.variant && needs.architectures.includes(architecture),
    ) ?? null
  );
}

/**
 * Returns the setting of an EC2NodeClass that the type does not support; `null` if it supports all.
 * Facts that the catalog does not know exclude nothing. Network settings are apart, see {@link
 * suitsNetwork}.
 * Source: karpenter-provider-aws pkg/providers/instancetype/compatibility @v1.14.
 */
export function unsupportedSetting(
  facts: InstanceTypeFacts,
  spec: Ec2NodeClassManifest,
  { placementGroup = null }: Pick<NodeClassResolution, 'placementGroup'>,
): NodeClassSetting | null {
  const family = amiFamilyOf(spec);
  if (family === 'AL2023' && isFirstGraviton(facts)) {
    return { field: 'spec.amiSelectorTerms', value: family };
  }
  const nested = spec.cpuOptions?.nestedVirtualization;
  if (nested === 'enabled' && facts.nestedVirtualization === false) {
    return { field: 'spec.cpuOptions.nestedVirtualization', value: nested };
  }
  if (spec.enclaveOptions?.enabled === true && !facts.nitroEnclaves) {
    return { field: 'spec.enclaveOptions.enabled', value: 'true' };
  }
  if (placementGroup === null) return null;
  const { strategy } = placementGroup;
  return facts.placementStrategies?.includes(strategy) === false
    ? { field: 'spec.placementGroupSelector', value: strategy }
    : null;
}

/** Amazon Linux 2023 requires the second generation. */
const isFirstGraviton = ({ name }: InstanceTypeFacts): boolean => name.startsWith('a1.');

/** Whether the type supports the interfaces and connection tracking of the EC2NodeClass. */
export function suitsNetwork(facts: InstanceTypeFacts, spec: Ec2NodeClassManifest): boolean {
  if (spec.connectionTracking !== undefined && facts.hypervisor !== 'nitro') return false;
  const interfaces = spec.networkInterfaces ?? [];
  if (interfaces.length > 0 && facts.ena === false) return false;
  const efaOnly = interfaces.filter((nic) => nic.interfaceType === 'efa-only').length;
  return (
    efaOnly <= facts.efaInterfaces &&
    interfaces.every((nic) => {
      const card = facts.networkCards[nic.networkCardIndex];
      return card !== undefined && nic.deviceIndex < card.maximumInterfaces;
    })
  );
}
