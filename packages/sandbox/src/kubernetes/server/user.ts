/** Who asks. */
export interface User {
  readonly name: string;
  readonly groups: readonly string[];
}

export const everything = 'system:masters';
export const authenticated = 'system:authenticated';
const unauthenticated = 'system:unauthenticated';

export const anonymous: User = { name: 'system:anonymous', groups: [unauthenticated] };
