import { conflictSentence, type NodeOverlayRow } from '@kerf/application';
import { assertNever } from '@kerf/core';
import type { NodeOverlay } from '../../generated/schema-types.js';

const nowhere = { nodePools: [], instanceTypes: 0 };

export function toNodeOverlayView({ name, spec, state }: NodeOverlayRow): NodeOverlay {
  const { nodePools, instanceTypes } = state.kind === 'Applied' ? state : nowhere;
  return {
    name,
    state: state.kind,
    problems: problemsOf(state),
    conflictsWith: state.kind === 'Conflict' ? state.with : null,
    nodePools,
    instanceTypes,
    weight: spec?.weight ?? 0,
    requirements: (spec?.requirements ?? []).map(({ key, operator, values = [] }) =>
      values.length === 0 ? `${key} ${operator}` : `${key} ${operator} [${values.join(', ')}]`,
    ),
    price: spec?.price ?? null,
    priceAdjustment: spec?.priceAdjustment ?? null,
    capacity: Object.entries(spec?.capacity ?? {}).map(([resource, quantity]) => ({
      resource,
      quantity,
    })),
  };
}

function problemsOf(state: NodeOverlayRow['state']): readonly string[] {
  switch (state.kind) {
    case 'Applied':
      return [];
    case 'Conflict':
      return [conflictSentence(state)];
    case 'Refused':
      return state.problems;
    default:
      return assertNever(state);
  }
}
