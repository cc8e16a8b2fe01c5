import type { ClusterId } from '@kerf/core';
import type { Definition } from '../domain/definition/definition.js';
import { type DefinitionRefusal, refusalOf } from '../domain/definition/definition-refusal.js';
import type { NotedEvent } from '../ports/cluster-event-recorder.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { objectRefused } from '../recording/events.js';

type Identity = Pick<Definition, 'kind' | 'name'>;

/** Records that an object is refused, with its finding. */
export async function recordRefusal(tx: Repositories, refusal: DefinitionRefusal): Promise<void> {
  const { clusterId, kind, name, refusedAt } = refusal;
  await tx.findings.record({
    clusterId,
    code: 'DEFINITION_REFUSED',
    object: `${kind}/${name}`,
    message: refusalSentences(refusal),
    at: refusedAt,
  });
  const known = refusalOf(await tx.definitions.refusals(clusterId), refusal);
  if (known !== undefined && isSame(known, refusal)) return;
  await tx.definitions.saveRefusal(refusal);
  await publishChange(tx, clusterId, refusedAt);
}

/** Returns what is unreadable, how to fix it, and what is stopped until then. */
export const refusalSentences = (refusal: DefinitionRefusal): string =>
  `${refusal.message}. ${consequenceText(refusal)}`;

/** Returns the Event of a refused object. */
export const refusalEvent = (refusal: DefinitionRefusal): NotedEvent =>
  objectRefused({ kind: refusal.kind, name: refusal.name, uid: null }, refusalSentences(refusal));

function consequenceText({ kind, extent }: Pick<DefinitionRefusal, 'kind' | 'extent'>): string {
  if (kind === 'EC2NodeClass') {
    return 'Until this is corrected, no node is launched with the EC2NodeClass, and none is replaced because it differs from it.';
  }
  return extent === 'Disruption'
    ? 'Until this is corrected, nodes of the NodePool are launched, and none is disrupted voluntarily.'
    : 'Until this is corrected, no node of the NodePool is launched or disrupted voluntarily.';
}

/** Records that an object is readable again, or gone. */
export async function clearRefusal(
  { clock }: Pick<Ports, 'clock'>,
  tx: Repositories,
  clusterId: ClusterId,
  { kind, name }: Identity,
): Promise<void> {
  await tx.findings.clear(clusterId, 'DEFINITION_REFUSED', `${kind}/${name}`);
  if (!(await tx.definitions.clearRefusal(clusterId, kind, name))) return;
  await publishChange(tx, clusterId, clock.now());
}

const isSame = (a: DefinitionRefusal, b: DefinitionRefusal): boolean =>
  a.generation === b.generation &&
  a.extent === b.extent &&
  a.field === b.field &&
  a.message === b.message;

const publishChange = (tx: Repositories, clusterId: ClusterId, version: number): Promise<void> =>
  tx.changes.publish({ topic: 'definition', clusterId, id: null, version });
