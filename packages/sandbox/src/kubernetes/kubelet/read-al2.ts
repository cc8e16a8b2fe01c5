import { fromKubeletFlags, readFlags, splitArguments } from './kubelet-flags.js';
import { mimeParts } from './mime.js';
import type { ReadUserData } from './user-data.js';

const script = '/etc/eks/bootstrap.sh';

/** AL2: a shell script that calls the bootstrap script with the cluster and the kubelet's flags. */
export const readAl2: ReadUserData = (userData) => {
  const parts = mimeParts(userData).map(({ body }) => body);
  const texts = parts.length > 0 ? parts : [userData];
  const call = texts
    .map((text) => text.replaceAll('\\\n', ' '))
    .flatMap((text) => text.split('\n'))
    .find((line) => line.includes(script));
  if (call === undefined) return null;
  const words = splitArguments(call.slice(call.indexOf(script) + script.length));
  const flags = readFlags(words);
  const clusterName = clusterNameIn(words);
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

/** The one argument that is neither a flag nor a flag's value. */
function clusterNameIn(words: readonly string[]): string | undefined {
  return words.find((word, index) => {
    const previous = words[index - 1] ?? '';
    const isValue = previous.startsWith('--') && !previous.includes('=');
    return !word.startsWith('--') && !isValue;
  });
}
