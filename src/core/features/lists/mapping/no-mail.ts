import { deathSigns, everyOvl, plainRemark, refusesMail } from '../../../address/no-mail.ts'
import { placeholderIn } from '../../../address/placeholders.ts'
import { truthOf } from './values.ts'

/** Whether the name of a column says that its recipients are not written to: `Overleden`, `Do not mail`. */
export const isNoMailColumn = (name: string): boolean =>
  refusesMail(plainRemark(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).replace(/[_.]/g, ' '))

/** Whether a column names a part of a country or of an organisation, where `OVL` is one. */
export const isRegionColumn = (name: string): boolean =>
  /(?<!\p{L})(?:prov\p{L}*|regio\p{L}*|region\p{L}*|gewest|streek|gouw|afd(?:eling)?|arrondissement|kanton|state|county|bundesland|departement)(?!\p{L})/u.test(
    plainRemark(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).replace(/_/g, ' '),
  )

/**
 * Whether a remark says that nothing is to be sent to a recipient: `overleden 2025`, `geen post`. In a column whose
 * name says it (`isNoMailColumn`) every value does but `no` and placeholders. In a column of regions `ovl` is one.
 */
export const saysNoMail = (text: string, isNoMail: boolean, isRegion = false): boolean => {
  if (text === '') return false
  if (isNoMail) return truthOf(text) ?? placeholderIn(text) === undefined
  const words = plainRemark(text)
  return deathSigns.test(text) || refusesMail(isRegion ? words.replace(everyOvl, ' ') : words)
}
