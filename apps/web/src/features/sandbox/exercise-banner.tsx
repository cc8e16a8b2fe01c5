import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { setPreferences, usePreferences } from '../../lib/browser/preferences.js';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { Button, VisuallyHidden } from '../../ui/controls/controls.js';
import { CopyBlock } from '../../ui/controls/copy-block.js';
import { Icon } from '../../ui/controls/icon.js';
import classes from './exercise-banner.module.css';
import { exerciseQuery } from './sandbox.queries.js';
import { type ExerciseStep, exportCommand, type Sandbox, toExercise } from './to-exercise.js';

/** The exercise of the README: five steps, each marked as done once Kerf has observed it; nothing once dismissed. */
export function ExerciseBanner({ sandbox }: { readonly sandbox: Sandbox }) {
  const { isExerciseOpen, isExerciseDismissed, exerciseSteps } = usePreferences();
  const { clusterId, query } = useExerciseProgress(sandbox);
  const doneBefore = exerciseSteps[clusterId] ?? 0;
  const steps = toExercise(sandbox, query.data, doneBefore);
  const done = steps.filter(({ isDone }) => isDone).length;
  // Observed objects may be gone on the next visit: pods are scaled down, a NodePool is deleted.
  useEffect(() => {
    if (clusterId !== '' && done > doneBefore)
      setPreferences({ exerciseSteps: { [clusterId]: done } });
  }, [clusterId, done, doneBefore]);
  const next = steps.findIndex(({ isDone }) => !isDone);
  if (isExerciseDismissed) return null;
  return (
    <section className={classes['banner']} aria-label="Exercise in the sandbox">
      <div className={classes['head']}>
        <span>
          <strong>Sandbox.</strong> AWS and the clusters are simulated on your machine. Exercise in{' '}
          {sandbox.exerciseCluster}: {done} of {steps.length} steps completed.
        </span>
        <span>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-expanded={isExerciseOpen}
            onClick={() => setPreferences({ isExerciseOpen: !isExerciseOpen })}
          >
            {isExerciseOpen ? 'Hide steps' : 'Show steps'}
          </Button>
          <Button
            variant="subtle"
            size="compact-xs"
            title="The search (⌘K) shows the exercise again"
            onClick={() => setPreferences({ isExerciseDismissed: true })}
          >
            Dismiss
          </Button>
        </span>
      </div>
      {isExerciseOpen && (
        <div className={classes['shell']}>
          <span className="dimmed">Run in a shell, in the project folder:</span>
          <CopyBlock text={exportCommand(sandbox)} name="the export of KUBECONFIG" />
        </div>
      )}
      {isExerciseOpen && (
        <ol className={classes['steps']}>
          {steps.map((step, index) => (
            <Step
              key={step.title}
              step={step}
              cluster={sandbox.exerciseCluster}
              number={index + 1}
              isNext={index === next}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

/** The progress of the exercise that Kerf has observed in its cluster. */
export function useExerciseProgress(sandbox: Sandbox | null | undefined) {
  const clusters = useClusterDirectory();
  const clusterId = clusters?.find(({ name }) => name === sandbox?.exerciseCluster)?.id ?? '';
  const query = useQuery({ ...exerciseQuery(clusterId), enabled: clusterId !== '' });
  return { clusterId, query };
}

interface StepProps {
  readonly step: ExerciseStep;
  readonly cluster: string;
  readonly number: number;
  readonly isNext: boolean;
}

function Step({ step, cluster, number, isNext }: StepProps) {
  const { title, command, isDone, decisionId } = step;
  const state = isDone ? classes['done'] : isNext ? classes['next'] : '';
  return (
    <li className={`${classes['step']} ${state}`}>
      <span className={classes['title']}>
        <span className={classes['mark']}>{isDone ? <Icon name="check" size={11} /> : number}</span>
        {title}
        {isDone && <VisuallyHidden>(done)</VisuallyHidden>}
      </span>
      {command !== undefined && (
        <CopyBlock text={command} name={`the command of step ${number}`} isOneLine />
      )}
      {step.canPaste && (
        <span className="dimmed">
          or{' '}
          <Link to="/apply" search={{ cluster, example: 'exercise' }}>
            paste both manifests
          </Link>
        </span>
      )}
      {decisionId !== undefined && (
        <Link to="/decisions/$id" params={{ id: decisionId }}>
          Open decision
        </Link>
      )}
    </li>
  );
}
