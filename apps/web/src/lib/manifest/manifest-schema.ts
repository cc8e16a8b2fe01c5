import { parse } from 'yaml';
import * as z from 'zod/mini';
import nodeClasses from '../../../../../deploy/crds/karpenter.k8s.aws_ec2nodeclasses.yaml?raw';
import nodePools from '../../../../../deploy/crds/karpenter.sh_nodepools.yaml?raw';

/** The part of a CRD's schema that an editor needs. */
export interface ManifestSchema {
  readonly type?: string | undefined;
  readonly description?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly required?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, ManifestSchema>> | undefined;
  readonly additionalProperties?: ManifestSchema | undefined;
  readonly items?: ManifestSchema | undefined;
}

const manifestSchema: z.ZodMiniType<ManifestSchema> = z.object({
  type: z.optional(z.string()),
  description: z.optional(z.string()),
  enum: z.optional(z.array(z.unknown())),
  required: z.optional(z.array(z.string())),
  get properties() {
    return z.optional(z.record(z.string(), manifestSchema));
  },
  get additionalProperties() {
    return z.optional(manifestSchema);
  },
  get items() {
    return z.optional(manifestSchema);
  },
});

const version = z.object({
  name: z.string(),
  schema: z.object({ openAPIV3Schema: manifestSchema }),
});
const customResource = z.object({
  spec: z.object({
    group: z.string(),
    names: z.object({ kind: z.string() }),
    versions: z.array(version),
  }),
});

/** A kind that the editor knows. */
export interface ManifestKind {
  readonly kind: string;
  /** E.g. `karpenter.sh/v1`. */
  readonly apiVersion: string;
  readonly schema: ManifestSchema;
}

/** The kinds that can be applied, from the CRDs that Kerf installs. */
export const manifestKinds: readonly ManifestKind[] = [nodePools, nodeClasses].flatMap((text) => {
  const { group, names, versions } = customResource.parse(parse(text)).spec;
  return versions.map(({ name, schema: { openAPIV3Schema } }) => ({
    kind: names.kind,
    apiVersion: `${group}/${name}`,
    schema: openAPIV3Schema,
  }));
});
