/** Returns the object with the ID; `null` if it is not among those that the caller may see. */
export const withId = <T extends { readonly id: string }>(
  objects: readonly T[],
  id: string,
): T | null => objects.find((object) => object.id === id) ?? null;
