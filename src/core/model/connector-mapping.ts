import * as v from 'valibot'
import { recipientFields } from '../address/index.ts'
import { namedStrictObject } from '../kernel/wire-schema.ts'
import { connectorLimits as limits } from './connector-limits.ts'

/** A field of an item, as a mapping names it. */
const target = v.pipe(
  v.string(),
  v.maxLength(120),
  v.check(
    (name) =>
      ['reference', 'sendOn', ...recipientFields.map((field) => `recipient.${field}`)].includes(name) ||
      (/^(?:data|metadata)\.[^.\0][^\0]*$/.test(name) &&
        !/\.(?:__proto__|constructor|prototype)$/.test(name)),
    'Name a field of an item: recipient.…, data.…, metadata.…, reference or sendOn.',
  ),
)

export const transforms = ['upper', 'lower', 'firstWord', 'lastWord', 'date'] as const
export type Transform = (typeof transforms)[number]

const path = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.pathLength))

const rule = namedStrictObject(
  'ConnectorMappingRule',
  'Where a connector finds the value of one field in the payload it receives.',
  {
    /** `order.customer.name`, `lines.0.title`, or a JSON pointer `/order/customer/name`; values of several are joined. */
    path: v.optional(v.union([path, v.pipe(v.array(path), v.minLength(1), v.maxLength(limits.paths))])),
    /** Instead of a path: the same for every item. */
    value: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    default: v.optional(v.pipe(v.string(), v.maxLength(1000))),
    transform: v.optional(v.picklist(transforms)),
  },
)

export const mappingSchema = v.pipe(v.record(target, rule), v.maxEntries(limits.fields))
export type Mapping = v.InferOutput<typeof mappingSchema>
