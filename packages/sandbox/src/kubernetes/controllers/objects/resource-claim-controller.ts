import type { ClusterApi } from '../../api/cluster-api.js';
import { StatusError } from '../../api/status.js';
import { claimsDevices, deviceClaimName, whyForeign } from '../../devices/pod-claims.js';
import { claimFinalizer, reserveClaim } from '../../devices/reserve-claim.js';
import { isEqual, type JsonObject } from '../../json/json.js';
import { kinds } from '../../resources/kind.js';
import { controllerOf, keyOf } from '../../resources/kube-object.js';
import type {
  ClaimConsumer,
  ResourceClaim,
  ResourceClaimTemplate,
} from '../../resources/types/device.js';
import type { Pod, PodResourceClaim, PodStatus } from '../../resources/types/pod.js';
import { type ControllerContext, startQueue } from '../controller-context.js';
import { isFinished } from '../pods/pod-state.js';
import type { WorkQueue } from '../work-queue.js';

const retryMs = 5_000;
const podClaimAnnotation = 'resource.kubernetes.io/pod-claim-name';

/**
 * Makes the claims of pods from their templates, and frees the devices of claims that no pod needs.
 * Source: kubernetes pkg/controller/resourceclaim.
 */
export class ResourceClaimController {
  readonly #context: ControllerContext;
  readonly #api: ClusterApi;
  readonly #pods: WorkQueue;
  readonly #claims: WorkQueue;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#api = context.api;
    this.#pods = startQueue(context, (key) => this.#reconcilePod(key));
    this.#claims = startQueue(context, (key) => this.#reconcileClaim(key));
  }

  start(): void {
    for (const pod of this.#api.list(kinds.pod)) this.#enqueue(pod);
    for (const claim of this.#api.list(kinds.resourceClaim)) this.#claims.add(keyOf(claim));
    this.#api.subscribe(kinds.pod, ({ before, after }) => {
      const pod = after ?? before;
      if (pod !== null) this.#enqueue(pod);
    });
    this.#api.subscribe(kinds.resourceClaim, ({ before, after }) => {
      if (after !== null) this.#claims.add(keyOf(after));
      const isNew = before?.status?.allocation !== after?.status?.allocation;
      const claim = after ?? before;
      if (claim !== null && (after === null || isNew)) this.#enqueuePodsOf(claim);
    });
    this.#api.subscribe(kinds.resourceClaimTemplate, ({ after }) => {
      if (after === null) return;
      for (const pod of this.#api.list(kinds.pod)) {
        if (pod.metadata.namespace === after.metadata.namespace) this.#enqueue(pod);
      }
    });
  }

  #enqueuePodsOf(claim: ResourceClaim): void {
    const { namespace, name } = claim.metadata;
    const owner = controllerOf(claim);
    if (owner?.kind === kinds.pod.kind) {
      this.#pods.add(`${namespace}/${owner.name}`);
      return;
    }
    for (const pod of this.#api.list(kinds.pod)) {
      const uses = pod.spec.resourceClaims?.some((one) => one.resourceClaimName === name) === true;
      if (uses && pod.metadata.namespace === namespace) this.#pods.add(keyOf(pod));
    }
  }

  #enqueue(pod: Pod): void {
    if (!claimsDevices(pod)) return;
    this.#pods.add(keyOf(pod));
    for (const podClaim of pod.spec.resourceClaims ?? []) {
      const name = deviceClaimName(pod, podClaim);
      if (name !== null) this.#claims.add(`${pod.metadata.namespace}/${name}`);
    }
  }

  #reconcilePod(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const pod = this.#api.find(kinds.pod, namespace, name);
    if (pod === null || pod.metadata.deletionTimestamp !== undefined) return;
    if (isFinished(pod.status?.phase)) return;
    const made: PodClaimStatus[] = [];
    for (const podClaim of pod.spec.resourceClaims ?? []) {
      const { resourceClaimTemplateName: template } = podClaim;
      if (template === undefined) continue;
      const claim = this.#madeFor(pod, podClaim) ?? this.#make(pod, podClaim, template);
      if (claim === null) continue;
      made.push({ name: podClaim.name, resourceClaimName: claim.metadata.name });
    }
    if (made.length > 0 && !isEqual(made, pod.status?.resourceClaimStatuses)) {
      this.#api.updateStatus(kinds.pod, pod, (current) => ({
        ...current,
        status: { ...current.status, resourceClaimStatuses: made },
      }));
    }
    // The scheduler reserves the claims of the pods that it binds.
    if (pod.spec.nodeName !== undefined) this.#reserveAll(pod);
  }

  #reserveAll(pod: Pod): void {
    for (const podClaim of pod.spec.resourceClaims ?? []) {
      const name = deviceClaimName(pod, podClaim) ?? '';
      const claim = this.#api.find(kinds.resourceClaim, pod.metadata.namespace, name);
      if (claim?.status?.allocation !== undefined) reserveClaim(this.#api, claim, pod);
    }
  }

  #madeFor(pod: Pod, podClaim: PodResourceClaim): ResourceClaim | null {
    const { namespace } = pod.metadata;
    const named = deviceClaimName(pod, podClaim) ?? '';
    const claim = this.#api.find(kinds.resourceClaim, namespace, named);
    if (claim !== null && whyForeign(claim, pod) === null) return claim;
    const isOfPod = (one: ResourceClaim): boolean =>
      one.metadata.annotations?.[podClaimAnnotation] === podClaim.name &&
      whyForeign(one, pod) === null;
    return this.#api.list(kinds.resourceClaim).find(isOfPod) ?? null;
  }

  /** Returns the new claim of a pod; `null` if it cannot be made, of which the pod has an Event. */
  #make(pod: Pod, podClaim: PodResourceClaim, templateName: string): ResourceClaim | null {
    const { namespace } = pod.metadata;
    const template = this.#api.find(kinds.resourceClaimTemplate, namespace, templateName);
    if (template === null) {
      const why = `resourceclaimtemplate.resource.k8s.io "${templateName}" not found`;
      return this.#refuse(pod, podClaim, `resource claim template "${templateName}": ${why}`);
    }
    try {
      return this.#api.create(kinds.resourceClaim, namespace, claimFrom(template, pod, podClaim));
    } catch (error) {
      if (error instanceof StatusError) return this.#refuse(pod, podClaim, error.message);
      throw error;
    }
  }

  #refuse(pod: Pod, { name }: PodResourceClaim, why: string): null {
    this.#context.events.record(pod, 'resource_claim', {
      type: 'Warning',
      reason: 'FailedResourceClaimCreation',
      message: `PodResourceClaim ${name}: ${why}`,
    });
    this.#pods.addAfter(keyOf(pod), retryMs);
    return null;
  }

  /** Removes reservations of pods that are gone; without any, the devices are free. */
  #reconcileClaim(key: string): void {
    const [namespace, name = ''] = key.split('/');
    const claim = this.#api.find(kinds.resourceClaim, namespace, name);
    if (claim === null) return;
    const { reservedFor = [], allocation } = claim.status ?? {};
    const remaining = reservedFor.filter(
      (one) => (one.apiGroup ?? '') !== '' || one.resource !== 'pods' || this.#needs(claim, one),
    );
    const isReleased = remaining.length < reservedFor.length;
    const isDeleted = claim.metadata.deletionTimestamp !== undefined;
    const isFreed = remaining.length === 0 && (isReleased || isDeleted);
    if (isReleased || (isFreed && allocation !== undefined)) this.#release(claim, remaining);
    if (isFreed) this.#removeFinalizer(claim);
    if (remaining.length === 0 && !isDeleted) this.#deleteUnneeded(claim);
  }

  #release(claim: ResourceClaim, remaining: readonly ClaimConsumer[]): void {
    this.#api.updateStatus(kinds.resourceClaim, claim, (current) => ({
      ...current,
      status: remaining.length === 0 ? {} : { ...current.status, reservedFor: remaining },
    }));
  }

  #removeFinalizer(claim: ResourceClaim): void {
    this.#api.update(kinds.resourceClaim, claim, (current) => ({
      ...current,
      metadata: {
        ...current.metadata,
        finalizers: (current.metadata.finalizers ?? []).filter((one) => one !== claimFinalizer),
      },
    }));
  }

  /** Deletes a claim whose pod has finished; the garbage collector deletes it if the pod is gone. */
  #deleteUnneeded(claim: ResourceClaim): void {
    const owner = controllerOf(claim);
    if (owner?.kind !== kinds.pod.kind) return;
    const pod = this.#api.find(kinds.pod, claim.metadata.namespace, owner.name);
    if (pod !== null && (pod.metadata.uid !== owner.uid || isDone(pod))) this.#api.delete(claim);
  }

  #needs({ metadata }: ResourceClaim, { name, uid }: ClaimConsumer): boolean {
    const pod = this.#api.find(kinds.pod, metadata.namespace, name);
    return pod !== null && pod.metadata.uid === uid && !isDone(pod);
  }
}

