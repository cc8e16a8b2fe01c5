const actorWords: Readonly<Record<string, string>> = {
  User: 'user',
  ApiToken: 'API token',
  Kerf: 'system',
  Anonymous: 'not signed in',
};

/** Returns the word for the kind of an actor; an unknown kind as is. */
export const actorWord = (kind: string): string => actorWords[kind] ?? kind;
