import type { Recipient } from '../../src/core/address/index.ts'

/** A valid recipient. */
export const zoe: Recipient = {
  name: 'Zoë de Vries',
  street: 'Damrak',
  houseNumber: '12',
  postalCode: '1012 LG',
  city: 'Amsterdam',
  country: 'NL',
}