type PodClaimStatus = NonNullable<PodStatus['resourceClaimStatuses']>[number];

function claimFrom(
  { spec: { metadata = {}, spec } }: ResourceClaimTemplate,
  pod: Pod,
  podClaim: PodResourceClaim,
): JsonObject {
  const { name, uid } = pod.metadata;
  return {
    metadata: {
      generateName: generatedName(name, podClaim.name),
      labels: metadata.labels,
      annotations: { ...metadata.annotations, [podClaimAnnotation]: podClaim.name },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name, uid, controller: true }],
    },
    spec,
  };
}

/** Returns true for a pod that will not run any more. */
function isDone({ metadata, spec, status }: Pod): boolean {
  const isDeletedBefore = metadata.deletionTimestamp !== undefined && spec.nodeName === undefined;
  return isFinished(status?.phase) || isDeletedBefore;
}

/** Longest base of a generated name, in characters. */
const maxBase = 57;

/** Returns `pod-claim-`, of which each part is cut if it is too long. */
function generatedName(podName: string, claimName: string): string {
  const whole = `${podName}-${claimName}-`;
  if (whole.length <= maxBase) return whole;
  const cut = (text: string): string =>
    text.slice(0, Math.floor((text.length * maxBase) / whole.length));
  return `${cut(podName)}-${cut(claimName)}`;
}
