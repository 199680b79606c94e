import { countryZone } from '../../address/index.ts'
import type { SpecificationRow } from '../../model/products.ts'

/** What one piece costs, net of VAT, in cents, posted in one country and sent to another. */
export const priceOf = (
  specification: Pick<SpecificationRow, 'id' | 'prices'>,
  originCountry: string,
  country: string,
): number => {
  const zone = countryZone(originCountry, country)
  const price = specification.prices.find((candidate) => candidate.zone === zone)
  if (!price) throw new Error(`The specification ${specification.id} has no price for ${zone}.`)
  return price.priceCents
}
