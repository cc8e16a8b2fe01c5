import { listAt, numberAt, objectAt, stringAt } from '../../json/json.js';
import { ageOf } from '../human-duration.js';
import { kinds } from '../kind.js';
import type { KubeObject } from '../kube-object.js';
import type { Column } from '../resource.js';
import type { Event } from '../types/cluster.js';
import { ageColumn, columnsOf, jsonColumn, nameColumn, orNone } from './define-columns.js';

const namespace = columnsOf(kinds.namespace);
const event = columnsOf(kinds.event);
const claim = columnsOf(kinds.persistentVolumeClaim);
const volume = columnsOf(kinds.persistentVolume);
const storageClass = columnsOf(kinds.storageClass);
const priorityClass = columnsOf(kinds.priorityClass);
const definition = columnsOf(kinds.customResourceDefinition);
const lease = columnsOf(kinds.lease);

export const namespaceColumns: readonly Column[] = [
  nameColumn,
  namespace.text('Status', ({ status }) => status?.phase ?? ''),
  ageColumn,
];

export const eventColumns: readonly Column[] = [
  event.text('Last Seen', (object, now) => ageOf(lastSeenAt(object), now)),
  event.text('Type', ({ type }) => type ?? ''),
  event.text('Reason', ({ reason }) => reason ?? ''),
  event.text(
    'Object',
    ({ involvedObject }) => `${involvedObject.kind.toLowerCase()}/${involvedObject.name}`,
  ),
  event.wide('Subobject', () => ''),
  event.wide('Source', ({ source, reportingComponent }) =>
    [source?.component ?? reportingComponent, source?.host]
      .filter((part) => part !== undefined)
      .join(', '),
  ),
  event.text('Message', ({ message }) => (message ?? '').trim()),
  event.wide('First Seen', (object, now) =>
    ageOf(object.firstTimestamp ?? object.eventTime ?? object.metadata.creationTimestamp, now),
  ),
  event.wide('Count', ({ count }) => String(count ?? 1)),
  { ...nameColumn, priority: 1 },
];

function lastSeenAt({ lastTimestamp, eventTime, metadata }: Event): string {
  return lastTimestamp ?? eventTime ?? metadata.creationTimestamp;
}

export const persistentVolumeClaimColumns: readonly Column[] = [
  nameColumn,
  claim.text('Status', ({ status, metadata }) =>
    metadata.deletionTimestamp === undefined ? (status?.phase ?? '') : 'Terminating',
  ),
  claim.text('Volume', ({ spec }) => spec.volumeName ?? ''),
  claim.text('Capacity', ({ status }) => status?.capacity?.['storage'] ?? ''),
  claim.text('Access Modes', ({ status }) => accessModes(status?.accessModes)),
  claim.text('StorageClass', ({ spec }) => spec.storageClassName ?? ''),
  ageColumn,
];

export const persistentVolumeColumns: readonly Column[] = [
  nameColumn,
  volume.text('Capacity', ({ spec }) => spec?.capacity?.['storage'] ?? ''),
  volume.text('Access Modes', ({ spec }) => accessModes(spec?.accessModes)),
  volume.text('Reclaim Policy', ({ spec }) => spec?.persistentVolumeReclaimPolicy ?? ''),
  volume.text('Status', ({ status }) => status?.phase ?? ''),
  volume.text('Claim', ({ spec }) =>
    spec?.claimRef === undefined ? '' : `${spec.claimRef.namespace}/${spec.claimRef.name}`,
  ),
  volume.text('StorageClass', ({ spec }) => spec?.storageClassName ?? ''),
  ageColumn,
];

const shortAccessModes: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

function accessModes(modes: readonly string[] | undefined): string {
  return (modes ?? []).map((mode) => shortAccessModes[mode] ?? mode).join(',');
}

export const storageClassColumns: readonly Column[] = [
  nameColumn,
  storageClass.text('Provisioner', ({ provisioner }) => provisioner),
  storageClass.text('ReclaimPolicy', ({ reclaimPolicy }) => reclaimPolicy ?? ''),
  storageClass.text('VolumeBindingMode', ({ volumeBindingMode }) => volumeBindingMode ?? ''),
  ageColumn,
];

export const priorityClassColumns: readonly Column[] = [
  nameColumn,
  priorityClass.integer('Value', ({ value }) => value),
  priorityClass.text('Global-Default', ({ globalDefault }) => String(globalDefault ?? false)),
  ageColumn,
  priorityClass.text('PreemptionPolicy', ({ preemptionPolicy }) => preemptionPolicy ?? ''),
];

export const customResourceDefinitionColumns: readonly Column[] = [
  nameColumn,
  definition.text('Created At', ({ metadata }) => metadata.creationTimestamp),
];

export const leaseColumns: readonly Column[] = [
  nameColumn,
  lease.text('Holder', ({ spec }) => spec?.holderIdentity ?? ''),
  ageColumn,
];

const dataCount = (object: KubeObject): number =>
  Object.keys(objectAt(object['data'])).length + Object.keys(objectAt(object['binaryData'])).length;

export const configMapColumns: readonly Column[] = [
  nameColumn,
  jsonColumn('Data', dataCount),
  ageColumn,
];

export const secretColumns: readonly Column[] = [
  nameColumn,
  jsonColumn('Type', (object) => stringAt(object, 'type') ?? 'Opaque'),
  jsonColumn('Data', dataCount),
  ageColumn,
];

export const serviceColumns: readonly Column[] = [
  nameColumn,
  jsonColumn('Type', (object) => stringAt(object, 'spec', 'type') ?? 'ClusterIP'),
  jsonColumn('Cluster-IP', (object) => orNone(stringAt(object, 'spec', 'clusterIP'))),
  jsonColumn('External-IP', () => '<none>'),
  jsonColumn('Port(s)', (object) =>
    orNone(
      listAt(object, 'spec', 'ports')
        .map((port) => `${numberAt(port, 'port') ?? 0}/${stringAt(port, 'protocol') ?? 'TCP'}`)
        .join(','),
    ),
  ),
  ageColumn,
];
