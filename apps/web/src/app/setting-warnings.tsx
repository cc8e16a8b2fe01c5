import { Notice } from '../ui/feedback/notice.js';

/** Problems of the API's settings, for those who can correct them. */
export function SettingWarnings({ warnings }: { readonly warnings: readonly string[] }) {
  return warnings.map((warning) => (
    <Notice key={warning} tone="attention">
      {warning}
    </Notice>
  ));
}
