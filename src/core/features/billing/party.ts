import * as v from 'valibot'
import {
  addressSentences,
  checkAddress,
  isCountry,
  meantCountry,
  type Recipient,
  recipientOutput,
  recipientSchema,
  recipientToWire,
} from '../../address/index.ts'
import { asError, invalid, validationFailed } from '../../kernel/errors.ts'
import { ruleSentences } from '../../kernel/problem-sentences.ts'
import { namedObject, namedStrictObject } from '../../kernel/wire-schema.ts'

/** Excludes names. Only the parts that the country requires are required. */
const { name: _name, companyName: _companyName, ...addressEntries } = recipientSchema.entries
export const billingAddress = namedStrictObject(
  'BillingAddressInput',
  'A postal address without names, as callers write it.',
  addressEntries,
)
export type BillingAddress = v.InferOutput<typeof billingAddress>

const { name: _shownName, companyName: _shownCompany, ...shownEntries } = recipientOutput.entries
export const shownAddress = namedObject('BillingAddress', 'A postal address without names.', shownEntries)

export const addressToWire = (address: Recipient) => {
  const { name: _, companyName: __, ...parts } = recipientToWire(address)
  return parts
}

export const printable = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(max),
    v.check((text) => /^\P{Cc}*$/u.test(text), ruleSentences.message('invalid_value.unprintable')),
  )

export const emailAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(254),
  v.email(ruleSentences.message('email.address')),
)

/** Names each part that is invalid or, though required by its country, missing. Throws 422. */
export const assertAddress = (address: BillingAddress, parameter: string): void => {
  const { country } = address
  if (!isCountry(country)) {
    const sentence = addressSentences.sentence('unknown.country', { country, meant: meantCountry(country) })
    throw invalid(`${parameter}.country`, sentence)
  }
  const recipient = { ...address, companyName: 'x' }
  const faults = checkAddress(recipient, { originCountry: country, override: false }).filter(
    ({ severity }) => severity === 'error',
  )
  if (faults.length === 0) return
  throw validationFailed(
    faults.map((fault) => asError(fault, (fault.field ?? 'recipient').replace(/^recipient/, parameter))),
  )
}
