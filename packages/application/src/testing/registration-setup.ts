import { aUser, createMemoryStore, ManualClock, type MemoryStore, recordedAt } from '@kerf/testing';
import type { RegisterClusterInput } from '../clusters/register-cluster.js';
import { organizationAdmin } from '../domain/identity/access.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Secrets } from '../ports/secrets.js';
import { countedIds } from './set-up-cluster.js';

/** Creates secrets that count, and digests that show what was digested. */
export function countedSecrets(): Secrets {
  let count = 0;
  return {
    create: (prefix) => {
      count += 1;
      return `${prefix}_${count}`;
    },
    createUserCode: () => 'BCDF-GHJK',
    digest: (secret) => `digest of ${secret}`,
    seal: (secret, text) => `${text} sealed with ${secret}`,
    open: (secret, sealed) => {
      const [text = '', key] = sealed.split(' sealed with ');
      return key === secret ? text : null;
    },
    hashPassword: async (password) => `hash of ${password}`,
    checkPassword: async (password, hash) => hash === `hash of ${password}`,
  };
}

/** The registration of a cluster whose endpoint EKS reports. */
export const registration: RegisterClusterInput = {
  name: 'staging',
  region: 'eu-west-1',
  roleArn: 'arn:aws:iam::111122223333:role/kerf',
  endpoint: null,
  certificateAuthority: null,
  mode: 'approve',
  requestId: 'req-1',
};

/** Ports of the identity use cases on an empty store, with one user. */
export async function setUpUser(name = 'ada') {
  const clock = new ManualClock(recordedAt);
  const store = createMemoryStore();
  const ports = { store, clock, ids: countedIds(), secrets: countedSecrets() };
  const id = `usr_${name}`;
  await store.identity.insertUser(aUser({ id, name, createdAt: clock.now() }), null);
  await store.access.insertBinding({
    id: `rbi_${name}`,
    subject: { kind: 'User', id },
    role: 'admin',
    scope: { kind: 'Organization' },
    effect: 'Allow',
    createdAt: clock.now(),
    createdBy: 'cli',
  });
  const principal: Principal = { kind: 'User', id, name, ...organizationAdmin };
  return { ports, store, clock, principal, actions: () => actionsOf(store) };
}

/** Returns `action outcome` of each audit entry, in their order. */
const actionsOf = ({ tables }: MemoryStore): readonly string[] =>
  tables.audit.all().map(({ action, outcome }) => `${action} ${outcome}`);
