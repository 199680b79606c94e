import type { Said } from '../kernel/sentences.ts'
import { doubtSentences } from './doubt-sentences.ts'
import { endsInDate, isChangedNumber, isChangedText, placeholderIn } from './placeholders.ts'
import { isUnlikelyText } from './unlikely-text.ts'

const numbers: readonly string[] = ['houseNumber', 'houseNumberSuffix', 'postalCode']
/** Fields that hold words, of which a spreadsheet makes a date only where nothing else is in the cell. */
const words: readonly string[] = ['name', 'companyName', 'street', 'addressLine2', 'city']
const longestShown = 40
/** As much of a value as a sentence repeats. */
export const shownValue = (text: string): string => [...text].slice(0, longestShown).join('')

/**
 * What is doubtful about the value of a field (`recipient.city`, `data.amount`): it stands for a missing one, a
 * spreadsheet changed it, or it is garbled or another kind of value. Undefined for any other.
 */
export const doubtOf = (field: string, text: string): Said | undefined => {
  const [group, name = ''] = field.split('.', 2)
  if (group !== 'recipient' && group !== 'data') return undefined
  const value = shownValue(text)
  if (group === 'recipient') {
    const isDate =
      (numbers.includes(name) && isChangedNumber(text)) ||
      (words.includes(name) && isChangedText(text)) ||
      (name === 'street' && endsInDate(text))
    if (isDate) return doubtSentences.say('spreadsheet_value.value', { value })
    // Codes of regions and countries are words for nothing elsewhere: NA is Naples and Namibia. A postal code
    // of letters alone is refused as one.
    if (['region', 'country', 'postalCode'].includes(name) && /^\p{L}{1,3}$/u.test(text)) return undefined
  }
  if (placeholderIn(text, group === 'recipient')) return doubtSentences.say('placeholder.value', { value })
  return isUnlikelyText(group, name, text) ? doubtSentences.say('unlikely_text.value', { value }) : undefined
}
