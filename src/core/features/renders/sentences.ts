import { sentences } from '../../kernel/sentences.ts'

/** Why a preview cannot be drawn, where no rule of the template says so. */
export const renderSentences = sentences({
  'file_too_complex.drawn': '{reason}',
  render_failed: 'The preview could not be drawn. The reason is in the log of the server.',
})
