/**
 * Returns the user data of an AL2023 instance with this NodeConfig.
 * @param config YAML or JSON
 */
export function nodeConfigUserData(config: string): string {
  return [
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="//"',
    '',
    '--//',
    'Content-Type: application/node.eks.aws',
    '',
    config.trimEnd(),
    '',
    '--//--',
  ].join('\n');
}
