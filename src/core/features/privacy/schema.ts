import * as v from 'valibot'
import { recipientSchema } from '../../address/index.ts'
import { namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { itemSchema } from '../items/schema.ts'
import { renderSchema } from '../renders/schema.ts'
import { suppressionSchema } from '../suppressions/schema.ts'
import { scanSchema } from '../tracking/schema.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())
const integer = v.pipe(v.number(), v.integer())

/** Items of one page of the answer. */
export const aboutLimits = { items: 100 } as const

export const aboutInput = namedStrictObject('PersonQuery', 'Whose data to look for.', {
  /** Compared as suppressions compare: by the normalised address, and by the name or company where one is given. */
  recipient: recipientSchema,
  /** The `nextCursor` of the page before. */
  cursor: v.optional(v.pipe(v.string(), v.maxLength(40))),
})

const itemAbout = namedObject('PersonItem', 'One item with everything that belongs to it.', {
  item: itemSchema,
  /** Every status with its time. */
  history: v.array(v.object({ status: v.string(), at: dateTime, reason: v.nullable(v.string()) })),
  /** Latest first, at most a hundred; `items.scans` lists them all. */
  scans: v.array(scanSchema),
  /** Where its printed pages are; null where it was not printed. `items.document` shows them. */
  printed: v.nullable(v.object({ runId: v.string(), sequence: integer })),
})

export const aboutOutput = namedObject('PersonData', 'What is kept about a person.', {
  /** The normalised address that was looked for. */
  addressKey: v.string(),
  /** True where a name was given: neighbours at the same address are then left out. */
  byName: v.boolean(),
  items: v.array(itemAbout),
  /** With the first page. */
  suppressions: v.array(suppressionSchema),
  /** Previews that were asked for with this recipient; with the first page. */
  renders: v.array(renderSchema),
  /** What else may hold the recipient and cannot be searched by address, and for how long it is kept. */
  elsewhere: v.array(v.object({ what: v.string(), kept: v.string() })),
  nextCursor: v.nullable(v.string()),
})
