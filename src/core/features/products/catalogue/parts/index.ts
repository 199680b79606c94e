import type { CataloguePart } from '../../../../engine/catalogue-part.ts'
import { calendarsPart } from './calendars.ts'
import { costsPart } from './costs.ts'
import { countryZonesPart } from './country-zones.ts'
import { priceListsPart } from './price-lists.ts'
import { postagePart, productsPart, stocksPart } from './products.ts'
import { specificationsPart } from './specifications.ts'

/** Each part follows those that it refers to. */
export const productParts: readonly CataloguePart[] = [
  productsPart,
  stocksPart,
  postagePart,
  calendarsPart,
  countryZonesPart,
  priceListsPart,
  specificationsPart,
  costsPart,
]
