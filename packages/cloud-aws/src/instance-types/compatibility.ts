import type { Ec2NodeClassManifest, InstanceTypeFacts, ResolvedImage } from '@kerf/application';

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

/** Whether the type supports the interfaces and connection tracking of the EC2NodeClass. */
export function suitsNetwork(facts: InstanceTypeFacts, spec: Ec2NodeClassManifest): boolean {
  if (spec.connectionTracking !== undefined && facts.hypervisor !== 'nitro') return false;
  const interfaces = spec.networkInterfaces ?? [];
  const efaOnly = interfaces.filter((nic) => nic.interfaceType === 'efa-only').length;
  return (
    efaOnly <= facts.efaInterfaces &&
    interfaces.every((nic) => {
      const card = facts.networkCards[nic.networkCardIndex];
      return card !== undefined && nic.deviceIndex < card.maximumInterfaces;
    })
  );
}
