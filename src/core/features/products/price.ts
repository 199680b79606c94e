import { countryZone } from '../../address/index.ts'
import type { SpecificationRow } from '../../model/products.ts'

/** Price of one piece in cents, net of VAT, posted in one country and sent to another. */
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
