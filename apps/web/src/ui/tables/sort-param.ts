export interface Sorting {
  readonly id: string;
  readonly desc: boolean;
}

/** Returns the sort order of a URL parameter such as `-price`. */
export function toSorting(param: string | undefined): Sorting[] {
  if (param === undefined || param === '') return [];
  return param.startsWith('-')
    ? [{ id: param.slice(1), desc: true }]
    : [{ id: param, desc: false }];
}

export function toSortParam([sorting]: readonly Sorting[]): string | undefined {
  if (sorting === undefined) return undefined;
  return sorting.desc ? `-${sorting.id}` : sorting.id;
}
