import type { CatalogueDocument, CatalogueFacts, CatalogueSeller } from '../../../engine/catalogue-part.ts'
import { oneOf } from '../../../kernel/query.ts'
import type { SpecificationRow } from '../../../model/products.ts'
import { everyone, type Rows } from '../../../ports/store.ts'
import { entryOf } from './document.ts'
import { catalogueLimits } from './limits.ts'

/**
 * What makes new items of specifications that the file would leave archived: Postflows that take items, and
 * Postbatches that nobody approved yet. What is scheduled keeps its price and is none of them, and so are
 * designs, which sell nothing by themselves.
 */
export const sellersOf = async (rows: Rows, file: CatalogueDocument): Promise<CatalogueFacts['sellers']> => {
  const keys = new Map<string, string>()
  for (const { id, key } of await rows.specifications.find(everyone, {})) {
    const after = key === null ? undefined : entryOf(file, 'specifications', key)
    if (key !== null && (!after || after.archived === true)) keys.set(id, key)
  }
  if (keys.size === 0) return {}
  const specificationId = oneOf([...keys.keys()])
  const most = { limit: catalogueLimits.findings }
  const postflows = await rows.postflows.find(
    everyone,
    { specificationId, status: oneOf(['ACTIVE', 'PAUSED']) },
    most,
  )
  const postbatches = await rows.postbatches.find(
    everyone,
    { specificationId, status: oneOf(['DRAFT', 'VALIDATING', 'VALIDATED']) },
    most,
  )
  const sellers: Record<string, CatalogueSeller[]> = {}
  const note = (kind: CatalogueSeller['kind'], row: Sold) => {
    const key = keys.get(row.specificationId)!
    sellers[key] = [...(sellers[key] ?? []), { kind, id: row.id, name: row.name }]
  }
  for (const row of postflows) note('Postflow', row)
  for (const row of postbatches) note('Postbatch', row)
  return sellers
}

type Sold = Pick<SpecificationRow, 'id' | 'name'> & { specificationId: string }
