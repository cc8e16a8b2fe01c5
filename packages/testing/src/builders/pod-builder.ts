import type { Instant } from '@kerf/core';
import type {
  BoundPod,
  DeviceClaim,
  HostPort,
  LabelSelector,
  Labels,
  NodeSelectorTerm,
  Pod,
  PodAffinityTerm,
  PodSpec,
  PodVolume,
  RequirementOperator,
  Toleration,
  TopologySpreadConstraint,
} from '@kerf/engine';
import { type Amounts, toResourceList } from './amounts.js';

type SpecFields = Omit<PodSpec, 'key'>;

interface PodDraft {
  readonly name: string;
  readonly createdAt: Instant;
  readonly spec: SpecFields;
}

const noTerms = { required: [], preferred: [] };
const plain: SpecFields = {
  namespace: 'default',
  labels: { app: 'web' },
  requests: toResourceList({ milliCpu: 1_000, memoryMib: 1_024, pods: 1 }),
  priority: 0,
  tolerations: [],
  nodeSelector: {},
  requiredNodeAffinity: [],
  preferredNodeAffinity: [],
  topologySpread: [],
  podAffinity: noTerms,
  podAntiAffinity: noTerms,
  hostPorts: [],
  volumes: [],
};

/** Returns a pod `web` that requests one CPU and 1 GiB and fits on every node. */
export function aPod(name = 'web'): PodBuilder {
  return new PodBuilder({ name, createdAt: 0, spec: plain });
}

/** Returns a node selector term with one expression. */
export function term(
  key: string,
  operator: RequirementOperator,
  ...values: readonly string[]
): NodeSelectorTerm {
  return {
    matchExpressions: [{ key, operator, values, minValues: null }],
    hasMatchFields: false,
  };
}

/** Returns a selector of pods with all of these labels. */
export function podsWith(matchLabels: Labels): LabelSelector {
  return { matchLabels, matchExpressions: [] };
}

/** Builds a pod; each method returns a changed copy. `build` returns a pod whose uid is its name. */
export class PodBuilder {
  readonly #draft: PodDraft;

  constructor(draft: PodDraft) {
    this.#draft = draft;
  }

