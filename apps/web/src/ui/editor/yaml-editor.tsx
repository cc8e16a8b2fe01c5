import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  placeholder as emptyText,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { getNonce } from 'get-nonce';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { type EditorPlace, rangeOf } from './editor-place.js';
import classes from './yaml-editor.module.css';

/** A problem that is marked in the text. */
export interface EditorProblem {
  readonly at: EditorPlace;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

export interface YamlEditorProps {
  readonly label: string;
  readonly description: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly problems: readonly EditorProblem[];
  /** Is selected and scrolled to; a new object does so again. */
  readonly shown: EditorPlace | null;
  readonly complete: (context: CompletionContext) => CompletionResult | null;
}

/** An editor of YAML: it owns its text, and React tells it what others changed. */
export function YamlEditor(props: YamlEditorProps) {
  const { label, description, value, problems, shown } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const descriptionId = useId();
  const change = useEffectEvent(props.onChange);
  const complete = useEffectEvent(props.complete);
  const initialText = useEffectEvent(() => value);
  const attributes = useEffectEvent(() => ({
    'aria-label': label,
    'aria-describedby': descriptionId,
    spellcheck: 'false',
  }));
  const hint = useEffectEvent(() => props.placeholder);

  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: initialText(),
        extensions: [
          ...look,
          emptyText(hint()),
          autocompletion({ override: [(context) => complete(context)] }),
          EditorView.contentAttributes.of(attributes()),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) change(state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    const marks = problems.map(
      ({ at, severity, message }): Diagnostic => ({
        ...rangeOf(editor.state.doc, at),
        severity,
        message,
      }),
    );
    editor.dispatch(setDiagnostics(editor.state, marks));
  }, [problems]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || shown === null) return;
    const { from, to } = rangeOf(editor.state.doc, shown);
    editor.focus();
    editor.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
  }, [shown]);

  return (
    <div>
      <div className={classes['title']}>{label}</div>
      <div className="dimmed" id={descriptionId}>
        {description}
      </div>
      <div className={classes['editor']} ref={host} />
    </div>
  );
}

const highlights = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--hue-1)' },
  { tag: [tags.string, tags.content, tags.attributeValue], color: 'var(--hue-2)' },
  { tag: [tags.number, tags.bool, tags.keyword], color: 'var(--hue-4)' },
  { tag: tags.comment, color: 'var(--dimmed)', fontStyle: 'italic' },
]);

/** Tab leaves the editor, as anywhere else on the page: Ctrl+] and Ctrl+[ indent. */
const look: readonly Extension[] = [
  EditorView.cspNonce.of(getNonce() ?? ''),
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  yaml(),
  syntaxHighlighting(highlights),
  keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...foldKeymap]),
];
