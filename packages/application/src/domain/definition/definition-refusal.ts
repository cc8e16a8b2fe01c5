import type { ClusterId, Instant } from '@kerf/core';
import type { Definition, DefinitionKind } from './definition.js';

/**
 * An object of a cluster that cannot be read as it is now, while the cluster is its source. Until it
 * is corrected, nothing is done that the unreadable part could forbid.
 */
export interface DefinitionRefusal {
  readonly clusterId: ClusterId;
  readonly kind: DefinitionKind;
  readonly name: string;
  /** Generation of the refused object; `null` if it has none. */
  readonly generation: number | null;
  /**
   * `Disruption`: only the disruption settings of a NodePool are unreadable; the rest was saved and
   * is in force, and no node is disrupted voluntarily. `Everything`: nothing is launched either, and
   * the last readable definition only describes the nodes that exist.
   */
  readonly extent: 'Disruption' | 'Everything';
  /** Path of the first unreadable field, e.g. `spec.disruption.budgets[0].schedule`. */
  readonly field: string;
  /** Each unreadable field with what is wrong and how to fix it. */
  readonly message: string;
  readonly refusedAt: Instant;
}

/** Returns the refusal of an object; `undefined` if the object is readable. */
export const refusalOf = (
  refusals: readonly DefinitionRefusal[],
  { kind, name }: Pick<Definition, 'kind' | 'name'>,
): DefinitionRefusal | undefined =>
  refusals.find((refusal) => refusal.kind === kind && refusal.name === name);

/** Returns the refusal of an object that stops launches with it; `undefined` if there is none. */
export function launchRefusalOf(
  refusals: readonly DefinitionRefusal[],
  object: Pick<Definition, 'kind' | 'name'>,
): DefinitionRefusal | undefined {
  const refusal = refusalOf(refusals, object);
  return refusal?.extent === 'Everything' ? refusal : undefined;
}

/** Returns the sentence that names the object and says what is wrong. */
export const refusalText = ({ kind, name, message }: DefinitionRefusal): string =>
  `${kind} ${name} is refused: ${message}`;
