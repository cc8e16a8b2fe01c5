/** A type of the AWS SDK as received over the network: enumerations may have any value. */
export type Open<T> = T extends string
  ? string
  : T extends Date | Uint8Array
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Open<Item>[]
      : T extends object
        ? { readonly [Key in keyof T]: Open<T[Key]> }
        : T;