  named(name: string): PodBuilder {
    return new PodBuilder({ ...this.#draft, name });
  }

  createdAt(createdAt: Instant): PodBuilder {
    return new PodBuilder({ ...this.#draft, createdAt });
  }

  inNamespace(namespace: string): PodBuilder {
    return this.withSpec({ namespace });
  }

  labelled(labels: Labels): PodBuilder {
    return this.withSpec({ labels });
  }

  requesting(amounts: Amounts): PodBuilder {
    return this.withSpec({ requests: toResourceList({ pods: 1, ...amounts }) });
  }

  tolerating(toleration: Partial<Toleration>): PodBuilder {
    const full = { key: '', operator: 'Exists', value: '', effect: null, ...toleration } as const;
    return this.withSpec({ tolerations: [...this.#draft.spec.tolerations, full] });
  }

  selecting(nodeSelector: Labels): PodBuilder {
    return this.withSpec({ nodeSelector });
  }

  /** Sets the required node affinity: one of the terms must hold. */
  requiringOneOf(...requiredNodeAffinity: readonly NodeSelectorTerm[]): PodBuilder {
    return this.withSpec({ requiredNodeAffinity });
  }

  preferring(weight: number, preferred: NodeSelectorTerm): PodBuilder {
    const { preferredNodeAffinity } = this.#draft.spec;
    return this.withSpec({
      preferredNodeAffinity: [...preferredNodeAffinity, { weight, term: preferred }],
    });
  }

  /**
   * Adds a spread with equally labeled pods over a label; `DoNotSchedule` with maxSkew 1 by
   * default.
   */
  spreadOver(topologyKey: string, changes: Partial<TopologySpreadConstraint> = {}): PodBuilder {
    const constraint: TopologySpreadConstraint = {
      maxSkew: 1,
      topologyKey,
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: podsWith(this.#draft.spec.labels),
      minDomains: null,
      matchLabelKeys: [],
      nodeAffinityPolicy: 'Honor',
      nodeTaintsPolicy: 'Ignore',
      ...changes,
    };
    return this.withSpec({ topologySpread: [...this.#draft.spec.topologySpread, constraint] });
  }

  /** Adds a required affinity to pods with the labels. */
  withAffinityTo(
    labels: Labels,
    topologyKey: string,
    changes: Partial<PodAffinityTerm> = {},
  ): PodBuilder {
    const { required, preferred } = this.#draft.spec.podAffinity;
    const added = affinityTerm(labels, topologyKey, changes);
    return this.withSpec({ podAffinity: { required: [...required, added], preferred } });
  }

  /** Adds a required anti-affinity to pods with the labels. */
  withAntiAffinityTo(
    labels: Labels,
    topologyKey: string,
    changes: Partial<PodAffinityTerm> = {},
  ): PodBuilder {
    const { required, preferred } = this.#draft.spec.podAntiAffinity;
    const added = affinityTerm(labels, topologyKey, changes);
    return this.withSpec({ podAntiAffinity: { required: [...required, added], preferred } });
  }

  preferringAffinityTo(weight: number, labels: Labels, topologyKey: string): PodBuilder {
    const { required, preferred } = this.#draft.spec.podAffinity;
    const added = { weight, term: affinityTerm(labels, topologyKey, {}) };
    return this.withSpec({ podAffinity: { required, preferred: [...preferred, added] } });
  }

  preferringAntiAffinityTo(weight: number, labels: Labels, topologyKey: string): PodBuilder {
    const { required, preferred } = this.#draft.spec.podAntiAffinity;
    const added = { weight, term: affinityTerm(labels, topologyKey, {}) };
    return this.withSpec({ podAntiAffinity: { required, preferred: [...preferred, added] } });
  }

  onHostPort(port: number, changes: Partial<HostPort> = {}): PodBuilder {
    const added = { hostIp: '0.0.0.0', port, protocol: 'TCP', ...changes } as const;
    return this.withSpec({ hostPorts: [...this.#draft.spec.hostPorts, added] });
  }

  withVolume(claim: string, changes: Partial<PodVolume> = {}): PodBuilder {
    const added = { claim, driver: null, nodeRequirements: [], problem: null, ...changes };
    return this.withSpec({ volumes: [...this.#draft.spec.volumes, added] });
  }

  claiming(...claims: readonly DeviceClaim[]): PodBuilder {
    return this.withSpec({ deviceClaims: [...(this.#draft.spec.deviceClaims ?? []), ...claims] });
  }

  withSpec(changes: Partial<SpecFields>): PodBuilder {
    return new PodBuilder({ ...this.#draft, spec: { ...this.#draft.spec, ...changes } });
  }

  spec(): PodSpec {
    return { key: JSON.stringify(this.#draft.spec), ...this.#draft.spec };
  }

  build(): Pod {
    const { name, createdAt } = this.#draft;
    return { uid: name, name, spec: this.spec(), createdAt };
  }

  /** Returns this many equal pods, `name-1` and so on. */
  times(count: number): readonly Pod[] {
    const spec = this.spec();
    const { name, createdAt } = this.#draft;
    return Array.from({ length: count }, (_, index) => {
      const numbered = `${name}-${index + 1}`;
      return { uid: numbered, name: numbered, spec, createdAt };
    });
  }

  /** Returns the pod as it runs on a node. */
  running(changes: Partial<BoundPod> = {}): BoundPod {
    return {
      ...this.build(),
      ownerKind: 'ReplicaSet',
      ownerName: this.#draft.name,
      isTerminal: false,
      isTerminating: false,
      isReady: true,
      startedAt: this.#draft.createdAt,
      doNotDisrupt: null,
      terminatesAt: null,
      gracePeriodMs: 30_000,
      deletionCost: 0,
      ...changes,
    };
  }
}

function affinityTerm(
  labels: Labels,
  topologyKey: string,
  changes: Partial<PodAffinityTerm>,
): PodAffinityTerm {
  return {
    topologyKey,
    labelSelector: podsWith(labels),
    namespaces: [],
    namespaceSelector: null,
    matchLabelKeys: [],
    mismatchLabelKeys: [],
    ...changes,
  };
}
