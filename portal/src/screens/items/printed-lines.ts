import type { components } from '../../api/types.gen.ts'

type Recipient = components['schemas']['Recipient']

/** The core's address lines as seen from a country (`#lettershop/address`). */
export type PrintLines = typeof import('#lettershop/address').addressLines

const joined = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' ')

/** Returns a recipient's lines in domestic mail. Without `print`, all countries share one order. */
export const linesOf = (recipient: Recipient, print: PrintLines | undefined): string[] => {
  if (print) {
    const parts = Object.entries(recipient).filter(([, value]) => value !== null)
    return print(Object.fromEntries(parts) as Parameters<PrintLines>[0], recipient.country)
  }
  const { companyName, name, addressLine2, street, houseNumber, houseNumberSuffix } = recipient
  const { postalCode, city, region } = recipient
  return [
    joined(companyName),
    joined(name),
    joined(addressLine2),
    joined(street, houseNumber, houseNumberSuffix),
    joined(postalCode, city, region),
  ].filter(Boolean)
}
