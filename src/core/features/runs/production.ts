import type { SpecificationRow } from '../../model/products.ts'

/** What a piece is printed on, and the most ink that this takes: the sum of the four plates in percent. */
export interface Stock {
  name: string
  gsm: number
  coated: boolean | null
  colourProfile: string
  maxInkPercent: number | null
}

/** How a piece is franked; `indicia` is what stands in the postage zone, null where the printer franks. */
export interface Postage {
  carrier: string
  name: string
  indicia: string | null
}

/** Something that goes into the envelope with the piece. */
export interface Insert {
  name: string
  grams: number
}

/** What tickets say of a specification besides its sheet, fold and envelope. */
export interface Production {
  stock: Stock
  postage: Postage | null
  finishing: readonly string[]
  inserts: readonly Insert[]
}

export const productionOf = (specification: SpecificationRow): Production => {
  const { paper, sheet, details } = specification
  const stock = {
    name: paper.name,
    gsm: paper.gsm,
    coated: details?.stock?.coated ?? null,
    colourProfile: sheet.colourProfile,
    maxInkPercent: details?.stock?.maxInkPercent ?? sheet.maxInkPercent ?? null,
  }
  const postage = details?.postage ?? null
  return {
    stock,
    postage: postage && { carrier: postage.carrier, name: postage.name, indicia: postage.indicia },
    finishing: details?.finishing ?? [],
    inserts: (details?.inserts ?? []).map(({ name, grams }) => ({ name, grams })),
  }
}

export const stockText = ({ name, gsm, coated, maxInkPercent }: Stock): string =>
  [
    `${name}, ${gsm} g/m²`,
    ...(coated === null ? [] : [coated ? 'coated' : 'uncoated']),
    ...(maxInkPercent === null ? [] : [`at most ${maxInkPercent} % ink`]),
  ].join(', ')

export const postageText = (postage: Postage | null): string => {
  if (!postage) return 'as agreed with the carrier'
  const { carrier, name, indicia } = postage
  if (indicia === null) return `${carrier}, ${name}, franked by the printer`
  const lines = indicia.trim().split(/\s*\n\s*/)
  return `${carrier}, ${name}, indicia “${lines.join(' / ')}”`
}

export const insertsText = (inserts: readonly Insert[]): string =>
  inserts.length === 0 ? 'none' : inserts.map(({ name, grams }) => `${name} (${grams} g)`).join(', ')
