import { words } from '../../messages/index.svelte.ts'

const choicesEn: Readonly<Record<string, string>> = {
  include: 'Include it',
  leave_out: 'Leave it out',
  print: 'Print it as it is',
  send: 'Send all the same',
  empty: 'Treat it as empty',
  return: 'Decide row by row',
  'surname_alone.include': 'With the form of address',
  'surname_alone.leave_out': 'The surname alone',
  with_word: 'With the word',
  number_alone: 'The number alone',
  all: 'A letter for each row',
  first: 'One letter, with the first row',
  last: 'One letter, with the last row',
  general: 'The address without a name of its own',
  shipping: 'Shipping address',
  mailing: 'Mailing address',
  home: 'Home address',
  billing: 'Billing address',
  business: 'Business address',
  visiting: 'Visiting address',
  other: 'Other address',
}
const choicesNl: Readonly<Record<string, string>> = {
  include: 'Opnemen',
  leave_out: 'Weglaten',
  print: 'Drukken zoals het er staat',
  send: 'Toch versturen',
  empty: 'Als leeg behandelen',
  return: 'Per rij beslissen',
  'surname_alone.include': 'Met de aanspreekvorm',
  'surname_alone.leave_out': 'Alleen de achternaam',
  with_word: 'Met het woord',
  number_alone: 'Alleen het nummer',
  all: 'Een brief voor elke rij',
  first: 'Eén brief, met de eerste rij',
  last: 'Eén brief, met de laatste rij',
  general: 'Het adres zonder eigen naam',
  shipping: 'Verzendadres',
  mailing: 'Postadres',
  home: 'Privéadres',
  billing: 'Factuuradres',
  business: 'Zakelijk adres',
  visiting: 'Bezoekadres',
  other: 'Ander adres',
}

/** The words of questions about a list. */
export const q = words({
  en: {
    title: (count: number) =>
      count === 1 ? 'One question about this list' : `${count} questions about this list`,
    choice: (choice: string, code: string) => choicesEn[`${code}.${choice}`] ?? choicesEn[choice] ?? choice,
    answerFirst: 'Answer the questions above first.',
    checkAgain: 'Check the list with these answers',
  },
  nl: {
    title: (count: number) => (count === 1 ? 'Eén vraag over deze lijst' : `${count} vragen over deze lijst`),
    choice: (choice: string, code: string) => choicesNl[`${code}.${choice}`] ?? choicesNl[choice] ?? choice,
    answerFirst: 'Beantwoord eerst de vragen hierboven.',
    checkAgain: 'Controleer de lijst met deze antwoorden',
  },
})
