import type { CapacityBufferManifest } from '../domain/buffer/capacity-buffer-manifest.js';
import type { DriftedField } from '../domain/decision/node-drift.js';
import type { DefinitionFinding, DefinitionKind } from '../domain/definition/definition.js';
import type { Ec2NodeClassManifest } from '../domain/definition/ec2-node-class-manifest.js';
import type { NodePoolManifest } from '../domain/definition/node-pool-manifest.js';
import type { NodeOverlayManifest } from '../domain/overlay/node-overlay-manifest.js';
import type { StandaloneClaimManifest } from '../domain/standalone-claim/standalone-claim-manifest.js';

/** Turns what people write into definitions, with a finding for every conversion and doubt. */
export interface ManifestReader {
  /** Reads YAML or JSON text with one or more documents; documents of other kinds are findings. */
  readText(text: string, context: ManifestContext): ManifestReading;
  /** Reads one object as a cluster's API serves it. */
  readObject(object: unknown, context: ManifestContext): ManifestReading;
  /** The hash by which nodes of the definition are told to have drifted. */
  driftHashOf(terms: DefinitionTerms): string;
  /** The fields in which two states of a definition differ so that nodes are replaced. */
  driftedFields(before: DefinitionTerms, after: DefinitionTerms): readonly DriftedField[];
  /** Reads the `spec` of a NodeOverlay as a cluster's API serves it. */
  readNodeOverlay(spec: unknown): ObjectReading<NodeOverlayManifest>;
  /** The same of a CapacityBuffer. */
  readCapacityBuffer(spec: unknown): ObjectReading<CapacityBufferManifest>;
  /** The same of a NodeClaim that a person makes. */
  readStandaloneClaim(spec: unknown): ObjectReading<StandaloneClaimManifest>;
}

/** What a definition says, whatever its name. */
export type DefinitionTerms =
  | { readonly kind: 'NodePool'; readonly spec: NodePoolManifest }
  | { readonly kind: 'EC2NodeClass'; readonly spec: Ec2NodeClassManifest };

/** What there is to read of an object that only clusters have. */
export interface ObjectReading<Spec> {
  /** `null` when it is refused; the findings then hold at least one `Error`. */
  readonly spec: Spec | null;
  readonly findings: readonly DefinitionFinding[];
}

/** What is known of the cluster that manifests are for. */
export interface ManifestContext {
  /**
   * Replaces placeholders (`${CLUSTER_NAME}`, `my-cluster` …) when `replacePlaceholders` is set; `null` for
   * manifests that are not read for a certain cluster.
   */
  readonly clusterName: string | null;
  readonly replacePlaceholders: boolean;
  /** Used by pools that name no node class; without it they are refused. */
  readonly defaultNodeClass: string | null;
  /** Names of the node classes the cluster has, for messages and checks; `null` when nobody knows. */
  readonly knownNodeClasses: readonly string[] | null;
  /** Pools that the cluster has: one that is static stays so, and one that is not too. */
  readonly knownNodePools: readonly { readonly name: string; readonly isStatic: boolean }[];
  readonly kubernetesVersion: string | null;
}

/** All documents of a text, as they were read. */
export interface ManifestReading {
  readonly documents: readonly DocumentReading[];
}

/** One document of a text, as it was read, with its findings. */
export interface DocumentReading {
  /** Position in the text, from 0. */
  readonly index: number;
  readonly kind: DefinitionKind | null;
  readonly name: string | null;
  readonly apiVersion: string | null;
  /** `null` when the document is refused; the findings then hold at least one `Error`. */
  readonly definition: ReadDefinition | null;
  /** Several ways to read a refused document, e.g. with `role` or with `instanceProfile`. */
  readonly variants: readonly { readonly label: string; readonly definition: ReadDefinition }[];
  readonly findings: readonly DefinitionFinding[];
}

/** A NodePool or EC2NodeClass that was read without errors. */
export type ReadDefinition =
  | {
      readonly kind: 'NodePool';
      readonly name: string;
      readonly spec: NodePoolManifest;
      readonly driftHash: string;
    }
  | {
      readonly kind: 'EC2NodeClass';
      readonly name: string;
      readonly spec: Ec2NodeClassManifest;
      readonly driftHash: string;
    };
