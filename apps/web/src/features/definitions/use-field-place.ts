import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { FieldPlace } from '../../lib/manifest/find-field.js';
import { showRange } from './text-position.js';

export interface FieldInEditor {
  /** `null` while searching, and when the manifest does not have the field. */
  readonly place: FieldPlace | null;
  /** The `ref` of the editor, which goes to the field. */
  readonly editor: RefObject<HTMLTextAreaElement | null>;
}

/** Finds a field of the manifest that is opened, selects it in the editor and scrolls there. */
export function useFieldPlace(text: string, field: string | undefined): FieldInEditor {
  const editor = useRef<HTMLTextAreaElement>(null);
  const query = useQuery({
    queryKey: ['field-place', field, text],
    queryFn: async () => {
      // The YAML parser is loaded only for links to a field.
      const { findField } = await import('../../lib/manifest/find-field.js');
      return findField(text, field ?? '');
    },
    enabled: field !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  });
  const place = query.data ?? null;
  useEffect(() => {
    if (editor.current === null || place === null) return;
    showRange(editor.current, { start: place.from, end: place.to });
  }, [place]);
  return { place, editor };
}
