import * as v from 'valibot'
import { knownCountry, recipientOutput, recipientSchema } from '../../address/schema.ts'
import { ianaTimeZone } from '../../kernel/time.ts'
import { described, fields, namedObject, namedStrictObject, storable } from '../../kernel/wire-schema.ts'
import { billingMode, organisationStatus, vatTreatment } from '../../model/wire-enums.ts'
import { organisationSentences } from './sentences.ts'

const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))
const timeZone = v.pipe(
  v.string(),
  v.maxLength(64),
  v.check(
    (text) => ianaTimeZone(text) !== undefined,
    organisationSentences.message('invalid_value.time_zone'),
  ),
  v.transform((text) => ianaTimeZone(text) ?? text),
)

export const retentionDays = { min: 1, max: 3650 } as const
const days = v.pipe(v.number(), v.integer(), v.minValue(retentionDays.min), v.maxValue(retentionDays.max))

export const organisationSchema = namedObject('Organisation', 'A tenant, to which everything else belongs.', {
  id: described(v.string(), 'The organisation, `org_…`.'),
  name: described(v.string(), 'Name of the organisation.'),
  status: described(organisationStatus, 'Status of the organisation.'),
  suspensionReason: described(
    v.nullable(v.string()),
    'The operator’s reason for the suspension, shown to the members; null if not suspended, or without a reason.',
  ),
  country: described(
    v.string(),
    'Country in which its mail is posted (ISO 3166-1 alpha-2). Defines what is domestic.',
  ),
  timeZone: described(v.string(), 'Time zone that defines days (IANA), e.g. `Europe/Amsterdam`.'),
  billingMode: described(billingMode, 'How the organisation pays.'),
  vatTreatment: described(vatTreatment, 'How VAT is charged.'),
  addressRetentionDays: described(
    v.nullable(days),
    'Days after the end of an item until names and addresses are erased; null never erases them.',
  ),
  pdfRetentionDays: described(
    v.nullable(days),
    'Days after the end of a run until its printed pages are deleted; null never deletes them.',
  ),
  keepScanAddresses: described(v.boolean(), 'Whether scans of QR codes record the network address.'),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})
export type Organisation = v.InferOutput<typeof organisationSchema>

/** Maximum length in characters (`docs/limits.md`). */
export const suspensionReasonLength = 500

const suspension = namedStrictObject('OrganisationSuspend', 'A suspension.', {
  reason: described(
    v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(suspensionReasonLength), storable)),
    'The reason, which the organisation’s members see.',
  ),
})
export const suspensionInput = v.optional(suspension, {})
export type Suspension = v.InferInput<typeof suspension>

export const organisationInput = namedStrictObject('OrganisationCreate', 'A new organisation.', {
  name: described(name, 'Name, 1 to 120 characters.'),
  country: described(
    v.optional(knownCountry, 'NL'),
    'Country in which its mail is posted (ISO 3166-1 alpha-2).',
  ),
  timeZone: described(
    v.optional(timeZone, 'UTC'),
    'Time zone that defines days (IANA), e.g. `Europe/Amsterdam`.',
  ),
  ownMail: described(
    v.optional(v.boolean(), false),
    'True if the organisation prints and posts its own mail (billing mode OWN_MAIL).',
  ),
})

export const organisationPatch = namedStrictObject(
  'OrganisationUpdate',
  'Changes to an organisation. Omitted fields keep their values.',
  {
    name: described(v.optional(name), 'Name, 1 to 120 characters.'),
    country: described(v.optional(knownCountry), 'Country in which its mail is posted (ISO 3166-1 alpha-2).'),
    timeZone: described(v.optional(timeZone), 'Time zone that defines days (IANA), e.g. `Europe/Amsterdam`.'),
    addressRetentionDays: described(
      v.optional(v.nullable(days)),
      'Days after the end of an item until names and addresses are erased; null never erases them.',
    ),
    pdfRetentionDays: described(
      v.optional(v.nullable(days)),
      'Days after the end of a run until its printed pages are deleted; null never deletes them.',
    ),
    keepScanAddresses: described(
      v.optional(v.boolean()),
      'Whether scans of QR codes record the network address.',
    ),
  },
)

export const returnAddressSchema = namedObject(
  'ReturnAddress',
  'The address to which undeliverable mail returns; printed in the sender’s line.',
  {
    id: described(v.string(), 'The return address, `ret_…`.'),
    name: described(v.string(), 'Display name.'),
    address: described(recipientOutput, 'The address.'),
    isDefault: described(
      v.boolean(),
      'Whether Postflows and Postbatches without a return address use it. Exactly one address is the default.',
    ),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
)
export type ReturnAddress = v.InferOutput<typeof returnAddressSchema>

const returnAddressName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))

export const returnAddressInput = namedStrictObject('ReturnAddressCreate', 'A new return address.', {
  name: described(returnAddressName, 'Display name, 1 to 80 characters.'),
  address: described(recipientSchema, 'The address.'),
  isDefault: described(
    v.optional(v.boolean()),
    'True makes it the default. The first address is the default in any case.',
  ),
})

export const returnAddressPatch = namedStrictObject(
  'ReturnAddressUpdate',
  'Changes to a return address. Omitted fields keep their values.',
  {
    name: described(v.optional(returnAddressName), 'Display name, 1 to 80 characters.'),
    address: described(v.optional(recipientSchema), 'The address. Replaces the current one.'),
    isDefault: described(v.optional(v.literal(true)), 'Only `true`: makes it the default.'),
  },
)

export const returnAddressParams = v.strictObject({
  id: described(v.pipe(v.string(), v.maxLength(40)), 'The return address, `ret_…`.'),
})
