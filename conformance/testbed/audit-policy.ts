/** The groups that deploy/rbac gives the product. */
const productGroups = ['kerf:observe'];
const karpenterUser = 'karpenter';

/**
 * Records every request of Kerf and of Karpenter, for writes with the body, so that the checks at the
 * end of a run can tell what was sent. Requests of others are not recorded.
 */
export const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    {
      level: 'Request',
      userGroups: productGroups,
      verbs: ['create', 'update', 'patch', 'delete'],
    },
    { level: 'Metadata', userGroups: productGroups },
    { level: 'Metadata', users: [karpenterUser] },
    { level: 'None' },
  ],
};
