/** Whether all faults are run, as in `.ci/run`; otherwise a selection that takes seconds. */
export const runsAllFaults = process.env['KERF_FAULTS'] === 'all';

/** Ends the name of a test that runs a selection of faults. */
export const selectionNote = runsAllFaults
  ? ''
  : ' (all of them with KERF_FAULTS=all, as .ci/run has it)';
