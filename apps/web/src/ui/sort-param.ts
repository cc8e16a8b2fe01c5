export interface Sorting {
  readonly id: string;
  readonly desc: boolean;
}

/** `-price` of the URL as the table has it. */
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
