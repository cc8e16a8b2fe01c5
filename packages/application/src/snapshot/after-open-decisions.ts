import type { ClusterSnapshot } from '@kerf/engine';
import { withOpenCommands } from '../domain/decision/open-commands.js';
import type { Ports } from '../ports/ports.js';
import type { LoadedSnapshot } from './load-snapshot.js';

/** A state of a cluster to evaluate. */
export interface EvaluatedState {
  readonly snapshot: ClusterSnapshot;
  /** A digest of the snapshot without its clock. */
  readonly stateDigest: string;
}

/** Returns the cluster as it will be after the open decisions. */
export function afterOpenDecisions(
  { digest }: Pick<Ports, 'digest'>,
  { snapshot, stateDigest, decisions }: LoadedSnapshot,
): EvaluatedState {
  const open = decisions.filter(({ state }) => state !== 'Executing');
  return {
    snapshot: withOpenCommands(snapshot, open),
    stateDigest: digest.of([stateDigest, open.map(({ id, version }) => [id, version])]),
  };
}
