import {
  fromKubeletFlags,
  readFlags,
  readScriptArguments,
  splitArguments,
} from './kubelet-flags.js';
import { mimeParts } from './mime.js';
import type { ReadUserData } from './user-data.js';

const script = '/etc/eks/bootstrap.sh';

/**
 * Reads user data of AL2: a shell script that calls the bootstrap script with the cluster's name
 * and kubelet flags.
 */
export const readAl2: ReadUserData = (userData) => {
  const parts = mimeParts(userData).map(({ body }) => body);
  const texts = parts.length > 0 ? parts : [userData];
  const call = texts
    .map((text) => text.replaceAll('\\\n', ' '))
    .flatMap((text) => text.split('\n'))
    .find((line) => line.includes(script));
  if (call === undefined) return null;
  const words = splitArguments(call.slice(call.indexOf(script) + script.length));
  const { flags, operands } = readScriptArguments(words);
  const [clusterName] = operands;
  const endpoint = flags.get('apiserver-endpoint');
  const certificateAuthority = flags.get('b64-cluster-ca');
  const extra = splitArguments(flags.get('kubelet-extra-args') ?? '');
  return {
    ...(clusterName === undefined ? {} : { clusterName }),
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    ...fromKubeletFlags(readFlags(extra)),
  };
};
