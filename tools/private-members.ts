import ts from 'typescript';

/** A class member with the keyword `private` or `protected`. */
export interface KeywordMember {
  readonly line: number;
  readonly name: string;
  readonly keyword: string;
}

/**
 * Returns the class members of a source file that are private or protected by keyword, which the
 * compiler checks and the program does not. Constructors have no other form; parameter properties
 * of decorated classes are how Nest injects.
 */
export function keywordMembers(path: string, text: string): readonly KeywordMember[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: KeywordMember[] = [];
  const visit = (node: ts.Node): void => {
    const keyword = keywordOf(node);
    if (keyword !== undefined && !isInjected(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push({ line: line + 1, name: nameOf(node), keyword: keyword.getText() });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const keywords: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.PrivateKeyword,
  ts.SyntaxKind.ProtectedKeyword,
]);

function keywordOf(node: ts.Node): ts.Modifier | undefined {
  if (!ts.canHaveModifiers(node) || ts.isConstructorDeclaration(node)) return undefined;
  return ts.getModifiers(node)?.find(({ kind }) => keywords.has(kind));
}

function isInjected(node: ts.Node): boolean {
  if (!ts.isParameter(node)) return false;
  const owner = node.parent.parent;
  return ts.isClassDeclaration(owner) && (ts.getDecorators(owner) ?? []).length > 0;
}

function nameOf(node: ts.Node): string {
  return ts.isClassElement(node) || ts.isParameter(node) ? (node.name?.getText() ?? '') : '';
}
