import type { PolicyResult } from '../../gql/graphql.js';

/** Words for a policy's result for a decision. */
export const policyResultWords: Readonly<Record<PolicyResult, string>> = {
  RUN: 'Executed without approval',
  ASK: 'Asks for approval',
  DENY: 'Denied',
  OBSERVE: 'Only shown (mode observe)',
  UNKNOWN: 'Unknown',
};

/** A first policy to change. */
export const exampleManifest = `apiVersion: kerf.dev/v1
kind: ApprovalPolicy
spec:
  rules:
    - name: empty nodes in staging
      match:
        clusters: ["*staging*"]
        kinds: [Empty]
      action: auto
    - name: stateful workloads
      match:
        stateful: true
      action: ask
      approvals: 2
      expiresAfter: 24h
      remindAfter: 4h
`;
