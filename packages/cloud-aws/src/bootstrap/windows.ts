import { type BootstrapInput, clusterDns } from './bootstrap-input.js';
import { kubeletFlags } from './kubelet-flags.js';

/** The class' own commands, then the script that EKS' Windows images bring. */
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

/** One literal for PowerShell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
