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
    // A line feed would print another line, which no check covers.
    v.check(
      (text) => text.isWellFormed() && /^\P{Cc}*$/u.test(text),
      ruleSentences.message('invalid_value.unprintable'),
    ),
  )
const optionalLine = (max: number) => v.optional(v.nullable(line(max)))

/** Accepts lower case and stores capitals. Unknown countries become findings of the address. */
const country = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z]{2}$/, addressRuleSentences.message('invalid_format.country')),
  v.toUpperCase(),
)

/** For settings, which refuse unknown countries at once. */
export const knownCountry = v.pipe(
  country,
  v.check(isCountry, addressRuleSentences.message('invalid_value.country')),
)

export const recipientSchema = namedStrictObject(
  'RecipientInput',
  'A postal address as input. Only lengths and the format of the country are validated at once; further requirements of the country are reported as findings.',
  {
    name: described(
      optionalLine(120),
      'Name of the person, at most 120 characters. A name, a company name or both are required. Null for none.',
    ),
    companyName: described(optionalLine(120), 'Name of the company, at most 120 characters. Null for none.'),
    street: described(
      optionalLine(120),
      'Street without the house number, e.g. `Damrak`, or a PO box. Null for none.',
    ),
    houseNumber: described(
      optionalLine(20),
      'House number, e.g. `12`. Text, because it may contain letters. Null for none.',
    ),
    houseNumberSuffix: described(
      optionalLine(20),
      'Suffix of the house number, e.g. `A` or `2 hg`. Null for none.',
    ),
    addressLine2: described(optionalLine(120), 'Additional line: building, floor, care of. Null for none.'),
    postalCode: described(
      optionalLine(20),
      'Postal code in the country’s format, e.g. `1012 LG`. Spaces and case are normalised. Null for none.',
    ),
    city: described(optionalLine(100), 'City, at most 100 characters. Null for none.'),
    region: described(
      optionalLine(100),
      'State, province or county, if addresses of the country have one. Null for none.',
    ),
    country: described(
      country,
      'Country as two letters (ISO 3166-1 alpha-2), e.g. `NL`. Lower case is accepted.',
    ),
  },
)
export type Recipient = v.InferOutput<typeof recipientSchema>
export const recipientPatch = namedStrictObject(
  'RecipientUpdate',
  'Changes to a postal address. Omitted fields are unchanged; null removes a field.',
  {
    ...recipientSchema.entries,
    country: described(
      v.optional(country),
      'Country as two letters (ISO 3166-1 alpha-2), e.g. `NL`. It cannot be removed.',
    ),
  },
)
/** Fields in the order in which an address is written. */
export const recipientFields = v.keyof(recipientSchema).options

const shown = v.nullable(v.string())
export const recipientOutput = namedObject(
  'Recipient',
  'A postal address. Every field is present; null if it has no value.',
  {
    name: described(shown, 'Name of the person; null if there is none.'),
    companyName: described(shown, 'Name of the company; null if there is none.'),
    street: described(shown, 'Street without the house number; null if there is none.'),
    houseNumber: described(shown, 'House number, e.g. `12`; null if there is none.'),
    houseNumberSuffix: described(shown, 'Suffix of the house number, e.g. `A`; null if there is none.'),
    addressLine2: described(shown, 'Additional line: building, floor, care of; null if there is none.'),
    postalCode: described(
      shown,
      'Postal code in the country’s format, e.g. `1012 LG`; null if there is none.',
    ),
    city: described(shown, 'City; null if there is none.'),
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
