import * as v from 'valibot'
import { type Problem, problem } from '../../kernel/errors.ts'
import type { SpecificationRow } from '../../model/products.ts'
import { type TemplateDocument, templateDocument } from '../../template/document.ts'
import { publishFindings } from '../../template/publish-rules.ts'
import type { Design } from './designs/index.ts'
import { seedProblems, seedSentences } from './sentences.ts'

/** A design on a product that is offered. */
export interface Place {
  document: TemplateDocument
  specification: SpecificationRow
}

/**
 * The first of the offered products on which a design can be printed, with the form of it that keeps the zones
 * of that one free: the product that it was made for, or, where a catalogue of another country has taken that
 * one's place, one of its size. Where there is none, why.
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

/** Fields of a document of which a sheet of another size is told. */
const ofSize: readonly string[] = ['trim', 'bleed', 'pages']

/** Smaller comes first: what the design was made for, then one side before two, then the smaller envelope. */
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
