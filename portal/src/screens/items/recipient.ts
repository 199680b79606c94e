import type { Schemas } from '../../api/client.ts'
import { countryName } from '../../ui/countries.ts'
import { printLines } from './address-rules.svelte.ts'
import { linesOf } from './printed-lines.ts'

type Recipient = Schemas['Recipient']

/** How a list calls a recipient: the person, else the company. */
export const nameOf = ({ name, companyName }: Recipient): string => name ?? companyName ?? '–'

/** The address as it is printed, line by line, with the country in the language of the screens. */
export const addressLines = (recipient: Recipient): string[] => [
  ...linesOf(recipient, printLines()),
  countryName(recipient.country),
]
