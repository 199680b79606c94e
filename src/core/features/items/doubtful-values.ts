import { doubtSentences } from '../../address/doubt-sentences.ts'
import { doubtOf, shownValue } from '../../address/doubtful-values.ts'
import { nameRefusesMail, saysDied } from '../../address/no-mail.ts'
import type { Recipient } from '../../address/schema.ts'
import { type Finding, finding } from '../../kernel/finding.ts'

interface Content {
  recipient: Recipient
  data: Readonly<Record<string, string>>
  addressOverride: boolean
}

/**
 * A warning for each doubtful value of an item that is printed, unless its sender confirmed the item as it is.
 * Of the merge fields only those of the template are.
 */
export const checkDoubtfulValues = (
  { recipient, data, addressOverride }: Content,
  variables: Readonly<Record<string, unknown>>,
): Finding[] => {
  if (addressOverride) return []
  const values = [
    ...Object.entries(recipient).map(([name, value]) => [`recipient.${name}`, value] as const),
    ...Object.entries(data)
      .filter(([name]) => Object.hasOwn(variables, name))
      .map(([name, value]) => [`data.${name}`, value] as const),
  ]
  return values.flatMap(([field, value]) => {
    if (typeof value !== 'string') return []
    const isRefused = field === 'recipient.name' && nameRefusesMail(value)
    const said = isRefused
      ? doubtSentences.say(saysDied(value) ? 'no_mail.recipient' : 'no_mail.refused', {
          value: shownValue(value),
        })
      : doubtOf(field, value)
    return said ? [finding('warning', said, { field })] : []
  })
}
