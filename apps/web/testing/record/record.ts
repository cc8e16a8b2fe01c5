import type { Recording } from '../recording/recording.js';
import { recordedFolder } from '../recording/recording-files.js';
import { arrangeFleet, waitForVerdicts } from './arrange-fleet.js';
import { readPages } from './read-pages.js';
import { Recorder } from './recorder.js';
import { readRunInfo } from './run-info.js';
import { openStage } from './stage.js';
import { writeChanges } from './write-changes.js';

/**
 * Records the answers of the API for the specs of the dashboard. Needs a stack that was just started with empty
 * data, and changes it.
 * @param folder replaced by the recording
 */
export async function record(folder = recordedFolder): Promise<void> {
  const stage = await openStage(readRunInfo());
  const signInRefusal = await refuseSignIn(stage.url);
  await arrangeFleet(stage);
  await waitForVerdicts(stage);
  const recorder = new Recorder(stage.kerf);
  const subjects = await readPages(recorder, stage);
  const recordedAt = new Date().toISOString();
  await writeChanges(recorder, stage, subjects);
  const recording: Recording = { recordedAt, signInRefusal, subjects };
  recorder.write(folder, recording);
  process.stdout.write(`Recorded to ${folder}\n`);
}

/** Signs in with a wrong password, and returns what the API answers. */
async function refuseSignIn(url: string): Promise<Recording['signInRefusal']> {
  const response = await fetch(`${url}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'admin', password: 'wrong' }),
  });
  const body: unknown = await response.json();
  return { status: response.status, body };
}
