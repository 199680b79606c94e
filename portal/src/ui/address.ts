import type { Schemas } from '../api/client.ts'

/** An address while it is typed: every field a text. */
export type AddressDraft = Record<keyof Schemas['Recipient'], string>

const empty: AddressDraft = {
  name: '',
  companyName: '',
  street: '',
  houseNumber: '',
  houseNumberSuffix: '',
  addressLine2: '',
  postalCode: '',
  city: '',
  region: '',
  country: '',
}

/** What a form begins with. */
export const draftOfAddress = (address: Partial<Schemas['Recipient']>): AddressDraft => {
  const given = Object.entries(address).filter(([, value]) => value !== null && value !== undefined)
  return { ...empty, ...Object.fromEntries(given) }
}

/** Whether nothing but the country was typed. */
export const isEmptyAddress = ({ country: _, ...rest }: AddressDraft): boolean =>
  Object.values(rest).every((value) => value.trim() === '')

/** The address as it is sent: what is empty is none. */
export const addressOf = (draft: AddressDraft): Schemas['RecipientInput'] => {
  const given = Object.entries(draft).map(([name, value]) => [name, value.trim()] as const)
  return { country: draft.country, ...Object.fromEntries(given.filter(([, value]) => value !== '')) }
}
