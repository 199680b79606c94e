import { sentences } from '../../kernel/sentences.ts'

export const seedSentences = sentences({
  'design_left_out.size':
    'No available product has pages of {w} × {h} mm with a bleed of {bleed} mm and {pages} pages per piece.',
  'design_left_out.refused': 'It does not fit {specification}: {reason}',
})

export const seedProblems = sentences({
  'invalid_state.no_design_fits':
    'No sample design fits the available products. {reasons} Start a template for one of the products in the portal instead.',
})
