import type { ReadContext } from '../../engine/context.ts'
import { type Finding, finding } from '../../kernel/finding.ts'
import type { SpecificationRow } from '../../model/products.ts'
import { printerAtScheduling, shopOf } from '../printers/choice.ts'
import { printingHold } from '../printers/printing-hold.ts'
import { waitSentences } from './sentences.ts'

/**
 * Why live pieces to these countries would be rendered and then wait instead of being printed. Approving is not
 * refused for it: the runs are handed over as soon as the reason is gone.
 */
export const waitsOf = async (
  { rows, services, organisation }: Pick<ReadContext, 'rows' | 'services' | 'organisation'>,
  specification: Pick<SpecificationRow, 'id' | 'sheet'>,
  countries: readonly string[],
): Promise<Finding[]> => {
  const waits: Finding[] = []
  if (await printingHold(rows)) waits.push(finding('warning', waitSentences.say('live_printing_held')))
  if (services.printPartners.live.available === false) {
    const shop = await shopOf(services.caches, rows)
    const asked = { organisationId: organisation.id, specification }
    // Null is the printer of the shop itself.
    const isLacking = (country: string) => printerAtScheduling(shop, { ...asked, country }) === null
    if (countries.some(isLacking)) waits.push(finding('warning', waitSentences.say('no_live_printer')))
  }
  return waits
}
