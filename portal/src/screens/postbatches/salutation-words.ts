import { count, words } from '../../messages/index.svelte.ts'

const en = {
  fields: {
    'data.salutation': 'Salutation or form of address',
    'data.title': 'Title',
    'data.sex': 'Sex, for the salutation',
    'data.firstName': 'First name, for the salutation',
    'data.lastName': 'Last name, for the salutation',
    'data.language': 'Language of the salutation',
  } as Readonly<Record<string, string>>,
  title: 'Salutations',
  text: 'How the letters begin. A correction applies to all letters with the same salutation.',
  letters: (some: number, name: string) =>
    `${count(some)} ${some === 1 ? 'letter' : 'letters'}, ${some === 1 ? 'to' : 'for example to'} ${name}`,
  doubtful: 'Check',
  correct: 'Correct',
  correctOne: (salutation: string) => `Correct ${salutation}`,
  corrected: 'Corrected salutation',
  hint: 'Without the comma.',
  correcting: (corrected: string) => `Becomes “${corrected}” …`,
  search: 'Search salutations',
  none: 'No salutation contains these words.',
  differing: (all: number) => `${count(all)} different salutations`,
  unlisted: (items: number) =>
    `The salutations of ${count(items)} more ${items === 1 ? 'letter is' : 'letters are'} not listed. Search for them.`,
}

const nl: typeof en = {
  fields: {
    'data.salutation': 'Aanhef of aanspreekvorm',
    'data.title': 'Titel',
    'data.sex': 'Geslacht, voor de aanhef',
    'data.firstName': 'Voornaam, voor de aanhef',
    'data.lastName': 'Achternaam, voor de aanhef',
    'data.language': 'Taal van de aanhef',
  },
  title: 'Aanheffen',
  text: 'Zo beginnen de brieven. Een verbetering geldt voor alle brieven met dezelfde aanhef.',
  letters: (some, name) =>
    `${count(some)} ${some === 1 ? 'brief' : 'brieven'}, ${some === 1 ? 'aan' : 'bijvoorbeeld aan'} ${name}`,
  doubtful: 'Controleren',
  correct: 'Verbeteren',
  correctOne: (salutation) => `${salutation} verbeteren`,
  corrected: 'Verbeterde aanhef',
  hint: 'Zonder de komma.',
  correcting: (corrected) => `Wordt “${corrected}” …`,
  search: 'Aanheffen zoeken',
  none: 'Geen aanhef bevat deze woorden.',
  differing: (all) => `${count(all)} verschillende aanheffen`,
  unlisted: (items) =>
    `De aanheffen van nog ${count(items)} ${items === 1 ? 'brief' : 'brieven'} staan niet in de lijst. Zoek ernaar.`,
}

export const s = words({ en, nl })
