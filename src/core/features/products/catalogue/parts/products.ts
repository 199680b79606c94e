import type { CatalogueCheck, CataloguePart } from '../../../../engine/catalogue-part.ts'
import type { PostageProductRow, StockRow } from '../../../../model/catalogue.ts'
import type { ProductRow } from '../../../../model/products.ts'
import { everyone } from '../../../../ports/store.ts'
import { catalogueSentences } from '../../sentences.ts'
import { same } from '../changes.ts'
import { entriesOf } from '../document.ts'
import {
  type PostageEntry,
  type ProductEntry,
  postageEntry,
  productEntry,
  type StockEntry,
  stockEntry,
} from '../entries/entry-schemas.ts'
import { catalogueLimits } from '../entries/limits.ts'
import { checkIds, commonEntry, hintFor, simplePart } from './simple-part.ts'

const toEntry = (row: ProductRow): ProductEntry => ({
  ...commonEntry(row),
  id: row.id,
  name: row.name,
  kind: row.kind,
  description: row.description,
  sortOrder: row.sortOrder,
})

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

export const stocksPart = simplePart<StockEntry, StockRow>(
  {
    table: 'stocks',
    prefix: 'stk',
    toEntry: ({ gsm, coated, colourProfile, maxInkPercent }) => ({
      gsm,
      coated,
      colourProfile,
      maxInkPercent,
    }),
    toRow: ({ gsm, coated, colourProfile, maxInkPercent }) => ({ gsm, coated, colourProfile, maxInkPercent }),
  },
  {
    name: 'stocks',
    noun: 'stock',
    schema: stockEntry,
    limit: catalogueLimits.stocks,
    *check(check: CatalogueCheck) {
      const { colourProfiles } = check.facts
      if (!colourProfiles) return
      for (const [index, { colourProfile: profile, archived }] of entriesOf(check.next, 'stocks').entries()) {
        yield
        if (archived || colourProfiles.includes(profile)) continue
        const meant = hintFor(check, profile, colourProfiles)
        check.report(
          [index, 'colourProfile'],
          catalogueSentences.sentence('colour_profile.unknown', { profile, meant }),
        )
      }
    },
  },
)

export const postagePart = simplePart<PostageEntry, PostageProductRow>(
  {
    table: 'postageProducts',
    prefix: 'pst',
    toEntry: ({ carrier, indicia, costCents }) => ({ carrier, indicia, costCents }),
    toRow: ({ carrier, indicia, costCents }) => ({ carrier, indicia, costCents }),
  },
  {
    name: 'postageProducts',
    noun: 'postage product',
    schema: postageEntry,
    limit: catalogueLimits.postageProducts,
  },
)
