import { hash } from 'node:crypto';
import {
  type ClaimedDevices,
  type DeviceObjects,
  nodeDevices,
  type ObjectMeta,
  type PodDeviceClaim,
  type ResourceClaim,
  type ResourceSlice,
  readDeviceClass,
  readResourceClaim,
  readResourceClaimTemplate,
  readResourceSlice,
  resolveDeviceClaim,
} from '@kerf/application';
import { deepFreeze } from '@kerf/core';
import type { DeviceClaim, NodeDevices } from '@kerf/engine';
import type { TableParts } from './cache-budget.js';
import { Groups } from './groups.js';
import { ObjectTable } from './object-table.js';

/** Called when objects of dynamic resource allocation change. */
interface DeviceListener {
  /** Called with the keys of {@link deviceClaimKeys} that a change affects; `null` if all may be. */
  readonly onClaims: (keys: readonly string[] | null) => void;
  /** Called with the name of a node whose devices, or what claims hold of them, changed. */
  readonly onNode: (nodeName: string) => void;
  /** Called with the name of a node whose devices a driver has published, changed or withdrawn. */
  readonly onPublished: (nodeName: string) => void;
}

/** Returns the keys under which changes that affect the claim of a pod are reported. */
export function deviceClaimKeys({ claim, template }: PodDeviceClaim): readonly string[] {
  return [
    ...(claim === null ? [] : [claimKey(claim)]),
    ...(template === null ? [] : [templateKey(template)]),
  ];
}

const claimKey = (name: string): string => `claim ${name}`;
const templateKey = (name: string): string => `template ${name}`;
const namespacedKey = ({ namespace, name }: ObjectMeta): string => `${namespace}/${name}`;
const nameKey = ({ name }: ObjectMeta): string => name;

/** Devices that claims select by the same attributes have the same short text. */
const digest = (text: string): string => hash('sha256', text, 'hex').slice(0, 24);

const cannotRead =
  'Kerf cannot plan for it, because it reads no objects of resource.k8s.io/v1: the cluster does not serve them, or Kerf may not list them';

/** The objects of dynamic resource allocation: claims, their templates, DeviceClasses and devices. */
export class DeviceTables {
  readonly claims: ObjectTable<ResourceClaim>;
  readonly templates: ObjectTable<ClaimedDevices>;
  readonly classes: ObjectTable<{ readonly selectors: readonly string[] }>;
  readonly slices: ObjectTable<ResourceSlice>;
  readonly #slicesByNode = new Groups<ResourceSlice>();
  readonly #claimsByNode = new Groups<ResourceClaim>();
  readonly #objects: DeviceObjects = {
    claim: (key) => this.claims.get(key),
    template: (key) => this.templates.get(key),
    deviceClass: (name) => this.classes.get(name)?.selectors ?? null,
    unreadable: () => (this.isReadable ? null : cannotRead),
  };

  constructor(parts: TableParts, { onClaims, onNode, onPublished }: DeviceListener) {
    this.claims = new ObjectTable({
      subject: 'resourceclaims',
      ...parts,
      keyOf: namespacedKey,
      read: (object, meta) => deepFreeze(readResourceClaim(object, meta)),
      onChange: ({ key, before, after }) => {
        onClaims([claimKey(key)]);
        this.#move(this.#claimsByNode, [before, after], nodeOfClaim, onNode);
      },
      onForget: (rows) => {
        for (const row of rows) this.#move(this.#claimsByNode, [row, null], nodeOfClaim, onNode);
      },
    });
    this.templates = new ObjectTable({
      subject: 'resourceclaimtemplates',
      ...parts,
      keyOf: namespacedKey,
      read: (object) => deepFreeze(readResourceClaimTemplate(object)),
      onChange: ({ key }) => onClaims([templateKey(key)]),
    });
    this.classes = new ObjectTable({
      subject: 'deviceclasses',
      ...parts,
      keyOf: nameKey,
      read: (object) => deepFreeze({ selectors: readDeviceClass(object) }),
      onChange: () => onClaims(null),
    });
    this.slices = new ObjectTable({
      subject: 'resourceslices',
      ...parts,
      keyOf: nameKey,
      read: (object) => deepFreeze(readResourceSlice(object, digest)),
      onChange: ({ before, after }) =>
        this.#move(this.#slicesByNode, [before, after], nodeOfSlice, (nodeName) => {
          onNode(nodeName);
          onPublished(nodeName);
        }),
      onForget: (rows) => {
        for (const row of rows) this.#move(this.#slicesByNode, [row, null], nodeOfSlice, onNode);
      },
    });
  }

  /** Whether all kinds have been read: a cluster may not serve them, or Kerf may not read them. */
  get isReadable(): boolean {
    return [this.claims, this.templates, this.classes, this.slices].every(
      ({ hasListed }) => hasListed,
    );
  }

  resolve(claim: PodDeviceClaim): DeviceClaim {
    return resolveDeviceClaim(claim, this.#objects);
  }

  /** Returns the published devices of a node; `null` if there are none. */
  devicesOf(nodeName: string): NodeDevices | null {
    const slices = this.#slicesByNode.get(nodeName);
    if (slices.size === 0) return null;
    return nodeDevices([...slices], [...this.#claimsByNode.get(nodeName)]);
  }

  #move<Row>(
    groups: Groups<Row>,
    [before, after]: readonly [Row | null, Row | null],
    nodeOf: (row: Row) => string | null,
    onNode: (nodeName: string) => void,
  ): void {
    const from = before === null ? null : nodeOf(before);
    const to = after === null ? null : nodeOf(after);
    if (before !== null && from !== null) groups.delete(from, before);
    if (after !== null && to !== null) groups.add(to, after);
    for (const nodeName of new Set([from, to])) if (nodeName !== null) onNode(nodeName);
  }
}

const nodeOfClaim = ({ allocation }: ResourceClaim): string | null => allocation?.node ?? null;
const nodeOfSlice = ({ nodeName }: ResourceSlice): string => nodeName;
