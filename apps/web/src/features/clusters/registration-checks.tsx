import type { ClusterFieldsFragment, RegistrationStep } from '../../gql/graphql.js';
import { checkLooks } from '../../lib/states.js';
import { StateBadge } from '../../ui/state-badge.js';
import classes from './registration-checks.module.css';

const stepWords: Readonly<Record<RegistrationStep, string>> = {
  ASSUME_ROLE: 'Assume the role',
  DESCRIBE_CLUSTER: 'Describe the cluster',
  CONNECT: 'Reach its API server',
  VERSION: 'Kubernetes version',
  PERMISSIONS: 'Permissions',
  CUSTOM_RESOURCES: 'Karpenter’s resources',
  OTHER_CONTROLLERS: 'Other controllers',
  SUBNETS: 'Find subnets',
  SECURITY_GROUPS: 'Find security groups',
  IMAGES: 'Find machine images',
  INTERRUPTION_QUEUE: 'Find the interruption queue',
  UNKNOWN: 'Unknown step',
};

export interface RegistrationChecksProps {
  readonly checks: ClusterFieldsFragment['checks'];
}

/** Step by step: what was found, and what would mend what failed. */
export function RegistrationChecks({ checks }: RegistrationChecksProps) {
  return (
    <ol
      className={classes['steps']}
      aria-live="polite"
      aria-label="Steps of the registration check"
    >
      {checks.map(({ step, state, detail, remedy }) => (
        <li key={step} className={classes['step']}>
          <span>
            <StateBadge look={checkLooks[state]} />
          </span>
          <strong>{stepWords[step]}</strong>
          <div className={classes['detail']}>
            {detail !== null && <div className="dimmed">{detail}</div>}
            {remedy !== null && <div className={classes['remedy']}>To mend it: {remedy}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
