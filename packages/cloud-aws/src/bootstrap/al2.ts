import { ok, type Result } from '@kerf/core';
import { type BootstrapInput, clusterDns } from './bootstrap-input.js';
import { kubeletFlags } from './kubelet-flags.js';
import { isMime, readMime, shellScriptPart, writeMime } from './mime.js';

/**
 * Returns the EC2NodeClass's own parts followed by AL2's bootstrap script. Source:
 * awslabs/amazon-eks-ami bootstrap.sh.
 */
export function al2UserData(input: BootstrapInput): Result<string, string> {
  const text = input.customUserData;
  if (text.trim() === '') return ok(writeMime([shellScriptPart(bootstrapScript(input))]));
  const custom = isMime(text) ? readMime(text) : ok([shellScriptPart(text)]);
  return custom.ok
    ? ok(writeMime([...custom.value, shellScriptPart(bootstrapScript(input))]))
    : custom;
}

function bootstrapScript(input: BootstrapInput): string {
  const { cluster, stripesLocalDisks } = input;
  const [dnsIp] = clusterDns(input);
  const command = [
    '/etc/eks/bootstrap.sh',
    quoted(cluster.name),
    `--apiserver-endpoint ${quoted(cluster.endpoint)}`,
    `--b64-cluster-ca ${quoted(cluster.certificateAuthority)}`,
    ...(cluster.serviceCidr.includes(':') ? ['--ip-family ipv6'] : []),
    ...(dnsIp === undefined ? [] : [`--dns-cluster-ip ${quoted(dnsIp)}`]),
    '--use-max-pods false',
    `--kubelet-extra-args ${quoted(kubeletFlags(input))}`,
    ...(stripesLocalDisks ? ['--local-disks raid0'] : []),
  ].join(' ');
  return [
    '#!/bin/bash -xe',
    'exec > >(tee /var/log/user-data.log|logger -t user-data -s 2>/dev/console) 2>&1',
    command,
  ].join('\n');
}

/** Quotes any text as one shell word. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
