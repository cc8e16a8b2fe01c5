import type { ClusterFieldsFragment } from '../../../gql/graphql.js';
import { StateBadge } from '../../../ui/badges/badge.js';
import classes from './registration-checks.module.css';
import { checkBadges, stepWords } from './registration-text.js';

export interface RegistrationChecksProps {
  readonly checks: ClusterFieldsFragment['checks'];
}

/** The steps of the registration check: what was found, and how to fix what failed. */
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
            <StateBadge content={checkBadges[state]} />
          </span>
          <strong>{stepWords[step]}</strong>
          <div className={classes['detail']}>
            {detail !== null && <div className="dimmed">{detail}</div>}
            {remedy !== null && <div className={classes['remedy']}>How to fix: {remedy}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
