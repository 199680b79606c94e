import * as v from 'valibot'
import { ruleSentences } from '../kernel/problem-sentences.ts'
import { described, namedObject, namedStrictObject } from '../kernel/wire-schema.ts'
import { isCountry } from './countries/names.ts'
import { addressRuleSentences } from './sentences.ts'

const line = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(max),
    // A line feed would print a line that the rules have not checked.
    v.check(
      (text) => text.isWellFormed() && /^\P{Cc}*$/u.test(text),
      ruleSentences.message('invalid_value.unprintable'),
    ),
  )
const optionalLine = (max: number) => v.optional(v.nullable(line(max)))

/** Lower case is accepted and capitals are stored. Whether the country exists is a finding of the address. */
const country = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z]{2}$/, addressRuleSentences.message('invalid_format.country')),
  v.toUpperCase(),
)

/** The code of an existing country, for settings, where a wrong one is refused at once. */
export const knownCountry = v.pipe(
  country,
  v.check(isCountry, addressRuleSentences.message('invalid_value.country')),
)

export const recipientSchema = namedStrictObject(
  'RecipientInput',
  'A postal address as callers write it. Only lengths and the shape of the country are refused at once; what a country requires beyond that is reported as findings.',
  {
    name: described(
      optionalLine(120),
      'Name of the person, at most 120 characters; a name, a company name or both are needed. Null for none.',
    ),
    companyName: described(optionalLine(120), 'Name of the company, at most 120 characters. Null for none.'),
    street: described(
      optionalLine(120),
      'Street without the house number, e.g. `Damrak`; a post office box where the country writes it so. Null for none.',
    ),
    houseNumber: described(
      optionalLine(20),
      'House number, e.g. `12`. Text, because it may hold letters. Null for none.',
    ),
    houseNumberSuffix: described(
      optionalLine(20),
      'What follows the house number, e.g. `A` or `2 hg`. Null for none.',
    ),
    addressLine2: described(optionalLine(120), 'A further line: building, floor, care of. Null for none.'),
    postalCode: described(
      optionalLine(20),
      'Postal code as the country writes it, e.g. `1012 LG`; blanks and small letters are put right. Null for none.',
    ),
    city: described(optionalLine(100), 'Town, at most 100 characters. Null for none.'),
    region: described(
      optionalLine(100),
      'State, province or county, in countries whose addresses name one. Null for none.',
    ),
    country: described(
      country,
      'Country as two letters (ISO 3166-1 alpha-2), e.g. `NL`; small letters are taken.',
    ),
  },
)
export type Recipient = v.InferOutput<typeof recipientSchema>
export const recipientPatch = namedStrictObject(
  'RecipientUpdate',
  'Changes to a postal address: a field that is not sent stays as it is, null removes it.',
  {
    ...recipientSchema.entries,
    country: described(
      v.optional(country),
      'Country as two letters (ISO 3166-1 alpha-2), e.g. `NL`. It cannot be removed.',
    ),
  },
)
/** The fields of a recipient, in the order in which people write them. */
export const recipientFields = v.keyof(recipientSchema).options

const shown = v.nullable(v.string())
export const recipientOutput = namedObject(
  'Recipient',
  'A postal address: every field is present, null where it has no value.',
  {
    name: described(shown, 'Name of the person; null if there is none.'),
    companyName: described(shown, 'Name of the company; null if there is none.'),
    street: described(shown, 'Street without the house number; null if there is none.'),
    houseNumber: described(shown, 'House number, e.g. `12`; null if there is none.'),
    houseNumberSuffix: described(shown, 'What follows the house number, e.g. `A`; null if there is nothing.'),
    addressLine2: described(shown, 'A further line: building, floor, care of; null if there is none.'),
    postalCode: described(
      shown,
      'Postal code as the country writes it, e.g. `1012 LG`; null if there is none.',
    ),
    city: described(shown, 'Town; null if there is none.'),
    region: described(shown, 'State, province or county; null if there is none.'),
    country: described(v.string(), 'Country as two capital letters (ISO 3166-1 alpha-2), e.g. `NL`.'),
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
