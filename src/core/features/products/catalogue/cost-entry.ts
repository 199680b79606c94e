import * as v from 'valibot'
import { integer } from '../../../kernel/wire-fields.ts'
import { described, named, namedStrictObject } from '../../../kernel/wire-schema.ts'
import { type CostKind, costKinds } from '../../../model/catalogue.ts'
import { entryFields, key, name, shortText } from './entry-fields.ts'
import { catalogueLimits as limits } from './limits.ts'
import { printerKey } from './printer-entries.ts'

export const costKind = named(
  'CostKind',
  'What costs the shop something. `SHEETS`: a sheet of paper; `CLICKS`: a printed side; `ENVELOPES`: an envelope; `INSERTS`: what lies beside the piece; `FINISHING`: a piece that is finished.',
  v.picklist(costKinds),
)

/** What a cost of each kind may be by, besides a specification. */
export const costSubjects = {
  SHEETS: 'stock',
  CLICKS: 'printer',
  ENVELOPES: null,
  INSERTS: 'insert',
  FINISHING: 'finishing',
} as const satisfies Record<CostKind, string | null>

export const costEntry = namedStrictObject(
  'CatalogueCost',
  'What the shop pays for a thousand of something.',
  {
    ...entryFields,
    name,
    kind: described(costKind, 'What costs it.'),
    specification: described(
      v.optional(key),
      'Only of pieces of this specification, by its key; absent: of all.',
    ),
    stock: described(v.optional(key), 'SHEETS: only of this stock, by its key.'),
    printer: described(v.optional(printerKey), 'CLICKS: only of this printer, by its key.'),
    insert: described(v.optional(key), 'INSERTS: only the one of this key.'),
    finishing: described(v.optional(shortText(60)), 'FINISHING: only what specifications call so.'),
    centsPerThousand: described(
      v.pipe(integer, v.minValue(0), v.maxValue(limits.costCents)),
      'What a thousand of it cost, in cents of the instance’s currency, net of VAT.',
    ),
  },
)
export type CostEntry = v.InferOutput<typeof costEntry>

/** Fields of which a cost has one at most, by its kind. */
export const costFields = ['stock', 'printer', 'insert', 'finishing'] as const
