import { sentences } from '../../kernel/sentences.ts'

/** Why a preview cannot be drawn, where no rule of the template says so. */
export const renderSentences = sentences({
  'out_of_range.page': 'The piece has {pages} pages.',
  'out_of_range.template_page': 'The template has {pages} pages.',
  'required.subject': 'Say what to render: one of {subjects}.',
  'exclusive.subject': 'Only one of {subjects} at a time.',
  'exclusive.item': 'An item brings its own {field}.',
  render_failed: 'The preview could not be drawn. The reason is in the log of the server.',
})

/** Why a picture is not drawn or given. */
export const renderProblems = sentences({
  'invalid_state.not_drawn': 'The piece cannot be drawn. {reason}',
  'invalid_state.no_guide':
    'A design has sides of {least} to {most} mm and at most {bleed} mm of bleed, which this sheet is outside of: it has no layout guide.',
  'invalid_state.no_render_file': 'This render is {status}: it has no file.',
  'invalid_state.erased_picture': 'The personal data of this item were erased, so it cannot be drawn.',
})
