import { StatusError } from '../../api/status.js';
import type { KubeObject } from '../../resources/kube-object.js';
import type { EventRecorder } from '../event-recorder.js';

export interface Creation {
  readonly events: EventRecorder;
  readonly component: string;
  /** The controller's object. */
  readonly owner: KubeObject;
  readonly create: () => void;
  /** Begins the message of the Event; default as for most controllers. */
  readonly failed?: string;
}

/**
 * Creates pods, as long as the API server accepts them.
 * @returns why one was refused, which the owner's Event says too; `null` if none was
 */
export function tryToCreate(creation: Creation): StatusError | null {
  const { events, component, owner, create, failed = 'Error creating' } = creation;
  try {
    create();
    return null;
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    const message = `${failed}: ${error.message}`;
    events.record(owner, component, { type: 'Warning', reason: 'FailedCreate', message });
    return error;
  }
}
