import { count, words } from '../../messages/index.svelte.ts'

/** Texts for a new mailing with a preselected letter, and for recipients who were left out. */
export const b = words({
  en: {
    yourLetter: (name: string) => `Your letter: ${name}`,
    otherLetter: 'Take another letter',
    laterTitle: 'To send those that were left out',
    laterText:
      'Correct them in the file of bad rows, and bring only that file to a new mailing. The whole list once more would send everybody a second piece.',
    later: (rows: number) =>
      rows === 1 ? 'A mailing for this one …' : `A mailing for these ${count(rows)} …`,
    likeText: (name: string) =>
      `For those who were left out of “${name}”: with its letter and its settings. Bring only their corrected rows next.`,
    laterName: (name: string) => `${name}: those left out`,
  },
  nl: {
    yourLetter: (name) => `Je brief: ${name}`,
    otherLetter: 'Neem een andere brief',
    laterTitle: 'Wie is weggelaten alsnog sturen',
    laterText:
      'Verbeter ze in het bestand met foute rijen, en geef alleen dat bestand aan een nieuwe mailing. Met de hele lijst nog een keer zou iedereen een tweede stuk krijgen.',
    later: (rows) => (rows === 1 ? 'Een mailing voor deze ene …' : `Een mailing voor deze ${count(rows)} …`),
    likeText: (name) =>
      `Voor wie uit “${name}” is weggelaten: met dezelfde brief en instellingen. Geef hierna alleen hun verbeterde rijen.`,
    laterName: (name) => `${name}: de weggelaten rijen`,
  },
})
