/** Nodes that are selected in the table and on the map, as the URL has them. */
export function toSelection(selected: string | undefined): readonly string[] {
  return selected === undefined || selected === '' ? [] : selected.split(',');
}

/** Returns the URL parameter of a selection. */
export const fromSelection = (names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : names.join(',');

/** Returns the selection with more or fewer nodes, in the order in which they were selected. */
export function changeSelection(
  selection: readonly string[],
  names: readonly string[],
  isSelected: boolean,
): readonly string[] {
  const others = selection.filter((name) => !names.includes(name));
  return isSelected ? [...others, ...names] : others;
}
