import { words } from '../../messages/index.svelte.ts'
import type { TypedKind } from './typed-fields.ts'

/** Texts for merge fields with amounts, numbers and dates. */
export const typed = words({
  en: {
    /** Labels of fields that make up the salutation, which templates don't declare. */
    salutation: {
      salutation: 'Salutation or form of address',
      letterSalutation: 'Corrected salutation',
    } as Readonly<Record<string, string>>,
    printed: (text: string) => `Printed: ${text}`,
    write: (kind: TypedKind, example: string): string =>
      `Write ${{ integer: 'a whole number', decimal: 'a number', money: 'an amount', date: 'a day' }[kind]}, for example ${example}.`,
    several: (meanings: readonly string[], kind: TypedKind): string =>
      `This can be ${meanings.join(' or ')}. ${kind === 'date' ? 'Write the month as a word.' : 'Write it without a sign between the thousands.'}`,
  },
  nl: {
    salutation: {
      salutation: 'Aanhef of aanspreekvorm',
      letterSalutation: 'Verbeterde aanhef',
      title: 'Titel',
      sex: 'Geslacht, voor de aanhef',
      firstName: 'Voornaam',
      lastName: 'Achternaam',
      language: 'Taal',
    },
    printed: (text) => `Gedrukt: ${text}`,
    write: (kind, example) =>
      `Schrijf ${{ integer: 'een heel getal', decimal: 'een getal', money: 'een bedrag', date: 'een dag' }[kind]}, bijvoorbeeld ${example}.`,
    several: (meanings, kind) =>
      `Dit kan ${meanings.join(' of ')} zijn. ${kind === 'date' ? 'Schrijf de maand als woord.' : 'Schrijf het zonder teken tussen de duizendtallen.'}`,
  },
})
