import type { Caller } from '../../engine/caller.ts'
import type { Services } from '../../engine/services.ts'
import { problem } from '../../kernel/errors.ts'
import type { Finding } from '../../kernel/finding.ts'
import type { ItemRow } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { priceOf } from '../products/price.ts'
import { specificationOf } from '../products/specification.ts'
import { compiledTemplate } from '../templates/compiled.ts'
import type { MoveContext } from './move.ts'
import { itemProblems } from './sentences.ts'
import { checkContent } from './validate.ts'

/** What an item costs if it is printed today, in cents. */
export const priceToday = async (
  { services, transaction, organisation }: MoveContext,
  item: ItemRow,
): Promise<number> => {
  const specification = await specificationOf(services, transaction.rows, item.specificationId)
  return priceOf(specification, organisation.country, item.recipient.country)
}

/** The findings of an item's content by today's rules. Measures text: call it outside transactions. */
export const contentFindings = async (
  services: Services,
  { country }: OrganisationRow,
  item: ItemRow,
): Promise<Finding[]> =>
  checkContent(services, country, await compiledTemplate(services, item.templateVersionId), item)

/** Throws 403 where a caller who is no operator asks for a reprint free of charge. */
export const assertMayReprint = ({ scopes }: Pick<Caller, 'scopes'>, charge: boolean): void => {
  if (charge || scopes.includes('runs.manage')) return
  throw problem(itemProblems.say('insufficient_scope.free_reprint'))
}
