import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import type { SpecificationRow } from '../../model/products.ts'
import type { Rows } from '../../ports/store.ts'
import { specificationOf } from '../products/specification.ts'
import { lackOfAll, readShop } from './choice.ts'
import { printerFindings, printerProblems } from './sentences.ts'

/** Pieces that somebody wants to have printed. */
export interface Wanted {
  organisationId: string
  specificationId: string
  /** How many pages each of them has. */
  pages: number
}

/**
 * Throws 409 where no printer could print the pieces for the organisation, before a mailing begins that would
 * wait for ever. Whether one is paused or away now does not matter.
 */
export const assertPrintable = async (
  services: Services,
  rows: Rows,
  { organisationId, specificationId, pages }: Wanted,
): Promise<void> => {
  const specification = await specificationOf(services, rows, specificationId)
  if (lackOfAll(await readShop(rows), { organisationId, specification, pages }) === undefined) return
  throw problem(printerProblems.say('invalid_state.no_printer_for', { specification: specification.name }))
}

/**
 * The same for a design: a warning, because nothing is wrong with the design, and the printer may come before
 * its mailing does. No printer is named: which there are is the shop's affair.
 */
export const printableFindings = async (
  rows: Rows,
  specification: Pick<SpecificationRow, 'id' | 'name' | 'sheet'>,
  { organisationId, pages }: Pick<Wanted, 'organisationId' | 'pages'>,
): Promise<Finding[]> => {
  const lack = lackOfAll(await readShop(rows), { organisationId, specification, pages })
  if (lack === undefined) return []
  const values = { specification: specification.name }
  const said =
    lack === 'pages'
      ? printerFindings.say('no_printer.pages', { pages })
      : printerFindings.say(`no_printer.${lack}`, values)
  return [finding('warning', said)]
}
