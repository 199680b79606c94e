import type { Schemas } from '../../api/client.ts'

type Recipient = Schemas['Recipient']

/** How a list calls a recipient: the person, else the company. */
export const nameOf = ({ name, companyName }: Recipient): string => name ?? companyName ?? '–'

const joined = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' ')

/** The address, line by line, without the lines that are empty. */
export const addressLines = (recipient: Recipient): string[] =>
  [
    recipient.companyName,
    recipient.name,
    recipient.addressLine2,
    joined(recipient.street, recipient.houseNumber, recipient.houseNumberSuffix),
    joined(recipient.postalCode, recipient.city),
    joined(recipient.region, recipient.country),
  ].filter((line): line is string => Boolean(line))
