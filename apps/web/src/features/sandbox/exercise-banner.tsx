import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { setPreferences, usePreferences } from '../../lib/browser/preferences.js';
import { Button } from '../../ui/controls/controls.js';
import { CopyBlock } from '../../ui/controls/copy-block.js';
import classes from './exercise-banner.module.css';
import { ExerciseStepCard } from './exercise-step-card.js';
import { exerciseCommands, type Sandbox, toExercise } from './to-exercise.js';
import { useExerciseProgress } from './use-exercise-progress.js';

/** The exercise of the README: six steps, each marked as done once Kerf has observed it; nothing once dismissed. */
export function ExerciseBanner({ sandbox }: { readonly sandbox: Sandbox }) {
  const { isExerciseOpen, isExerciseDismissed, exerciseSteps } = usePreferences();
  const { clusterId, query } = useExerciseProgress(sandbox);
  const doneBefore = exerciseSteps[clusterId] ?? 0;
  const steps = toExercise(query.data, doneBefore);
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
        <>
          <ol className={classes['steps']}>
            {steps.map((step, index) => (
              <ExerciseStepCard
                key={step.name}
                step={step}
                cluster={sandbox.exerciseCluster}
                number={index + 1}
                isNext={index === next}
              />
            ))}
          </ol>
          <ExerciseFoot sandbox={sandbox} />
        </>
      )}
    </section>
  );
}

/** Ways from the exercise: to a cluster of one's own, and to a shell. */
function ExerciseFoot({ sandbox }: { readonly sandbox: Sandbox }) {
  return (
    <div className={classes['foot']}>
      <p>
        <strong>Then your own cluster:</strong>{' '}
        <Link to="/clusters/register">register it in mode observe</Link>, in which Kerf changes
        nothing. deploy/README.md in the project folder says what to install.
      </p>
      <details>
        <summary>The same with kubectl</summary>
        <div className={classes['commands']}>
          {exerciseCommands(sandbox).map((command, index) => (
            <CopyBlock key={command} text={command} name={`command ${index + 1}`} isOneLine />
          ))}
        </div>
      </details>
    </div>
  );
}
