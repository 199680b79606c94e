import type { Services } from '../../engine/services.ts'
import { invalid, type Problem, problem } from '../../kernel/errors.ts'
import type { ItemRow } from '../../model/items.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { Rows } from '../../ports/store.ts'
import { type Catalogue, currentCatalogue } from '../products/current-catalogue.ts'
import {
  type PriceTerms,
  pricesSheets,
  priceTermsOf,
  priceTermsOfList,
  zonePrices,
} from '../products/prices.ts'
import { specificationOf, versionOf } from '../products/specifications.ts'
import { itemInputSentences, itemProblems } from './sentences.ts'

/** Inputs of pricing. */
export interface Pricing {
  services: Services
  rows: Rows
  organisation: OrganisationRow
  /** ms on the clock of the mode. */
  now: number
}

/** Fields that the price of an item depends on. */
interface Piece {
  specificationId: string
  templateVersionId: string
  country: string
  /** Number of pieces of its Postbatch; 1 for a Postflow. */
  quantity?: number
}

/** Returns an item's present terms; undefined if no price list covers it. */
export const termsToday = async (pricing: Pricing, piece: Piece): Promise<PriceTerms | undefined> => {
  const { services, rows } = pricing
  const catalogue = await currentCatalogue(services, rows)
  const specification = await specificationOf(services, rows, piece.specificationId)
  return priceTermsOf(catalogue, specification, await priced(pricing, catalogue, piece))
}

/**
 * Returns an item's terms for another country: from the price list it was sold under if that has the country,
 * otherwise from today's; undefined if neither has it.
 */
export const termsElsewhere = async (
  pricing: Pricing,
  item: ItemRow,
  { country, quantity }: Pick<Piece, 'country' | 'quantity'>,
): Promise<PriceTerms | undefined> => {
  const { services, rows } = pricing
  const catalogue = await currentCatalogue(services, rows)
  const specification = await specificationOf(services, rows, item.specificationId)
  const piece = await priced(pricing, catalogue, { ...item, country, quantity })
  const terms = priceTermsOfList(catalogue, specification, item.priceListId, piece)
  if (terms) return { ...terms, specificationVersion: versionOf(item.specificationVersion) }
  return priceTermsOf(catalogue, specification, piece)
}

/** Returns the 422 for an item that no price list covers. */
export const notServed = (country: string): Problem =>
  invalid('recipient.country', itemInputSentences.sentence('unserved.country', { country }))

/**
 * Throws 409 if a specification was archived and no price list has it: a mailing that starts with it could
 * send no items.
 */
export const assertSold = async (
  { services, rows, organisation, now }: Pricing,
  specificationId: string,
): Promise<void> => {
  const catalogue = await currentCatalogue(services, rows)
  const specification = await specificationOf(services, rows, specificationId)
  if (specification.active || zonePrices(catalogue, specification, organisation, now).length > 0) return
  throw problem(itemProblems.sentence('invalid_state.not_offered', { specification: specification.name }))
}

const priced = async (
  { services, rows, organisation, now }: Pricing,
  catalogue: Catalogue,
  { templateVersionId, country, quantity = 1 }: Omit<Piece, 'specificationId'>,
) => ({
  organisation,
  country,
  quantity,
  now,
  pages: pricesSheets(catalogue)
    ? await pagesOf(services, rows, { organisationId: organisation.id, templateVersionId })
    : undefined,
})

/** Cached page counts: template versions are immutable. */
const pages = new WeakMap<Services, Map<string, number>>()
const mostKept = 1000

export const pagesOf = async (
  services: Services,
  rows: Rows,
  { organisationId, templateVersionId }: Pick<ItemRow, 'organisationId' | 'templateVersionId'>,
): Promise<number> => {
  const known = pages.get(services) ?? new Map<string, number>()
  pages.set(services, known)
  const found = known.get(templateVersionId)
  if (found !== undefined) return found
  const version = await rows.templateVersions.get({ organisationId }, templateVersionId)
  const count = version?.document.pages.length ?? 1
  if (known.size >= mostKept) known.clear()
  known.set(templateVersionId, count)
  return count
}
