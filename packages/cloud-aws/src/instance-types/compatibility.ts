import type { Ec2NodeClassManifest, InstanceTypeFacts, ResolvedImage } from '@kerf/application';

type Architecture = ResolvedImage['architecture'];
export type ImageVariant = ResolvedImage['variant'];

/** The image variant that a type's devices need. Source: karpenter §1.5, AMI resolution. */
export function imageVariantOf(devices: {
  readonly hasGpu: boolean;
  readonly hasAccelerator: boolean;
}): ImageVariant {
  if (devices.hasGpu) return 'nvidia';
  return devices.hasAccelerator ? 'neuron' : 'standard';
}

/** The image variant that a type needs. */
export const variantOf = ({ gpus, accelerators }: InstanceTypeFacts): ImageVariant =>
  imageVariantOf({ hasGpu: gpus.length === 1, hasAccelerator: accelerators.length === 1 });

/** The architectures of the type that the class has an image for, with the variant it needs. */
export function bootableArchitectures(
  facts: InstanceTypeFacts,
  images: readonly ResolvedImage[],
): readonly Architecture[] {
  const variant = variantOf(facts);
  return facts.architectures.filter((architecture) =>
    images.some((image) => image.architecture === architecture && image.variant === variant),
  );
}

/** Whether the instance type supports the interfaces and connection tracking of the EC2NodeClass. */
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
