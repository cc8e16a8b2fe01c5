/** Returns the text, with an ellipsis after this many characters. */
export const shorten = (text: string, maxLength = 160): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
