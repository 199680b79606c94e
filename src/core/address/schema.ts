import * as v from 'valibot'
import { namedObject, namedStrictObject } from '../kernel/wire-schema.ts'
import { isCountry } from './country-names.ts'

const line = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max),
    // A line feed would print a line that no rule has seen.
    v.check(
      (text) => text.isWellFormed() && /^\P{Cc}*$/u.test(text),
      'Control characters and line breaks cannot be printed.',
    ),
  )
const optionalLine = (max: number) => v.optional(v.nullable(line(max)))

/** Small letters are taken; capitals are stored. Whether there is such a country is a finding of the address. */
const country = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z]{2}$/, 'Write the country as two letters (ISO 3166-1).'),
  v.toUpperCase(),
)

/** The code of a country that there is, for settings, where a wrong one is refused at once. */
export const knownCountry = v.pipe(
  country,
  v.check(isCountry, 'There is no country with this code (ISO 3166-1 alpha-2).'),
)

export const recipientSchema = namedStrictObject(
  'RecipientInput',
  'A postal address as callers write it. Only lengths and the shape of the country are refused at once; what a country requires beyond that is reported as findings.',
  {
    name: optionalLine(120),
    companyName: optionalLine(120),
    street: optionalLine(120),
    houseNumber: optionalLine(20),
    houseNumberSuffix: optionalLine(20),
    addressLine2: optionalLine(120),
    postalCode: optionalLine(20),
    city: optionalLine(100),
    region: optionalLine(100),
    country,
  },
)
export type Recipient = v.InferOutput<typeof recipientSchema>
export const recipientPatch = namedStrictObject(
  'RecipientUpdate',
  'Changes to a postal address: a field that is not sent stays as it is, null removes it.',
  { ...recipientSchema.entries, country: v.optional(country) },
)
/** In the order in which a person writes them. */
export const recipientFields = v.keyof(recipientSchema).options

const shown = v.nullable(v.string())
export const recipientOutput = namedObject(
  'Recipient',
  'A postal address: every field is present, null where it has no value.',
  {
    name: shown,
    companyName: shown,
    street: shown,
    houseNumber: shown,
    houseNumberSuffix: shown,
    addressLine2: shown,
    postalCode: shown,
    city: shown,
    region: shown,
    country: v.string(),
  },
)

export const recipientToWire = (recipient: Recipient): v.InferOutput<typeof recipientOutput> => ({
  name: recipient.name ?? null,
  companyName: recipient.companyName ?? null,
  street: recipient.street ?? null,
  houseNumber: recipient.houseNumber ?? null,
  houseNumberSuffix: recipient.houseNumberSuffix ?? null,
  addressLine2: recipient.addressLine2 ?? null,
  postalCode: recipient.postalCode ?? null,
  city: recipient.city ?? null,
  region: recipient.region ?? null,
  country: recipient.country,
})
