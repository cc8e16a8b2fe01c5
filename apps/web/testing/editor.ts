import { EditorView } from '@codemirror/view';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Finds the editor of manifests, which is loaded after its page. */
export const findEditor = (): Promise<HTMLElement> =>
  screen.findByRole('textbox', { name: 'Manifests, as YAML or JSON' });

function viewOf(editor: HTMLElement): EditorView {
  const view = EditorView.findFromDOM(editor);
  if (view === null) throw new TypeError('the element is no editor');
  return view;
}

export const textOf = (editor: HTMLElement): string => viewOf(editor).state.doc.toString();

export function selectionOf(editor: HTMLElement): string {
  const { selection, doc } = viewOf(editor).state;
  return doc.sliceString(selection.main.from, selection.main.to);
}

/** Replaces the whole text of the editor by pasting another. */
export async function writeManifests(user: UserEvent, text: string): Promise<void> {
  const editor = await findEditor();
  await user.click(editor);
  const view = viewOf(editor);
  view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
  await user.paste(text);
}
