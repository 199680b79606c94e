import type { ReadContext } from '../../engine/context.ts'
import { found } from '../../kernel/errors.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import type { ProductRow, SpecificationRow } from '../../model/products.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { type Catalogue, currentCatalogue } from './current-catalogue.ts'
import { nextCutoff } from './cutoffs.ts'
import { zonePrices } from './prices.ts'
import type { SpecificationWire } from './schema.ts'
import { printedSheet } from './specifications.ts'

export const productToWire = (row: ProductRow) => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  description: row.description,
  active: row.active,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

/** `now` is in ms on the clock of the caller's mode. */
export const specificationToWire = (
  catalogue: Catalogue,
  row: SpecificationRow,
  organisation: OrganisationRow,
  now: number,
): SpecificationWire => ({
  id: row.id,
  productId: row.productId,
  name: row.name,
  format: row.format,
  sheet: printedSheet(row),
  paper: row.paper,
  fold: row.fold,
  envelope: row.envelope,
  prices: zonePrices(catalogue, row, organisation, now).map(({ zone, priceCents }) => ({ zone, priceCents })),
  currency: row.currency,
  cutoff: row.cutoff,
  nextCutoffAt: toDateTimeOrNull(nextCutoff(row.cutoff, now + 1) ?? null),
  productionDays: row.productionDays,
  deliveryDays: row.deliveryDays,
  active: row.active,
})

export const productById = async (rows: Rows, id: string): Promise<ProductRow> =>
  found(await rows.products.get(everyone, id), 'product')

export const specificationsOf = async (
  { services, rows, organisation, now }: Pick<ReadContext, 'services' | 'rows' | 'organisation' | 'now'>,
  productId: string,
): Promise<SpecificationWire[]> => {
  const catalogue = await currentCatalogue(services, rows)
  const found = await rows.specifications.find(everyone, { productId })
  return found.map((row) => specificationToWire(catalogue, row, organisation, now))
}
