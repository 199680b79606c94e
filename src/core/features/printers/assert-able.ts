import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import type { Rows } from '../../ports/store.ts'
import { specificationOf } from '../products/specification.ts'
import { ablePrinters, readShop } from './choice.ts'
import { printerProblems } from './sentences.ts'

/**
 * Throws 409 where no printer could print the specification for the organisation, before a mailing begins
 * that would wait for ever. Whether one is paused or away now does not matter.
 */
export const assertPrintable = async (
  services: Services,
  rows: Rows,
  organisationId: string,
  specificationId: string,
): Promise<void> => {
  const specification = await specificationOf(services, rows, specificationId)
  const able = ablePrinters(await readShop(rows), { organisationId, specification })
  if (able.length > 0) return
  throw problem(printerProblems.say('invalid_state.no_printer_for', { specification: specification.name }))
}
