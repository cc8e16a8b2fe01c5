import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { recordedFolder } from './recording-files.js';

const id = z.string().check(z.minLength(1));

const subjects = z.object({
  prod: id,
  staging: id,
  generalPool: id,
  /** Removes an empty node, and awaits approval. */
  emptyDecision: id,
  /** Replaces a node whose NodePool has another label, and awaits approval. */
  driftDecision: id,
  /** Replaces a node by a cheaper one; rejected. */
  consolidateDecision: id,
  /** Launched nodes for five pods. */
  provisionDecision: id,
  /** A decision of a cluster in mode observe. */
  observedDecision: id,
  /** EC2 had no capacity. */
  failedDecision: id,
  /** Launched the nodes of a static NodePool. */
  staticDecision: id,
  /** Launched the node of a NodeClaim that a user created. */
  standaloneDecision: id,
  /** Removes a surplus node of a static NodePool, and awaits approval. */
  surplusDecision: id,
  interruptDecision: id,
  /** Drains an interrupted node, which a PodDisruptionBudget blocks. */
  drainingDecision: id,
  expireDecision: id,
  deleteDecision: id,
  /** Names of nodes in `prod`: one of NodePool general, and one that Kerf did not launch. */
  managedNode: id,
  unmanagedNode: id,
  managedClaim: id,
  failedClaim: id,
  lostPodsInterruption: id,
  /** An entry of the audit log: NodePool general was changed. */
  updatedPoolEntry: id,
});

/** IDs and names of the recorded objects that specs open. */
export type Subjects = z.infer<typeof subjects>;

const recording = z.object({
  recordedAt: z.iso.datetime(),
  /** The answer to a sign-in with a wrong password. */
  signInRefusal: z.object({ status: z.number(), body: z.unknown() }),
  subjects,
});
export type Recording = z.infer<typeof recording>;

const read = recording.parse(
  JSON.parse(readFileSync(join(recordedFolder, 'recording.json'), 'utf8')),
);

/** The time of the recording, which is the current time in specs. */
export const recordedAt: Date = new Date(read.recordedAt);

export const { signInRefusal } = read;

export const recorded: Subjects = read.subjects;
