import type { Schemas } from '../../api/client.ts'

/** Returns the recipient's name, otherwise the company name, otherwise a dash. */
export const nameOf = ({ name, companyName }: Schemas['Recipient']): string => name ?? companyName ?? '–'
