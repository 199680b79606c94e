import * as v from 'valibot'
import { recipientFields } from '../address/schema.ts'
import { described, namedStrictObject } from '../kernel/wire-schema.ts'
import { connectorLimits as limits } from './connector-limits.ts'
import { mappingSentences } from './sentences.ts'

/** A field of an item in a mapping. */
const target = v.pipe(
  v.string(),
  v.maxLength(120),
  v.check(
    (name) =>
      [
        'reference',
        'billingGroup',
        'sendOn',
        ...recipientFields.map((field) => `recipient.${field}`),
      ].includes(name) ||
      (/^(?:data|metadata)\.[^.\0][^\0]*$/.test(name) &&
        !/\.(?:__proto__|constructor|prototype)$/.test(name)),
    mappingSentences.message('invalid_value.connector_target'),
  ),
)

export const transforms = ['upper', 'lower', 'firstWord', 'lastWord', 'date'] as const
export type Transform = (typeof transforms)[number]

const path = v.pipe(v.string(), v.minLength(1), v.maxLength(limits.pathLength))

const rule = namedStrictObject(
  'ConnectorMappingRule',
  'Where a connector finds the value of one field in the payload it receives.',
  {
    path: described(
      v.optional(v.union([path, v.pipe(v.array(path), v.minLength(1), v.maxLength(limits.paths))])),
      'Where in the payload the value stands: `order.customer.name`, `lines.0.title`, or a JSON pointer `/order/customer/name`. Values of several places are joined.',
    ),
    value: described(
      v.optional(v.pipe(v.string(), v.maxLength(1000))),
      'The same value for every item, instead of a path.',
    ),
    default: described(
      v.optional(v.pipe(v.string(), v.maxLength(1000))),
      'Taken if the payload has no value; without it the field stays away.',
    ),
    transform: described(v.optional(v.picklist(transforms)), 'What is done to the value.'),
  },
)

export const mappingSchema = v.pipe(v.record(target, rule), v.maxEntries(limits.fields))
export type Mapping = v.InferOutput<typeof mappingSchema>
