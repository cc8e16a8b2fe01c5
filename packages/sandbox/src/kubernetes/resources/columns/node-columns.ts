import { kinds } from '../kind.js';
import type { Column } from '../resource.js';
import type { Node } from '../types/node.js';
import { ageColumn, columnsOf, nameColumn, orNone } from './define-columns.js';

const { text, wide } = columnsOf(kinds.node);

export const nodeColumns: readonly Column[] = [
  nameColumn,
  text('Status', nodeStatusText),
  text('Roles', rolesOf),
  ageColumn,
  text('Version', ({ status }) => status?.nodeInfo?.kubeletVersion ?? ''),
  wide('Internal-IP', (node) => addressOf(node, 'InternalIP')),
  wide('External-IP', (node) => addressOf(node, 'ExternalIP')),
  wide('OS-Image', ({ status }) => unknownIfEmpty(status?.nodeInfo?.osImage)),
  wide('Kernel-Version', ({ status }) => unknownIfEmpty(status?.nodeInfo?.kernelVersion)),
  wide('Container-Runtime', ({ status }) =>
    unknownIfEmpty(status?.nodeInfo?.containerRuntimeVersion),
  ),
];

function nodeStatusText(node: Node): string {
  const ready = node.status?.conditions?.find(({ type }) => type === 'Ready');
  const known = ready?.status === 'True' ? 'Ready' : 'NotReady';
  const word = ready === undefined ? 'Unknown' : known;
  return node.spec.unschedulable === true ? `${word},SchedulingDisabled` : word;
}

const rolePrefix = 'node-role.kubernetes.io/';

function rolesOf({ metadata }: Node): string {
  const roles = Object.keys(metadata.labels ?? {}).flatMap((key) =>
    key.startsWith(rolePrefix) ? [key.slice(rolePrefix.length)] : [],
  );
  return orNone(roles.sort().join(','));
}

function addressOf(node: Node, type: string): string {
  return orNone(node.status?.addresses?.find((address) => address.type === type)?.address);
}

function unknownIfEmpty(value: string | undefined): string {
  return value === undefined || value === '' ? '<unknown>' : value;
}
