import { assertNever } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AccessAction } from '../../gql/graphql.js';
import { useRefreshingWrite } from '../../lib/api/use-refreshing-write.js';
import { useViewer } from '../../lib/context/viewer.js';
import { VisuallyHidden } from '../../ui/controls/controls.js';
import { Icon } from '../../ui/controls/icon.js';
import { WriteButton } from '../../ui/controls/write-button.js';
import { RequestErrors } from '../../ui/feedback/request-errors.js';
import classes from './exercise-banner.module.css';
import { setExercisePods } from './sandbox.queries.js';
import { type ExerciseStep, exercisePods } from './to-exercise.js';

export interface ExerciseStepCardProps {
  readonly step: ExerciseStep;
  readonly cluster: string;
  readonly number: number;
  /** Whether it is the first step that is not done: only it says what to click. */
  readonly isNext: boolean;
}

/** The permissions that steps need. */
const permissions: Partial<Record<ExerciseStep['name'], AccessAction>> = {
  define: 'DEFINITION_WRITE',
  deploy: 'DEFINITION_WRITE',
  scaleDown: 'DEFINITION_WRITE',
  approve: 'DECISION_APPROVE',
};

/** A step of the exercise: what to click, how far it is, and the permission that is missing for it. */
export function ExerciseStepCard({ step, cluster, number, isNext }: ExerciseStepCardProps) {
  const { title, hint, progress, isDone, name } = step;
  const permission = permissions[name];
  const { refusalOf } = useViewer();
  const refusal = permission === undefined ? undefined : refusalOf(permission);
  const state = isDone ? classes['done'] : isNext ? classes['next'] : '';
  return (
    <li className={`${classes['step']} ${state}`} aria-current={isNext ? 'step' : undefined}>
      <span className={classes['title']}>
        <span className={classes['mark']}>{isDone ? <Icon name="check" size={11} /> : number}</span>
        {title}
        {isDone && <VisuallyHidden>(done)</VisuallyHidden>}
      </span>
      {isNext && <span className="dimmed">{hint}</span>}
      {(isNext || (isDone && name === 'save')) && progress !== undefined && (
        <Progress isUnderway={isNext}>{progress}</Progress>
      )}
      {isNext && refusal !== undefined && (
        <span className={classes['refusal']}>
          <Icon name="lock" size={12} />
          <span>{refusal}</span>
        </span>
      )}
      <StepAction step={step} cluster={cluster} isNext={isNext} />
    </li>
  );
}

type StepActionProps = Pick<ExerciseStepCardProps, 'step' | 'cluster' | 'isNext'>;

/** The button or the links of a step. */
function StepAction({ step: { name, decisionId }, cluster, isNext }: StepActionProps) {
  switch (name) {
    case 'define':
      return (
        isNext && (
          <Link to="/apply" search={{ cluster, example: 'exercise' }}>
            Open the manifests
          </Link>
        )
      );
    case 'deploy':
      return isNext && <PodsButton pods={exercisePods}>Create {exercisePods} pods</PodsButton>;
    case 'scaleDown':
      return isNext && <PodsButton pods={0}>Scale to zero</PodsButton>;
    case 'launch':
      return (
        (isNext || decisionId !== undefined) && (
          <span className={classes['links']}>
            {isNext && (
              <Link to="/pending" search={{ cluster }}>
                Pending pods
              </Link>
            )}
            <DecisionLink id={decisionId} />
          </span>
        )
      );
    case 'approve':
      return <DecisionLink id={decisionId} />;
    case 'save':
      return decisionId === undefined ? null : (
        <span className={classes['links']}>
          <Link to="/clusters/$name" params={{ name: cluster }}>
            Nodes
          </Link>
          <Link to="/cost" search={{ cluster, view: 'history' }}>
            Achieved savings
          </Link>
        </span>
      );
    default:
      return assertNever(name);
  }
}

function DecisionLink({ id }: { readonly id: string | undefined }) {
  return id === undefined ? null : (
    <Link to="/decisions/$id" params={{ id }}>
      Open decision
    </Link>
  );
}

interface PodsButtonProps {
  readonly pods: number;
  readonly children: ReactNode;
}

/** Has the sandbox set the number of pods. Kerf observes them a moment later, and the step is done. */
function PodsButton({ pods, children }: PodsButtonProps) {
  const setting = useRefreshingWrite(setExercisePods, [['exercise']]);
  const message = setting.data?.message;
  return (
    <>
      <RequestErrors
        action="change the pods"
        error={setting.error}
        userErrors={setting.data?.userErrors ?? []}
      />
      {typeof message === 'string' && (
        <Progress isUnderway>{message} Kerf sees them in a moment.</Progress>
      )}
      <span>
        <WriteButton
          action="DEFINITION_WRITE"
          isBusy={setting.isPending}
          onClick={() => setting.mutate(pods)}
        >
          {children}
        </WriteButton>
      </span>
    </>
  );
}

interface ProgressProps {
  readonly isUnderway: boolean;
  readonly children: ReactNode;
}

function Progress({ isUnderway, children }: ProgressProps) {
  return (
    <output className={classes['progress']}>
      {isUnderway && <Icon name="hourglass" size={12} />}
      <span>{children}</span>
    </output>
  );
}
