import { sentences } from '../../kernel/sentences.ts'

/** Why a sample design is not among what an organisation is given. */
export const seedSentences = sentences({
  'design_left_out.size':
    'Nothing that is offered has pages of {w} × {h} mm with a bleed of {bleed} mm, {pages} a piece.',
  'design_left_out.refused': 'It does not go on {specification}: {reason}',
})

export const seedProblems = sentences({
  'invalid_state.no_design_fits':
    'No sample design fits what is offered here. {reasons} Begin a template for one of the products in the portal instead.',
})
