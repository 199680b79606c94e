import type { Schemas } from '../../api/client.ts'

/** Returns the recipient's name, else the company. */
export const nameOf = ({ name, companyName }: Schemas['Recipient']): string => name ?? companyName ?? '–'
