import { type PolicyDocument, readPolicy } from '../../world/iam/iam-policy.js';

/** Whose role it is, and what it is for. */
export interface PolicyValues {
  readonly accountId: string;
  readonly region: string;
  readonly clusterName: string;
  readonly queueName: string;
  /** ARN of the role that the cluster's nodes run with. */
  readonly nodeRoleArn: string;
}

/**
 * The policy that operators copy from `deploy/iam`, filled in as its guide says: the words in
 * capitals are replaced, and the statement that lets the role be passed names the nodes' role.
 * @throws CONFIG.INVALID when it has a condition that the sandbox does not simulate
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
