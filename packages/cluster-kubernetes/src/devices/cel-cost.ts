import type { parse } from '@bufbuild/cel';

type Expr = ReturnType<typeof parse>['expr'];

/** The API server refuses longer ones. Source: resource/v1 CELSelectorExpressionMaxLength. */
const maxLength = 10 * 1024;
const maxNodes = 1_000;
/** A device has at most 64 attributes and capacities; a loop in a loop in a loop would take seconds. */
const maxLoops = 2;

/** Returns why an expression takes too long to evaluate; `null` if it does not. */
export function costProblem(text: string): string | null {
  return text.length > maxLength ? `it has more than ${maxLength} characters` : null;
}

/** Returns why a parsed expression takes too long to evaluate; `null` if it does not. */
export function structureProblem(expr: Expr): string | null {
  const size = sizeOf(expr);
  if (size.nodes > maxNodes) return `it has more than ${maxNodes} terms`;
  return size.loops > maxLoops ? `it has more than ${maxLoops} macros in one another` : null;
}

interface Size {
  readonly nodes: number;
  /** Depth of loops, one over the result of another included. */
  readonly loops: number;
}

function sizeOf(expr: Expr | undefined): Size {
  const parts = partsOf(expr).map(sizeOf);
  const isLoop = expr?.exprKind.case === 'comprehensionExpr';
  return {
    nodes: parts.reduce((sum, { nodes }) => sum + nodes, 1),
    loops: Math.max(0, ...parts.map(({ loops }) => loops)) + (isLoop ? 1 : 0),
  };
}

function partsOf(expr: Expr | undefined): readonly (Expr | undefined)[] {
  const kind = expr?.exprKind;
  switch (kind?.case) {
    case 'selectExpr':
      return [kind.value.operand];
    case 'callExpr':
      return [kind.value.target, ...kind.value.args];
    case 'listExpr':
      return kind.value.elements;
    case 'structExpr':
      return kind.value.entries.flatMap(({ keyKind, value }) => [
        keyKind.case === 'mapKey' ? keyKind.value : undefined,
        value,
      ]);
    case 'comprehensionExpr': {
      const { iterRange, accuInit, loopCondition, loopStep, result } = kind.value;
      return [iterRange, accuInit, loopCondition, loopStep, result];
    }
    default:
      return [];
  }
}
