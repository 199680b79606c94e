import * as v from 'valibot'
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

/**
 * A postal address as callers write it (DESIGN 5, "Recipient address"). Only lengths and the shape of the
 * country are refused here; what a country requires is a finding, so that nothing is lost.
 */
export const recipientSchema = v.strictObject({
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
})
export type Recipient = v.InferOutput<typeof recipientSchema>
/** Fields that are to change: those that are not sent stay, `null` removes one. A country there always is. */
export const recipientPatch = v.strictObject({ ...recipientSchema.entries, country: v.optional(country) })
/** In the order in which a person writes them. */
export const recipientFields = v.keyof(recipientSchema).options

const shown = v.nullable(v.string())
/** The same as answers show it: every field, null where there is none. */
export const recipientOutput = v.object({
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
})

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
