import { type BootstrapInput, clusterDns } from './bootstrap-input.js';
import { kubeletFlags } from './kubelet-flags.js';

/**
 * Returns the EC2NodeClass's own commands followed by a call of the bootstrap script in EKS's
 * Windows images.
 */
export function windowsUserData(input: BootstrapInput): string {
  const { cluster, customUserData } = input;
  const [dnsIp] = clusterDns(input);
  const command = [
    '& $EKSBootstrapScriptFile',
    `-EKSClusterName ${quoted(cluster.name)}`,
    `-APIServerEndpoint ${quoted(cluster.endpoint)}`,
    `-Base64ClusterCA ${quoted(cluster.certificateAuthority)}`,
    `-KubeletExtraArgs ${quoted(kubeletFlags(input))}`,
    ...(dnsIp === undefined ? [] : [`-DNSClusterIP ${quoted(dnsIp)}`]),
  ].join(' ');
  return [
    '<powershell>',
    ...(customUserData.trim() === '' ? [] : [withoutTags(customUserData)]),
    '[string]$EKSBootstrapScriptFile = "$env:ProgramFiles\\Amazon\\EKS\\Start-EKSBootstrap.ps1"',
    command,
    '</powershell>',
    '',
  ].join('\n');
}

const withoutTags = (text: string): string => text.replaceAll(/<\/?powershell>/g, '').trim();

/** Quotes any text as one PowerShell literal. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
