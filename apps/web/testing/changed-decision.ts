import { DecisionDetailsDocument, type DecisionDetailsQuery } from '../src/gql/graphql.js';
import type { RecordedApi } from './recording/recorded-api.js';

export type Decision = NonNullable<DecisionDetailsQuery['decision']>;
export type Claim = Decision['plannedClaims'][number];

/** Returns the change of the API's answers by which decisions have other fields. */
export const withDecision =
  (change: (decision: Decision) => Partial<Decision>) =>
  (api: RecordedApi): void =>
    api.answer(DecisionDetailsDocument, ({ decision }) => ({
      decision: decision && { ...decision, ...change(decision) },
    }));

/** The same, for each node that the decision launches. */
export const withClaims = (change: (claim: Claim) => Partial<Claim>) =>
  withDecision(({ plannedClaims }) => ({
    plannedClaims: plannedClaims.map((claim) => ({ ...claim, ...change(claim) })),
  }));

/** The offering that a node is launched with. */
export const chosen = ({ expected }: Claim): Partial<Claim> => ({
  expected: {
    ...expected,
    instanceType: 'c6i.2xlarge',
    zone: 'us-east-1b',
    capacityType: 'SPOT',
    price: '0.1122',
  },
});
