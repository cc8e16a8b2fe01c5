import type { DeviceLedger } from '../../devices/device-ledger.js';
import type { DeviceClaim } from '../../model/device.js';
import type { Pod } from '../../model/pod.js';
import { hasBit } from '../../requirements/bits.js';
import { labelsSatisfy } from '../../requirements/requirements.js';
import { findUntolerated } from '../../requirements/taints.js';
import { findPortConflict } from '../../resources/host-ports.js';
import { fitsInto, subtractFrom } from '../../resources/resource-space.js';
import { allowsHost, type DomainChoice, mayAllowHostLater } from '../../topology/domain-choice.js';
import { countsNode, recordOnNode } from '../../topology/running-pods.js';
import { findExcess } from '../../volumes/volume-usage.js';
import type { ExistingNode } from '../nodes/existing-node.js';
import type { Rejection } from '../planned-nodes/placement.js';
import type { PodAttempt, PodGroup } from '../pods/pod-group.js';

/** Places pods on existing nodes, each on the first that fits. */
export class ExistingNodeSearch {
  readonly #nodes: readonly ExistingNode[];
  readonly #devices: DeviceLedger | null;
  readonly #podsByNode = new Map<ExistingNode, Pod[]>();
  /** By attempt: the first node that did not refuse it for good. Free capacity only decreases. */
  readonly #startOf: number[] = [];

  /** @param devices `null` if no pod has claims */
  constructor(nodes: readonly ExistingNode[], devices: DeviceLedger | null) {
    this.#nodes = nodes;
    this.#devices = devices;
  }

  get podsByNode(): ReadonlyMap<ExistingNode, readonly Pod[]> {
    return this.#podsByNode;
  }

  tryPlace(
    pod: Pod,
    podGroup: PodGroup,
    attempt: PodAttempt,
    choices: readonly DomainChoice[],
  ): 'Placed' | Rejection {
    let rejection: Rejection = 'Never';
    for (let index = this.#startOf[attempt.id] ?? 0; index < this.#nodes.length; index++) {
      const node = this.#nodes[index];
      if (node === undefined) break;
      const fit = fitsOnNode(node, podGroup, attempt, choices);
      const result = fit !== 'Never' && this.#lacksDevices(node, podGroup) ? 'Never' : fit;
      if (result === 'Fits') {
        this.#put(node, pod, podGroup);
        return 'Placed';
      }
      if (result === 'NotNow') rejection = result;
      if (rejection === 'Never') this.#startOf[attempt.id] = index + 1;
    }
    return rejection;
  }

  #put(node: ExistingNode, pod: Pod, { spec, requests, topologyGroups }: PodGroup): void {
    const pods = this.#podsByNode.get(node) ?? [];
    pods.push(pod);
    this.#podsByNode.set(node, pods);
    subtractFrom(node.available, requests);
    node.hostPorts.push(...spec.hostPorts);
    node.volumes.add(spec.volumes);
    if (spec.deviceClaims !== undefined) this.#takeDevices(node, spec.deviceClaims);
    for (const group of topologyGroups.countedBy) {
      if (countsNode(group, node)) recordOnNode(group, node);
    }
    for (const group of topologyGroups.antiAffinities) recordOnNode(group, node);
  }

  #lacksDevices(node: ExistingNode, { spec: { deviceClaims } }: PodGroup): boolean {
    if (deviceClaims === undefined) return false;
    const use = this.#devices?.onNode(node, deviceClaims) ?? null;
    return use === null || 'code' in use;
  }

  #takeDevices(node: ExistingNode, claims: readonly DeviceClaim[]): void {
    const use = this.#devices?.onNode(node, claims) ?? null;
    if (use === null || 'code' in use) return;
    node.devices?.hold(use, claims);
    this.#devices?.place(node.host, claims);
  }
}

/** Source: karpenter provisioning/scheduling/existingnode.go CanAdd @v1.14.1. */
function fitsOnNode(
  node: ExistingNode,
  { spec, requests, volumeAlternatives }: PodGroup,
  attempt: PodAttempt,
  choices: readonly DomainChoice[],
): 'Fits' | 'Never' | 'NotNow' {
  const labelOf = (key: number): number | undefined => node.labelOf(key);
  if (!fitsInto(requests, node.available)) return 'Never';
  if (findUntolerated(node.taints, attempt.tolerations) !== null) return 'Never';
  const volumes = node.volumes.countsWith(spec.volumes);
  if (findExcess(volumes, node.node.volumeLimits) !== null) return 'Never';
  if (findPortConflict(node.hostPorts, spec.hostPorts) !== null) return 'Never';
  if (!labelsSatisfy(attempt.requirements, labelOf)) return 'Never';
  const suitsVolumes =
    volumeAlternatives.length === 0 ||
    volumeAlternatives.some((alternative) => labelsSatisfy(alternative, labelOf));
  if (!suitsVolumes) return 'Never';
  return topologyAllows(node, attempt, choices);
}

function topologyAllows(
  node: ExistingNode,
  { topology }: PodAttempt,
  choices: readonly DomainChoice[],
): 'Fits' | 'Never' | 'NotNow' {
  const refusing = topology.hosts.find((constraint) => !allowsHost(constraint, node.host));
  if (refusing !== undefined) {
    return mayAllowHostLater(refusing.group.term.kind) ? 'NotNow' : 'Never';
  }
  const isAllowed = choices.every(({ key, domains }) => {
    const domain = node.labelOf(key);
    return domain !== undefined && hasBit(domains, domain);
  });
  return isAllowed ? 'Fits' : 'NotNow';
}
