import type { AmiFamily } from '@kerf/application';
import { assertNever, err, labelKeys, ok, type Result } from '@kerf/core';
import { al2UserData } from './al2.js';
import { al2023UserData } from './al2023.js';
import { type BootstrapInput, kubeletMaySet } from './bootstrap-input.js';
import { bottlerocketUserData } from './bottlerocket.js';
import { windowsUserData } from './windows.js';

/** EC2's limit, counted before base64. */
const maxUserDataBytes = 16 * 1024;

/** An error in the user data of an EC2NodeClass. */
export interface UserDataProblem {
  /** Upstream's reason, where it has one. */
  readonly reason: 'UserDataInvalid' | 'UserDataSizeLimitExceeded';
  readonly message: string;
  /** Size of the user data; `null` if it cannot be written. */
  readonly bytes: number | null;
}

/** Returns the size that EC2 limits: of the text, before base64. */
export const userDataBytes = (text: string): number => Buffer.byteLength(text);

/**
 * Returns the user data with which an instance of the AMI family joins its cluster.
 * @returns plain text of at most 16 KiB
 */
export function writeUserData(
  family: AmiFamily,
  input: BootstrapInput,
): Result<string, UserDataProblem> {
  const written = dispatch(family, { ...input, labels: kubeletLabels(input.labels) });
  if (!written.ok) return err({ reason: 'UserDataInvalid', message: written.error, bytes: null });
  const bytes = userDataBytes(written.value);
  return bytes <= maxUserDataBytes
    ? written
    : err({
        reason: 'UserDataSizeLimitExceeded',
        message: `the user data has ${bytes} bytes with what Kerf adds, and EC2 allows ${maxUserDataBytes}; shorten spec.userData by ${bytes - maxUserDataBytes} bytes, or have it load a script at boot`,
        bytes,
      });
}

function dispatch(family: AmiFamily, input: BootstrapInput): Result<string, string> {
  switch (family) {
    case 'AL2023':
      return al2023UserData(input);
    case 'AL2':
      return al2UserData(input);
    case 'Bottlerocket':
      return bottlerocketUserData(input);
    case 'Windows2019':
    case 'Windows2022':
    case 'Windows2025':
      return ok(windowsUserData(input));
    case 'Custom':
      return ok(input.customUserData);
    default:
      return assertNever(family);
  }
}

/** The kubelet registers the taints itself, so registration need not write them again. */
function kubeletLabels(labels: BootstrapInput['labels']): BootstrapInput['labels'] {
  return Object.fromEntries([
    ...Object.entries(labels).filter(([key]) => kubeletMaySet(key)),
    [labelKeys.doNotSyncTaints, 'true'],
  ]);
}
