/**
 * A type that the AWS SDK generated, as it really comes over the wire: any text where the SDK lists
 * the values it knows.
 */
export type Open<T> = T extends string
  ? string
  : T extends Date | Uint8Array
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Open<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]: Open<T[Key]> }
        : T;
