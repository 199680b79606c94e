import type { Caller } from '../../engine/caller.ts'
import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import type { Finding } from '../../kernel/finding.ts'
import type { ItemRow } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { Terms } from '../products/terms.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import type { MoveContext } from './move.ts'
import { itemProblems } from './sentences.ts'
import { notServed, termsToday } from './terms.ts'
import { checkContent } from './validate.ts'

/**
 * What an item is sold under if it is printed today; free of charge without `charge`. Throws 422 where its
 * country is not served any more and it is to be paid.
 */
export const reprintTerms = async (
  { services, transaction: { rows }, organisation, now }: MoveContext,
  item: ItemRow,
  charge: boolean,
): Promise<Partial<Terms> & { priceCents: number }> => {
  const { country } = item.recipient
  const terms = await termsToday({ services, rows, organisation, now }, { ...item, country })
  if (charge && !terms) throw notServed(country)
  return { ...terms, priceCents: charge ? terms!.priceCents : 0 }
}

/** The findings of an item's content by today's rules. Measures text: call it outside transactions. */
export const contentFindings = async (
  services: Services,
  { country }: OrganisationRow,
  item: ItemRow,
): Promise<Finding[]> =>
  checkContent(services, country, await compiledTemplate(services, item, item.templateVersionId), item)

/** Throws 403 where a caller who is no operator asks for a reprint free of charge. */
export const assertMayReprint = ({ scopes }: Pick<Caller, 'scopes'>, charge: boolean): void => {
  if (charge || scopes.includes('runs.manage')) return
  throw problem(itemProblems.say('insufficient_scope.free_reprint'))
}
