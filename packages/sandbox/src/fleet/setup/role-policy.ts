import { type PolicyDocument, readPolicy } from '../../world/iam/iam-policy.js';

/** Values for the placeholders of the policy. */
export interface PolicyValues {
  readonly accountId: string;
  readonly region: string;
  readonly clusterName: string;
  readonly queueName: string;
  /** ARN of the role that the cluster's nodes run with. */
  readonly nodeRoleArn: string;
}

/**
 * Fills in the policy of `deploy/iam` as its guide says: placeholders in capitals are replaced, and
 * the statement for iam:PassRole names the role of the nodes.
 * @throws CONFIG.INVALID if it has a condition that the sandbox does not simulate
 */
export function fillPolicy(text: string, place: PolicyValues): PolicyDocument {
  const policy = readPolicy(
    text
      .replaceAll('ACCOUNT_ID', place.accountId)
      .replaceAll('CLUSTER_NAME', place.clusterName)
      .replaceAll('QUEUE_NAME', place.queueName)
      .replaceAll('REGION', place.region),
  );
  return {
    Statement: policy.Statement.map((statement) =>
      statement.Action === 'iam:PassRole'
        ? { ...statement, Resource: place.nodeRoleArn }
        : statement,
    ),
  };
}
