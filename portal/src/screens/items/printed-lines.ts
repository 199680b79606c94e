import type { components } from '../../api/types.gen.ts'

type Recipient = components['schemas']['Recipient']

/** How the core prints a recipient, seen from a country (`src/core/address/lines.ts`). */
export type PrintLines = typeof import('../../../../src/core/address/lines.ts').addressLines

const joined = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' ')

/**
 * A recipient line by line as mail within the country is printed: names, street and town in the order of the
 * country. While `print` is not loaded, the parts stand in one order for all countries.
 */
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
