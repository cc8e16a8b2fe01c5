import type { ManifestContext } from '@kerf/application';
import { definitionGroups } from '../definition-groups.js';
import { type Draft, refuseConflict } from './draft.js';

const nodeClassGroup = definitionGroups.EC2NodeClass;
const nodeClassKind = 'EC2NodeClass';

const refPath = ['spec', 'template', 'spec', 'nodeClassRef'] as const;

/** Adds `group`, `kind` and `name` to `nodeClassRef`, which v1 requires. */
export function completeNodeClassRef(draft: Draft, context: ManifestContext): void {
  const hasPlace = draft.object(refPath.slice(0, -1)) !== null;
  if (hasPlace && draft.get(refPath) === undefined) useDefaultNodeClass(draft, context);
  const ref = draft.object(refPath);
  if (ref === null) return;
  if (typeof ref['apiVersion'] === 'string') replaceApiVersion(draft, ref['apiVersion']);
  addGroupAndKind(draft);
}

function useDefaultNodeClass(draft: Draft, context: ManifestContext): void {
  const { defaultNodeClass } = context;
  if (defaultNodeClass === null) {
    draft.findings.add({
      code: 'NODE_CLASS_MISSING',
      path: refPath,
      message: `the NodePool references no EC2NodeClass; set nodeClassRef: { group: ${nodeClassGroup}, kind: ${nodeClassKind}, name: … }${existingNodeClasses(context)}`,
    });
    return;
  }
  draft.set(refPath, { group: nodeClassGroup, kind: nodeClassKind, name: defaultNodeClass });
  draft.findings.add({
    code: 'NODE_CLASS_DEFAULTED',
    path: refPath,
    message: 'the NodePool references no EC2NodeClass; the default one was set',
    became: defaultNodeClass,
  });
}

function existingNodeClasses({ clusterName, knownNodeClasses }: ManifestContext): string {
  if (knownNodeClasses === null) return '';
  const known = knownNodeClasses.length === 0 ? 'no EC2NodeClass yet' : knownNodeClasses.join(', ');
  return ` (${clusterName ?? 'the cluster'} has ${known})`;
}

function replaceApiVersion(draft: Draft, apiVersion: string): void {
  const path = [...refPath, 'apiVersion'];
  const group = apiVersion.split('/')[0] ?? '';
  const stated = draft.get([...refPath, 'group']) ?? group;
  if (stated !== group) {
    refuseConflict(draft, path, 'nodeClassRef.group');
    return;
  }
  draft.set([...refPath, 'group'], group);
  draft.remove(path);
  draft.findings.add({
    code: 'NODE_CLASS_REF_COMPLETED',
    path,
    message: 'nodeClassRef.apiVersion became nodeClassRef.group in v1',
    found: apiVersion,
    became: `group: ${group}`,
  });
}

function addGroupAndKind(draft: Draft): void {
  const absent = [
    ['group', nodeClassGroup],
    ['kind', nodeClassKind],
  ].filter(([field = '']) => draft.get([...refPath, field]) === undefined);
  if (absent.length === 0) return;
  for (const [field = '', value] of absent) draft.set([...refPath, field], value);
  draft.findings.add({
    code: 'NODE_CLASS_REF_COMPLETED',
    path: refPath,
    message: `v1 requires group and kind in nodeClassRef; ${absent.map(([field]) => field).join(' and ')} ${absent.length === 1 ? 'was' : 'were'} added`,
    became: absent.map((entry) => entry.join(': ')).join(', '),
  });
}
