import type { Said } from '../kernel/sentences.ts'
import { doubtSentences } from './doubt-sentences.ts'
import { endsInDate, isChangedNumber, placeholderIn } from './placeholders.ts'

const numbers: readonly string[] = ['houseNumber', 'houseNumberSuffix', 'postalCode']
const longestShown = 40
/** As much of a value as a sentence repeats. */
export const shownValue = (text: string): string => [...text].slice(0, longestShown).join('')

/**
 * What is doubtful about the value of a field (`recipient.city`, `data.amount`): it stands for a missing one, or
 * a spreadsheet changed it. Undefined for any other.
 */
export const doubtOf = (field: string, text: string): Said | undefined => {
  const [group, name = ''] = field.split('.', 2)
  if (group !== 'recipient' && group !== 'data') return undefined
  const value = shownValue(text)
  if (group === 'recipient') {
    const isDate = numbers.includes(name) ? isChangedNumber(text) : name === 'street' && endsInDate(text)
    if (isDate) return doubtSentences.say('spreadsheet_value.value', { value })
    // Codes of regions and countries are words for nothing elsewhere: NA is Naples and Namibia. A postal code
    // of letters alone is refused as one.
    if (['region', 'country', 'postalCode'].includes(name) && /^\p{L}{1,3}$/u.test(text)) return undefined
  }
  return placeholderIn(text) ? doubtSentences.say('placeholder.value', { value }) : undefined
}
