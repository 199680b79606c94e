import type { Schemas } from '../api/client.ts'

/** An address as form values. */
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

/** Returns initial form values. */
export const draftOfAddress = (address: Partial<Schemas['Recipient']>): AddressDraft => {
  const filled = Object.entries(address).filter(([, value]) => value !== null && value !== undefined)
  return { ...empty, ...Object.fromEntries(filled) }
}

/** Whether only the country is set. */
export const isEmptyAddress = ({ country: _, ...rest }: AddressDraft): boolean =>
  Object.values(rest).every((value) => value.trim() === '')

/** Converts form values to an address without empty fields. */
export const addressOf = (draft: AddressDraft): Schemas['RecipientInput'] => {
  const filled = Object.entries(draft).map(([name, value]) => [name, value.trim()] as const)
  return { country: draft.country, ...Object.fromEntries(filled.filter(([, value]) => value !== '')) }
}
