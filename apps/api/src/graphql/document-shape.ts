import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Size of a document with its fragments expanded; that of the largest operation. */
export interface DocumentShape {
  readonly aliases: number;
  /** Fields whose response name occurs before them in the same selection set. */
  readonly repeatedFields: number;
  readonly selections: number;
  /** Depth of nested selection sets, inline fragments included. */
  readonly levels: number;
  /** Depth of nested fields, without introspection. */
  readonly depth: number;
  readonly rootFields: number;
}

type Expansion = Pick<DocumentShape, 'selections' | 'levels' | 'depth' | 'rootFields'>;

const nothing: Expansion = { selections: 0, levels: 0, depth: 0, rootFields: 0 };

/**
 * Measures a document in one visit of each of its selections, however its fragments nest. The
 * document need not be valid: unknown fragments and fragments in a circle count nothing.
 */
export function measureDocument(document: DocumentNode): DocumentShape {
  return new Measurement(document).result();
}

class Measurement {
  readonly #document: DocumentNode;
  readonly #fragments = new Map<string, FragmentDefinitionNode>();
  readonly #expansions = new Map<string, Expansion>();
  #aliases = 0;
  #repeatedFields = 0;

  constructor(document: DocumentNode) {
    this.#document = document;
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) {
        this.#fragments.set(definition.name.value, definition);
      }
    }
  }

  result(): DocumentShape {
    let largest = nothing;
    for (const definition of this.#document.definitions) {
      if (definition.kind === Kind.OPERATION_DEFINITION) {
        largest = largestOf(largest, this.#expand(definition.selectionSet));
      }
    }
    // Unused fragments have aliases too.
    for (const name of this.#fragments.keys()) this.#expandFragment(name);
    return { ...largest, aliases: this.#aliases, repeatedFields: this.#repeatedFields };
  }

  #expand({ selections }: SelectionSetNode, seen = new Set<string>()): Expansion {
    let sum = nothing;
    for (const selection of selections) {
      const inner = this.#expandSelection(selection, seen);
      sum = {
        selections: Math.min(sum.selections + inner.selections + 1, Number.MAX_SAFE_INTEGER),
        levels: Math.max(sum.levels, inner.levels),
        depth: Math.max(sum.depth, inner.depth),
        rootFields: Math.min(sum.rootFields + inner.rootFields, Number.MAX_SAFE_INTEGER),
      };
    }
    return { ...sum, levels: sum.levels + 1 };
  }

  #expandSelection(selection: SelectionNode, seen: Set<string>): Expansion {
    switch (selection.kind) {
      case Kind.FIELD: {
        if (selection.alias !== undefined) this.#aliases += 1;
        const { value: responseName } = selection.alias ?? selection.name;
        if (seen.has(responseName)) this.#repeatedFields += 1;
        seen.add(responseName);
        const { selectionSet } = selection;
        const inner = selectionSet === undefined ? nothing : this.#expand(selectionSet);
        const isAboutSchema = selection.name.value.startsWith('__');
        return { ...inner, depth: isAboutSchema ? 0 : inner.depth + 1, rootFields: 1 };
      }
      case Kind.INLINE_FRAGMENT:
        return this.#expand(selection.selectionSet, seen);
      default:
        return this.#expandFragment(selection.name.value);
    }
  }

  #expandFragment(name: string): Expansion {
    const known = this.#expansions.get(name);
    if (known !== undefined) return known;
    const fragment = this.#fragments.get(name);
    // Preliminary value, at which a fragment that spreads itself ends.
    this.#expansions.set(name, nothing);
    const expansion = fragment === undefined ? nothing : this.#expand(fragment.selectionSet);
    this.#expansions.set(name, expansion);
    return expansion;
  }
}

function largestOf(one: Expansion, other: Expansion): Expansion {
  return {
    selections: Math.max(one.selections, other.selections),
    levels: Math.max(one.levels, other.levels),
    depth: Math.max(one.depth, other.depth),
    rootFields: Math.max(one.rootFields, other.rootFields),
  };
}
