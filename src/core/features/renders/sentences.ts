import { sentences } from '../../kernel/sentences.ts'

export const renderSentences = sentences({
  'out_of_range.page': 'The piece has only {pages} pages.',
  'out_of_range.template_page': 'The template has only {pages} pages.',
  'required.subject': 'Give one of {subjects}.',
  'exclusive.subject': 'Give only one of {subjects}.',
  'exclusive.item': 'An item has its own {field}. Leave it out.',
  render_failed: 'The preview could not be drawn. The server’s log contains the reason.',
})

export const renderProblems = sentences({
  'invalid_state.not_drawn': 'The piece can’t be drawn. {reason}',
  'invalid_state.no_guide':
    'This sheet has no layout guide, because designs have sides of {least} to {most} mm and at most {bleed} mm of bleed.',
  'invalid_state.no_render_file': 'This preview is {status} and has no file.',
  'invalid_state.erased_picture': 'The personal data of this item were erased, so it can’t be drawn.',
})
