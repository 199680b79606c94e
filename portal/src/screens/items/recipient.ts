import type { Schemas } from '../../api/client.ts'

/** How a list calls a recipient: the person, else the company. */
export const nameOf = ({ name, companyName }: Schemas['Recipient']): string => name ?? companyName ?? '–'
