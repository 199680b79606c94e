import * as v from 'valibot'
import { knownCountry, recipientOutput, recipientSchema } from '../../address/index.ts'
import { ianaTimeZone } from '../../kernel/time-zone.ts'
import { namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'
import { billingMode, organisationStatus, vatTreatment } from '../../model/wire-enums.ts'

const dateTime = v.pipe(v.string(), v.isoTimestamp())
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120))
const timeZone = v.pipe(
  v.string(),
  v.maxLength(64),
  v.check(
    (text) => ianaTimeZone(text) !== undefined,
    'Write the time zone as IANA names it, e.g. Europe/Amsterdam.',
  ),
  v.transform((text) => ianaTimeZone(text) ?? text),
)

export const retentionDays = { min: 1, max: 3650 } as const
const days = v.pipe(v.number(), v.integer(), v.minValue(retentionDays.min), v.maxValue(retentionDays.max))

export const organisationSchema = namedObject('Organisation', 'The tenant: everything else belongs to one.', {
  id: v.string(),
  name: v.string(),
  status: organisationStatus,
  /** ISO 3166-1 alpha-2: where its mail is posted, so what counts as domestic. */
  country: v.string(),
  /** IANA zone whose days analytics count. */
  timeZone: v.string(),
  billingMode: billingMode,
  vatTreatment: vatTreatment,
  /** Days after the end of an item until names and addresses are erased; null keeps them. */
  addressRetentionDays: v.nullable(days),
  /** Days after the end of a run until its printed pages are deleted; null keeps them. */
  pdfRetentionDays: v.nullable(days),
  /** Scans of QR codes keep the network address of whoever scanned. */
  keepScanAddresses: v.boolean(),
  createdAt: dateTime,
  updatedAt: dateTime,
})
export type Organisation = v.InferOutput<typeof organisationSchema>

export const organisationInput = namedStrictObject('OrganisationCreate', 'A new organisation.', {
  name,
  country: v.optional(knownCountry, 'NL'),
  timeZone: v.optional(timeZone, 'UTC'),
  /** The house prints its own mail and pays itself: billing mode OWN_MAIL. */
  ownMail: v.optional(v.boolean(), false),
})

export const organisationPatch = namedStrictObject(
  'OrganisationUpdate',
  'Changes to an organisation; a field that is not sent stays as it is.',
  {
    name: v.optional(name),
    country: v.optional(knownCountry),
    timeZone: v.optional(timeZone),
    addressRetentionDays: v.optional(v.nullable(days)),
    pdfRetentionDays: v.optional(v.nullable(days)),
    keepScanAddresses: v.optional(v.boolean()),
  },
)

export const returnAddressSchema = namedObject(
  'ReturnAddress',
  'Where mail that cannot be delivered goes back to; printed as the sender’s line.',
  {
    id: v.string(),
    name: v.string(),
    address: recipientOutput,
    /** Taken where a Postflow names none; exactly one is, while there are any. */
    isDefault: v.boolean(),
    createdAt: dateTime,
    updatedAt: dateTime,
  },
)
export type ReturnAddress = v.InferOutput<typeof returnAddressSchema>

const returnAddressName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80))

export const returnAddressInput = namedStrictObject('ReturnAddressCreate', 'A new return address.', {
  name: returnAddressName,
  address: recipientSchema,
  /** The first address is the default whatever this says. */
  isDefault: v.optional(v.boolean()),
})

export const returnAddressPatch = namedStrictObject(
  'ReturnAddressUpdate',
  'Changes to a return address; a field that is not sent stays as it is.',
  {
    name: v.optional(returnAddressName),
    address: v.optional(recipientSchema),
    /** Only `true`: another address becomes the default instead. */
    isDefault: v.optional(v.literal(true)),
  },
)

export const returnAddressParams = v.strictObject({ id: v.pipe(v.string(), v.maxLength(40)) })
