import * as v from 'valibot'
import { type Problem, problem } from '../../kernel/errors.ts'
import type { SpecificationRow } from '../../model/products.ts'
import { type TemplateDocument, templateDocument } from '../../template/document.ts'
import { publishFindings } from '../../template/publish-rules.ts'
import type { Design } from './designs/index.ts'
import { seedProblems, seedSentences } from './sentences.ts'

/** A design on an available product. */
export interface Place {
  document: TemplateDocument
  specification: SpecificationRow
}

/**
 * Finds the first available product on which a design can be printed, and the form of the design that keeps
 * its zones clear: the product that it was made for, or one of the same size in another country's catalogue.
 * Otherwise returns the reason.
 */
export const placeFor = (
  design: Design,
  offered: readonly SpecificationRow[],
): Place | { leftOut: string } => {
  const documents = [design.document, ...(design.otherDocuments ?? [])].map((one) =>
    v.parse(templateDocument, one),
  )
  const inOrder = offered.toSorted((a, b) => rank(design, a) - rank(design, b) || (a.id < b.id ? -1 : 1))
  let refused: string | undefined
  for (const specification of inOrder) {
    for (const document of documents) {
      const errors = errorsOn(document, specification)
      const [error] = errors
      if (!error) return { document, specification }
      if (errors.every(({ field }) => !ofSize.includes(field ?? ''))) {
        refused ??= refusedOn(specification, error)
      }
    }
  }
  const { trim, bleed, pages } = documents[0]!
  const size = { w: trim.w, h: trim.h, bleed, pages: pages.length }
  return { leftOut: refused ?? seedSentences.say('design_left_out.size', size).message }
}

/** Fields of a document whose findings mean that the sheet has another size. */
const ofSize: readonly string[] = ['trim', 'bleed', 'pages']

/** Lower is better: the design's own product, then simplex before duplex, then smaller envelopes. */
const rank = ({ specificationId }: Design, { id, sheet, envelope }: SpecificationRow): number => {
  if (id === specificationId) return 0
  return (sheet.plex === 'duplex' ? 1e6 : 1) + (envelope ? envelope.w * envelope.h : 1e5)
}

const errorsOn = (document: TemplateDocument, { sheet }: SpecificationRow) => {
  const fonts = document.fonts.map(({ id }) => id)
  return publishFindings(document, sheet, { fonts, assets: [] }).filter(
    ({ severity }) => severity === 'error',
  )
}

export const refusedOn = ({ name }: SpecificationRow, { message }: { message: string }): string =>
  seedSentences.say('design_left_out.refused', { specification: name, reason: message }).message

export const noDesignFits = (leftOut: readonly { name: string; reason: string }[]): Problem =>
  problem(
    seedProblems.say('invalid_state.no_design_fits', {
      reasons: leftOut.map(({ name, reason }) => `${name}: ${reason}`).join(' '),
    }),
  )
