import { sentences } from '../../kernel/sentences.ts'

export const exportProblems = sentences({
  'invalid_state.no_export_file': 'This export is {status} and has no file.',
  'invalid_state.too_many_exports': '{count} exports are already being written. Wait until one has ended.',
  'insufficient_scope.not_your_export':
    'Another caller created this export. Only that caller, or one with organisation.manage, can remove it.',
  'insufficient_scope.export': 'An export of {kindOfRows} requires the scope {scope}.',
})
