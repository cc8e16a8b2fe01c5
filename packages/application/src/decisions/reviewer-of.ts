import { personBehind } from '../approvals/person-behind.js';
import type { ReviewerIdentity } from '../domain/approval/review.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';

/**
 * Returns the caller with the names of its teams, and for a token the user behind it: a user who
 * reviews with a token, or with a token that this token or a trust rule of theirs created, is one
 * person.
 */
export async function reviewerOf(
  { access, identity, trustRules }: Pick<Repositories, 'access' | 'identity' | 'trustRules'>,
  { kind, id, name, roles, teams }: Principal,
): Promise<ReviewerIdentity> {
  const names = teams.length === 0 ? [] : await access.teams();
  const reviewer = {
    kind,
    id,
    name,
    roles,
    teams: names.flatMap((team) => (teams.includes(team.id) ? [team.name] : [])),
  };
  if (kind === 'User') return reviewer;
  return { ...reviewer, creatorId: await personBehind({ identity, trustRules }, { kind, id }) };
}
