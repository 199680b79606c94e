import type { ReadContext } from '../../engine/context.ts'
import { found } from '../../kernel/errors.ts'
import { toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { ProductRow, SpecificationRow } from '../../model/products.ts'
import { everyone, type Rows } from '../../ports/store.ts'
import { nextCutoff } from './cutoff.ts'
import type { SpecificationWire } from './schema.ts'

export const productToWire = (row: ProductRow) => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  description: row.description,
  active: row.active,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

/** `now` is ms on the clock of the caller's mode. */
export const specificationToWire = (row: SpecificationRow, now: number): SpecificationWire => ({
  id: row.id,
  productId: row.productId,
  name: row.name,
  format: row.format,
  sheet: row.sheet,
  paper: row.paper,
  fold: row.fold,
  envelope: row.envelope,
  prices: row.prices,
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
  { rows, now }: Pick<ReadContext, 'rows' | 'now'>,
  productId: string,
): Promise<SpecificationWire[]> => {
  const found = await rows.specifications.find(everyone, { productId })
  return found.map((row) => specificationToWire(row, now))
}
