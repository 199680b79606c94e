import { sentences } from '../../kernel/sentences.ts'

/** Why an export is not begun, or has no file. */
export const exportProblems = sentences({
  'invalid_state.no_export_file': 'This export is {status}: it has no file.',
  'invalid_state.too_many_exports': '{count} exports are being written already: wait for one of them.',
  'insufficient_scope.not_your_export':
    'Another caller asked for this export. Only they, or a caller with organisation.manage, can remove it.',
  'insufficient_scope.export': 'An export of {kindOfRows} needs the scope {scope}.',
})
