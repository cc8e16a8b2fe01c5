import type { ApprovalPolicy } from '@kerf/application';
import { approvalRules, savedBy } from '../json/formats.js';
import { instant, integer, json, text } from './columns.js';
import { identifiedBy, none, table } from './table.js';

/**
 * An unreadable policy stops the decisions that need it: another one must not apply in its place.
 */
export const approvalPolicyVersions = table({
  name: 'approval_policy_versions',
  identity: identifiedBy('ApprovalPolicy', 'version'),
  fixed: {
    version: integer,
    rules: json(approvalRules),
    savedAt: instant,
    savedBy: json(savedBy),
    comment: text.nullable(),
    restoredFrom: integer.nullable(),
  },
  changing: {},
  unread: none,
  toRow: (policy: ApprovalPolicy) => policy,
  fromRow: (row): ApprovalPolicy => row,
});
