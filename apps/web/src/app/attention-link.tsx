import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AttentionKind } from '../gql/graphql.js';

export interface AttentionLinkProps {
  readonly kind: AttentionKind;
  /** The name of the cluster. */
  readonly cluster: string;
  /** -1 in a grid, whose rows are reached by their own keys. */
  readonly tabIndex?: -1;
  readonly children: ReactNode;
}

/** A link to the place that shows the cause of what needs attention. */
export function AttentionLink({ kind, cluster, tabIndex, children }: AttentionLinkProps) {
  const props = { tabIndex, children };
  const params = { name: cluster };
  switch (kind) {
    case 'LAUNCH_FAILURES':
      return (
        <Link
          to="/clusters/$name"
          params={params}
          search={{ tab: 'claims', claims: 'failed' }}
          {...props}
        />
      );
    case 'PODS_LOST':
    case 'INTERRUPTION_STORM':
      return <Link to="/interruptions" search={{ cluster }} {...props} />;
    case 'FAILED_DECISIONS':
      return <Link to="/decisions" search={{ cluster, show: 'finished' }} {...props} />;
    case 'APPROVALS_WAITING':
      return <Link to="/decisions" search={{ cluster, show: 'waiting' }} {...props} />;
    case 'BRAKE_ENGAGED':
    case 'PAUSED':
    case 'SPEND_LIMIT_REACHED':
    case 'SPEND_FORECAST_EXCEEDED':
    case 'ALERT_THRESHOLD_EXCEEDED':
      return <Link to="/brakes" search={{ cluster }} {...props} />;
    case 'PENDING_PODS':
      return <Link to="/clusters/$name" params={params} search={{ tab: 'pending' }} {...props} />;
    case 'CHECK_FAILED':
    case 'UNREACHABLE':
    case 'FINDINGS':
      // The registration check and the findings.
      return <Link to="/clusters/$name" params={params} search={{ tab: 'settings' }} {...props} />;
    default:
      return <Link to="/clusters/$name" params={params} {...props} />;
  }
}
