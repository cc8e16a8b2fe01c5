/** Returns whether a name contains what somebody typed to find it, in capitals or not. */
export const containsText = (name: string, typed: string | undefined): boolean =>
  name.toLowerCase().includes((typed ?? '').toLowerCase());
