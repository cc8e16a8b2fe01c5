import { InvariantViolation } from '@kerf/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Failure } from '../ui/failure.js';
import { Page } from '../ui/page.js';

/** A fault of the dashboard itself; the frame around it still works. */
export function CrashPage({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new InvariantViolation(String(thrown));
  return (
    <Page title="This page broke" asOf={null}>
      <Failure error={error} action="show this page" retry={reset} />
    </Page>
  );
}
