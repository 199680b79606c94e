import { type Problem, problem } from '../../kernel/errors.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { TemplateDocument } from '../../template/document.ts'
import type { PreparedVersion } from '../templates/publish.ts'
import { seedProblems, seedSentences } from './sentences.ts'

/**
 * What `prepare` makes of a design on the first specification on which it can be printed: its own, else one
 * with pages of the same size, those for the fewest pages first. Where there is none, why.
 */
export const fittingFor = async <Prepared extends { prepared: PreparedVersion }>(
  offered: readonly SpecificationRow[],
  design: { specificationId: string },
  document: TemplateDocument,
  prepare: (specification: SpecificationRow) => Promise<Prepared>,
): Promise<Prepared | { leftOut: string }> => {
  const { trim, bleed, pages } = document
  const sized = offered.filter(
    ({ sheet }) =>
      sheet.trim.w === trim.w &&
      sheet.trim.h === trim.h &&
      sheet.bleed === bleed &&
      sheet.pages.min <= pages.length &&
      pages.length <= sheet.pages.max,
  )
  const rank = ({ id, key, sheet }: SpecificationRow) =>
    id === design.specificationId ? '' : `${String(sheet.pages.max).padStart(4, '0')} ${key}`
  const order = sized.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
  let refused: string | undefined
  for (const specification of order) {
    const made = await prepare(specification)
    const [error] = made.prepared.errors
    if (!error) return made
    const values = { specification: specification.name, reason: error.message }
    refused ??= seedSentences.say('design_left_out.refused', values).message
  }
  const size = { w: trim.w, h: trim.h, bleed, pages: pages.length }
  return { leftOut: refused ?? seedSentences.say('design_left_out.size', size).message }
}

export const noDesignFits = (leftOut: readonly { name: string; reason: string }[]): Problem =>
  problem(
    seedProblems.say('invalid_state.no_design_fits', {
      reasons: leftOut.map(({ name, reason }) => `${name}: ${reason}`).join(' '),
    }),
  )
