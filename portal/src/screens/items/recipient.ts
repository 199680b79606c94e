import type { Schemas } from '../../api/client.ts'
import { countryName } from '../../ui/countries.ts'
import { linesOf } from './address-order.ts'

type Recipient = Schemas['Recipient']

/** How a list calls a recipient: the person, else the company. */
export const nameOf = ({ name, companyName }: Recipient): string => name ?? companyName ?? '–'

/** The address, line by line in the order of its country, without the lines that are empty. */
export const addressLines = (recipient: Recipient): string[] =>
  [
    recipient.companyName,
    recipient.name,
    recipient.addressLine2,
    ...linesOf(recipient),
    countryName(recipient.country),
  ].filter((line): line is string => Boolean(line))
