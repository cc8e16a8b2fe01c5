import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { completeManifest } from '../../../lib/manifest/complete-manifest.js';
import { manifestKinds } from '../../../lib/manifest/manifest-schema.js';
import { YamlEditor, type YamlEditorProps } from '../../../ui/editor/yaml-editor.js';

export type ManifestEditorProps = Pick<
  YamlEditorProps,
  'value' | 'onChange' | 'problems' | 'shown'
>;

/** The editor of manifests, with the fields and values of their kinds. */
export function ManifestEditor(props: ManifestEditorProps) {
  return (
    <YamlEditor
      label="Manifests, as YAML or JSON"
      description="NodePool and EC2NodeClass, v1 or v1beta1, several documents separated by ---"
      placeholder={'apiVersion: karpenter.sh/v1\nkind: NodePool\n…'}
      complete={complete}
      {...props}
    />
  );
}

function complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const found = completeManifest(state.doc.toString(), pos, manifestKinds);
  // Nothing is offered unasked on an empty line: people read there.
  if (found === null || (found.from === pos && !explicit)) return null;
  return {
    from: found.from,
    options: found.options.map(({ label, text, detail, description }) => ({
      label,
      apply: text,
      detail,
      ...(description !== '' && { info: description }),
    })),
    validFor: /^[\w./-]*$/,
  };
}
