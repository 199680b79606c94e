import type { SpecificationRow, ZonePrice } from './store.ts'

/**
 * Countries of the postal zone `europe`, as carriers draw it: the continent with its islands and microstates,
 * not only the European Union.
 */
const european = new Set(
  (
    'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME ' +
    'MK MT NL NO PL PT RO RS SE SI SK SM TR UA VA XK'
  ).split(' '),
)

/** The price zone of a recipient's country, seen from the country where the mail is posted. */
export const zoneOf = (fromCountry: string, toCountry: string): ZonePrice['zone'] => {
  if (fromCountry === toCountry) return 'domestic'
  return european.has(fromCountry) && european.has(toCountry) ? 'europe' : 'world'
}

/** What one piece costs, net of VAT, in cents. */
export const priceOf = (
  specification: Pick<SpecificationRow, 'id' | 'prices'>,
  fromCountry: string,
  toCountry: string,
): number => {
  const zone = zoneOf(fromCountry, toCountry)
  const price = specification.prices.find((candidate) => candidate.zone === zone)
  if (!price) throw new Error(`The specification ${specification.id} has no price for ${zone}.`)
  return price.priceCents
}
