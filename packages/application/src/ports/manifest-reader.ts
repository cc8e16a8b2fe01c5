import type { FieldProblem, Result } from '@kerf/core';
import type { LastExclusion } from '@kerf/engine';
import type { CapacityBufferManifest } from '../domain/buffer/capacity-buffer-manifest.js';
import type { SpreadDefault } from '../domain/cluster/cluster.js';
import type { DriftedField } from '../domain/decision/node-drift.js';
import type { DefinitionFinding, DefinitionKind } from '../domain/definition/definition.js';
import type { Ec2NodeClassManifest } from '../domain/definition/ec2-node-class-manifest.js';
import type { NodePoolManifest } from '../domain/definition/node-pool-manifest.js';
import type { NodeOverlayManifest } from '../domain/overlay/node-overlay-manifest.js';
import type { StandaloneClaimManifest } from '../domain/standalone-claim/standalone-claim-manifest.js';

/**
 * Reads manifests into definitions and reports a finding for every conversion and every doubtful
 * field.
 */
export interface ManifestReader {
  /** Reads YAML or JSON text with one or more documents; documents of other kinds are findings. */
  readText(text: string, context: ManifestContext): ManifestReading;
  /** Reads one object as a cluster's API serves it. */
  readObject(object: unknown, context: ManifestContext): ManifestReading;
  /** Returns the hash by which drift of the definition's nodes is detected. */
  driftHashOf(terms: DefinitionTerms): string;
  /** Returns the fields whose difference between two states of a definition replaces nodes. */
  driftedFields(before: DefinitionTerms, after: DefinitionTerms): readonly DriftedField[];
  /** Reads the `spec` of a NodeOverlay as a cluster's API serves it. */
  readNodeOverlay(spec: unknown): ObjectReading<NodeOverlayManifest>;
  /** Reads the `spec` of a CapacityBuffer as a cluster's API serves it. */
  readCapacityBuffer(spec: unknown): ObjectReading<CapacityBufferManifest>;
  /**
   * Reads the default topology spread constraints of a scheduler configuration, YAML or JSON; an
   * empty text has none.
   * @returns what is wrong, with paths into the text
   */
  readSchedulerConfiguration(
    text: string,
  ): Result<readonly SpreadDefault[], readonly FieldProblem[]>;
  /** Reads the `spec` of a standalone NodeClaim as a cluster's API serves it. */
  readStandaloneClaim(spec: unknown): ObjectReading<StandaloneClaimManifest>;
}

/** The kind and `spec` of a definition, without its name. */
export type DefinitionTerms =
  | { readonly kind: 'NodePool'; readonly spec: NodePoolManifest }
  | { readonly kind: 'EC2NodeClass'; readonly spec: Ec2NodeClassManifest };

/** The result of reading an object that exists only in clusters. */
export interface ObjectReading<Spec> {
  /** `null` when it is refused; the findings then hold at least one `Error`. */
  readonly spec: Spec | null;
  readonly findings: readonly DefinitionFinding[];
}

/** The cluster that manifests are read for. */
export interface ManifestContext {
  /**
   * Replaces placeholders (`${CLUSTER_NAME}`, `my-cluster` …) when `replacePlaceholders` is set;
   * `null` for manifests that are not read for a specific cluster.
   */
  readonly clusterName: string | null;
  readonly replacePlaceholders: boolean;
  /** Used by NodePools without a `nodeClassRef`; when it is `null`, they are refused. */
  readonly defaultNodeClass: string | null;
  /**
   * Names of the cluster's EC2NodeClasses, for messages and checks; `null` when they are unknown.
   */
  readonly knownNodeClasses: readonly string[] | null;
  /** The cluster's NodePools. A NodePool cannot change between static and not static. */
  readonly knownNodePools: readonly { readonly name: string; readonly isStatic: boolean }[];
  readonly kubernetesVersion: string | null;
  /** Absent if the instance types of the region are unknown, or do not matter. */
  readonly catalog?: ManifestCatalog;
}

/** The instance types of a cluster's region, by which requirements of NodePools are checked. */
export interface ManifestCatalog {
  readonly region: string;
  /**
   * Returns the values that a label has among the instance types of the region; `null` if it may have
   * others.
   */
  readonly valuesOf: (label: string) => readonly string[] | null;
  /**
   * Returns what excludes the last instance types of the NodePool's EC2NodeClass; `null` if some
   * remain, or if it is unknown.
   */
  readonly exclusionOf: (pool: NodePoolManifest) => LastExclusion | null;
}

/** All documents of a text, with their results. */
export interface ManifestReading {
  readonly documents: readonly DocumentReading[];
}

/** The result of reading one document, with its findings. */
export interface DocumentReading {
  /** Position in the text, from 0. */
  readonly index: number;
  readonly kind: DefinitionKind | null;
  readonly name: string | null;
  readonly apiVersion: string | null;
  /** `null` when the document is refused; the findings then hold at least one `Error`. */
  readonly definition: ReadDefinition | null;
  /**
   * A refused NodePool object with all fields but the disruption settings, when only these are
   * unreadable: it says which nodes to launch, and allows no disruption that was not written.
   * `null` for everything else, and for text.
   */
  readonly launchable: ReadDefinition | null;
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
