import { words } from '../../messages/index.svelte.ts'

type Kind = 'integer' | 'decimal' | 'money' | 'date'

/** Of merge fields that hold amounts, numbers and days. */
export const typed = words({
  en: {
    printed: (text: string) => `Printed: ${text}`,
    write: (kind: Kind, example: string): string =>
      `Write ${{ integer: 'a whole number', decimal: 'a number', money: 'an amount', date: 'a day' }[kind]}, for example ${example}.`,
    several: (meanings: readonly string[], kind: Kind): string =>
      `This can be ${meanings.join(' or ')}. ${kind === 'date' ? 'Write the month as a word.' : 'Write it without a sign between the thousands.'}`,
  },
  nl: {
    printed: (text) => `Gedrukt: ${text}`,
    write: (kind, example) =>
      `Schrijf ${{ integer: 'een heel getal', decimal: 'een getal', money: 'een bedrag', date: 'een dag' }[kind]}, bijvoorbeeld ${example}.`,
    several: (meanings, kind) =>
      `Dit kan ${meanings.join(' of ')} zijn. ${kind === 'date' ? 'Schrijf de maand als woord.' : 'Schrijf het zonder teken tussen de duizendtallen.'}`,
  },
})
