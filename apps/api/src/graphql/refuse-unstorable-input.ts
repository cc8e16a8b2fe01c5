import { type DocumentNode, Kind, visit } from 'graphql';
import { refuseUnstorableText } from '../contract/storable-text.js';

/** @throws INPUT.INVALID for text in the document or its variables that cannot be stored */
export function refuseUnstorableInput(document: DocumentNode, variables: unknown): void {
  refuseUnstorableText(variables, 'a variable');
  visit(document, {
    [Kind.STRING]: ({ value }) => refuseUnstorableText(value, 'the document'),
  });
}
