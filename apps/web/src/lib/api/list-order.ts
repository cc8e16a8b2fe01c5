/** An order of a list as the API takes it. */
export interface ListOrder<Field extends string> {
  readonly field: Field;
  readonly direction: 'ASC' | 'DESC';
}
