const maxLength = 160;

/** Returns the text, with an ellipsis after 160 characters. */
export const shorten = (text: string): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
