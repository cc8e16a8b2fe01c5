import ts from 'typescript';

/** An exported declaration with a missing or empty doc comment. */
export interface Undocumented {
  readonly line: number;
  readonly name: string;
  readonly problem: string;
}

/**
 * Returns the exported declarations of a source file that have no doc comment with a sentence: functions,
 * classes, interfaces, types, constants and enums. A sentence has three words or more, ends with a full
 * stop and does not only repeat the name. Tags such as `@returns` are no sentence. Re-exports
 * (`export … from`) and the members of a declaration do not count. One comment is enough for the
 * overloads of a function, and for a type and a value of the same name.
 */
export function undocumentedExports(path: string, text: string): readonly Undocumented[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const listed = listedNames(file);
  const found = new Map<string, Undocumented | null>();
  for (const statement of file.statements) {
    for (const { name, node } of declarationsOf(statement)) {
      if (!isExported(statement) && !listed.has(name)) continue;
      const problem = problemOf(name, node);
      if (problem === null) found.set(name, null);
      else if (!found.has(name)) {
        const { line } = file.getLineAndCharacterOfPosition(statement.getStart());
        found.set(name, { line: line + 1, name, problem });
      }
    }
  }
  return [...found.values()].filter((entry) => entry !== null);
}

/** Returns the names of own declarations in `export { … }`. */
function listedNames(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of file.statements) {
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier !== undefined) continue;
    const { exportClause } = statement;
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) continue;
    for (const { name, propertyName } of exportClause.elements) {
      names.add((propertyName ?? name).text);
    }
  }
  return names;
}

interface Declaration {
  readonly name: string;
  readonly node: ts.Node;
}

function declarationsOf(statement: ts.Statement): readonly Declaration[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((node) => ({
      name: node.name.getText(),
      node,
    }));
  }
  const isDeclaration =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isDeclaration ? [{ name: statement.name?.text ?? 'default', node: statement }] : [];
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}

function problemOf(name: string, node: ts.Node): string | null {
  const doc = ts.getJSDocCommentsAndTags(node).findLast(ts.isJSDoc);
  if (doc === undefined) return 'has no doc comment';
  const text = (ts.getTextOfJSDocComment(doc.comment) ?? '').trim();
  const [sentence] = /^[\s\S]+?\.(?=\s|$)/.exec(text) ?? [];
  if (sentence === undefined || sentence.split(/\s+/).length < 3) {
    return 'has a doc comment without a sentence';
  }
  return wordsOf(sentence) === wordsOf(name) ? 'has a doc comment that repeats its name' : null;
}

const fillers: ReadonlySet<string> = new Set(['a', 'an', 'the', 'of', 'this', 'is']);

/** Returns words in a comparable form: `podsOfNode` equals `The pods of the node.` */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '' && !fillers.has(word))
    .join(' ');
