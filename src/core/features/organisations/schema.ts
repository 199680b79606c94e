import * as v from 'valibot'
import { knownCountry, recipientOutput, recipientSchema } from '../../address/schema.ts'
import { ianaTimeZone } from '../../kernel/time.ts'
import { fields, storable } from '../../kernel/wire-fields.ts'
import { described, namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
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

export const organisationSchema = namedObject('Organisation', 'The tenant: everything else belongs to one.', {
  id: described(v.string(), 'The organisation, `org_…`.'),
  name: described(v.string(), 'Its name.'),
  status: described(organisationStatus, 'Whether it can write.'),
  suspensionReason: described(
    v.nullable(v.string()),
    'Why it is suspended, as the operator wrote for its members; null if it is not, or without a reason.',
  ),
  country: described(
    v.string(),
    'Country in which its mail is posted (ISO 3166-1 alpha-2): what counts as domestic.',
  ),
  timeZone: described(v.string(), 'Time zone whose days count (IANA), e.g. `Europe/Amsterdam`.'),
  billingMode: described(billingMode, 'How it pays.'),
  vatTreatment: described(vatTreatment, 'How VAT is charged.'),
  addressRetentionDays: described(
    v.nullable(days),
    'Days after the end of an item until names and addresses are erased; null keeps them.',
  ),
  pdfRetentionDays: described(
    v.nullable(days),
    'Days after the end of a run until its printed pages are deleted; null keeps them.',
  ),
  keepScanAddresses: described(
    v.boolean(),
    'Whether scans of QR codes keep the network address of the person who scanned.',
  ),
  createdAt: fields.createdAt,
  updatedAt: fields.updatedAt,
})
export type Organisation = v.InferOutput<typeof organisationSchema>

/** The longest reason of a suspension, in characters (`docs/limits.md`). */
export const suspensionReasonLength = 500

const suspension = namedStrictObject('OrganisationSuspend', 'Why an organisation is suspended.', {
  reason: described(
    v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(suspensionReasonLength), storable)),
    'The reason, which the members of the organisation see.',
  ),
})
export const suspensionInput = v.optional(suspension, {})
export type Suspension = v.InferInput<typeof suspension>

export const organisationInput = namedStrictObject('OrganisationCreate', 'A new organisation.', {
  name: described(name, 'Its name, 1 to 120 characters.'),
  country: described(
    v.optional(knownCountry, 'NL'),
    'Country in which its mail is posted (ISO 3166-1 alpha-2).',
  ),
  timeZone: described(
    v.optional(timeZone, 'UTC'),
    'Time zone whose days count (IANA), e.g. `Europe/Amsterdam`.',
  ),
  ownMail: described(
    v.optional(v.boolean(), false),
    'True if it prints and posts its own mail: billing mode OWN_MAIL.',
  ),
})

export const organisationPatch = namedStrictObject(
  'OrganisationUpdate',
  'Changes to an organisation; a field that is not sent stays as it is.',
  {
    name: described(v.optional(name), 'Its name, 1 to 120 characters.'),
    country: described(v.optional(knownCountry), 'Country in which its mail is posted (ISO 3166-1 alpha-2).'),
    timeZone: described(v.optional(timeZone), 'Time zone whose days count (IANA), e.g. `Europe/Amsterdam`.'),
    addressRetentionDays: described(
      v.optional(v.nullable(days)),
      'Days after the end of an item until names and addresses are erased; null keeps them.',
    ),
    pdfRetentionDays: described(
      v.optional(v.nullable(days)),
      'Days after the end of a run until its printed pages are deleted; null keeps them.',
    ),
    keepScanAddresses: described(
      v.optional(v.boolean()),
      'Whether scans of QR codes keep the network address of the person who scanned.',
    ),
  },
)

export const returnAddressSchema = namedObject(
  'ReturnAddress',
  'Where mail that cannot be delivered goes back to; printed as the sender’s line.',
  {
    id: described(v.string(), 'The return address, `ret_…`.'),
    name: described(v.string(), 'Name for people.'),
    address: described(recipientOutput, 'The address.'),
    isDefault: described(
      v.boolean(),
      'Whether it is taken where a Postflow or Postbatch names none; exactly one is, while there are any.',
    ),
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
  },
)
export type ReturnAddress = v.InferOutput<typeof returnAddressSchema>

const returnAddressName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))

export const returnAddressInput = namedStrictObject('ReturnAddressCreate', 'A new return address.', {
  name: described(returnAddressName, 'Name for people, 1 to 80 characters.'),
  address: described(recipientSchema, 'The address.'),
  isDefault: described(
    v.optional(v.boolean()),
    'True makes it the default. The first address is the default in any case.',
  ),
})

export const returnAddressPatch = namedStrictObject(
  'ReturnAddressUpdate',
  'Changes to a return address; a field that is not sent stays as it is.',
  {
    name: described(v.optional(returnAddressName), 'Name for people, 1 to 80 characters.'),
    address: described(v.optional(recipientSchema), 'The address; replaces the present one.'),
    isDefault: described(
      v.optional(v.literal(true)),
      'Only `true`: it becomes the default instead of another.',
    ),
  },
)

export const returnAddressParams = v.strictObject({
  id: described(v.pipe(v.string(), v.maxLength(40)), 'The return address, `ret_…`.'),
})
