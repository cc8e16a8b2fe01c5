import ts from 'typescript';

/** A type predicate that claims more than its function tests. */
export interface Unproven {
  readonly line: number;
  readonly name: string;
  readonly problem: string;
}

/**
 * Returns the type predicates (`value is T`, `asserts value is T`) of a source file that their
 * functions do not prove: the function does not test the value, never returns false, claims a type
 * that only the caller knows, or tests only that an `unknown` is defined or an object and claims
 * fields. Such a predicate is a hidden cast.
 */
export function unprovenPredicates(path: string, text: string): readonly Unproven[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Unproven[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && node.type !== undefined && ts.isTypePredicateNode(node.type)) {
      const problem = problemOf(node, node.type);
      if (problem !== null) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        found.push({ line: line + 1, name: nameOf(node), problem });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function problemOf(node: ts.SignatureDeclaration, predicate: ts.TypePredicateNode): string | null {
  if (!('body' in node) || node.body === undefined) return null;
  const { body, parameters } = node;
  const claimed = claimedParameter(node, predicate);
  if (claimed !== null) return `claims ${claimed}, which only its caller knows`;
  const subject = predicate.parameterName.getText();
  const uses = usesOf(body, subject);
  if (uses.length === 0) return `does not test ${subject}`;
  if (predicate.assertsModifier === undefined && isAlwaysTrue(body)) return 'never returns false';
  const parameter = parameters.find(({ name }) => name.getText() === subject);
  if (parameter?.type?.kind !== ts.SyntaxKind.UnknownKeyword || predicate.type === undefined) {
    return null;
  }
  if (uses.every(isTestForBeingThere)) return `only tests whether ${subject} is defined`;
  const looksInside = !uses.every((use) => isTestForBeingThere(use) || isTestOfKind(use));
  return looksInside || isWithoutFields(predicate.type)
    ? null
    : `tests no field of ${predicate.type.getText()}`;
}

/** Returns a type parameter of the function that the predicate names and no parameter type does. */
function claimedParameter(
  { typeParameters, parameters }: ts.SignatureDeclaration,
  { type }: ts.TypePredicateNode,
): string | null {
  if (type === undefined) return null;
  const declared = [...(typeParameters ?? [])].map(({ name }) => name.text);
  const claimed = identifiersOf(type);
  const given = new Set(
    [...parameters].flatMap((parameter) =>
      parameter.type === undefined ? [] : [...identifiersOf(parameter.type)],
    ),
  );
  return declared.find((name) => claimed.has(name) && !given.has(name)) ?? null;
}

function identifiersOf(root: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return names;
}

/** Returns the uses of the value in the body, without properties of the same name. */
function usesOf(body: ts.Node, subject: string): readonly ts.Node[] {
  const uses: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    const isThis = subject === 'this' && node.kind === ts.SyntaxKind.ThisKeyword;
    if (isThis || (ts.isIdentifier(node) && node.text === subject && !isPropertyName(node))) {
      uses.push(node);
    }
    ts.forEachChild(node, visit);
  };
  visit(body);
  return uses;
}

const isPropertyName = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node);

/** Returns true if all returns are the literal `true`. */
function isAlwaysTrue(body: ts.Node): boolean {
  if (!ts.isBlock(body)) return isTrue(body);
  const returned: (ts.Expression | undefined)[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node)) returned.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(body);
  return returned.every((expression) => expression !== undefined && isTrue(expression));
}

const isTrue = (node: ts.Node): boolean => node.kind === ts.SyntaxKind.TrueKeyword;

const equalities: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

/** `value !== null`, `value === undefined`, `!value`, `!!value`, `Boolean(value)`. */
function isTestForBeingThere(use: ts.Node): boolean {
  const { parent } = use;
  if (ts.isPrefixUnaryExpression(parent)) {
    return parent.operator === ts.SyntaxKind.ExclamationToken;
  }
  if (ts.isCallExpression(parent)) return parent.expression.getText() === 'Boolean';
  if (!ts.isBinaryExpression(parent) || !equalities.has(parent.operatorToken.kind)) return false;
  const other = parent.left === use ? parent.right : parent.left;
  return other.kind === ts.SyntaxKind.NullKeyword || other.getText() === 'undefined';
}

/** `typeof value`, `Array.isArray(value)`. */
const isTestOfKind = ({ parent }: ts.Node): boolean =>
  ts.isTypeOfExpression(parent) ||
  (ts.isCallExpression(parent) && parent.expression.getText() === 'Array.isArray');

/**
 * Returns true for types without fields: `string`, `readonly unknown[]`, `Record<…>`, and names
 * declared as such in the same file. Types of other files are assumed to have fields.
 */
function isWithoutFields(type: ts.TypeNode): boolean {
  if (ts.isTypeOperatorNode(type)) return isWithoutFields(type.type);
  if (ts.isArrayTypeNode(type)) return true;
  if (ts.isTypeLiteralNode(type)) return type.members.every(ts.isIndexSignatureDeclaration);
  if (!ts.isTypeReferenceNode(type)) return !ts.isIntersectionTypeNode(type);
  const name = type.typeName.getText();
  if (name === 'Record') return true;
  if (name === 'Readonly') return type.typeArguments?.every(isWithoutFields) ?? false;
  const alias = type
    .getSourceFile()
    .statements.find(
      (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === name,
    );
  return alias !== undefined && ts.isTypeAliasDeclaration(alias) && isWithoutFields(alias.type);
}

function nameOf(node: ts.SignatureDeclaration): string {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return named?.getText() ?? 'a function without a name';
}
