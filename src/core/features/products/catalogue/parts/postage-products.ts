import type { PostageProductRow } from '../../../../model/catalogue.ts'
import { type PostageEntry, postageEntry } from '../entry-schemas.ts'
import { catalogueLimits } from '../limits.ts'
import { simplePart } from './simple-part.ts'

/** How pieces are franked. */
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
