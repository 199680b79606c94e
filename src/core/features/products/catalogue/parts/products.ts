import type { CatalogueCheck, CataloguePart } from '../../../../engine/catalogue-part.ts'
import type { ProductRow } from '../../../../model/products.ts'
import { everyone } from '../../../../ports/store.ts'
import { same } from '../changes.ts'
import { checkIds } from '../checks/ids.ts'
import { entriesOf } from '../document.ts'
import { type ProductEntry, productEntry } from '../entry-schemas.ts'
import { catalogueLimits } from '../limits.ts'
import { commonEntry } from './simple-part.ts'

const toEntry = (row: ProductRow): ProductEntry => ({
  ...commonEntry(row),
  id: row.id,
  name: row.name,
  kind: row.kind,
  description: row.description,
  sortOrder: row.sortOrder,
})

/** Kinds of mail that can be sent. */
export const productsPart: CataloguePart = {
  name: 'products',
  noun: 'product',
  schema: productEntry,
  limit: catalogueLimits.products,
  async read(rows) {
    const found = await rows.products.find(everyone, {}, { order: [{ field: 'sortOrder' }] })
    return found.filter(({ key }) => key !== null).map(toEntry)
  },
  *check(check: CatalogueCheck) {
    yield
    checkIds(check, 'products', 'product', 'prd_')
  },
  async save({ rows, ids, now, before, next }) {
    const known = new Map(entriesOf(before, 'products').map((entry) => [entry.key, entry]))
    let changed = false
    for (const entry of entriesOf(next, 'products')) {
      const was = known.get(entry.key)
      if (was && same({ ...was, id: null }, { ...entry, id: null })) continue
      changed = true
      const [row] = await rows.products.find(everyone, { key: entry.key }, { limit: 1 })
      const fields = {
        name: entry.name,
        kind: entry.kind,
        description: entry.description,
        sortOrder: entry.sortOrder,
        sources: entry.sources ?? null,
        active: entry.archived !== true,
        archivedAt: entry.archived ? (row?.archivedAt ?? now) : null,
        updatedAt: now,
      }
      if (row) await rows.products.update(everyone, row.id, { ...fields, version: (row.version ?? 1) + 1 })
      else {
        const id = entry.id ?? ids.next('prd')
        await rows.products.insert({ id, key: entry.key, ...fields, version: 1, createdAt: now })
      }
    }
    return changed
  },
}
