import { words } from '../../../messages/index.svelte.ts'
import { soon } from '../seconds.ts'

/** Texts for correcting a webhook's URL. */
export const aw = words({
  en: {
    whole: (example: string) => `Write the whole address, such as ${example}`,
    named: 'The answer points to this address:',
    use: 'Use it',
    filledIn: (before: string) =>
      `The answer points to this address, which is filled in. Until now it was ${before}`,
    ofEarlier: 'The last that failed went to another address, which the webhook had before:',
    saveAndTest: 'Save and send a test',
    saved: 'The address was saved.',
    goesThere: (next: string | null) =>
      next ? `What waits goes there by itself at ${soon(next)}, or now.` : 'What waits goes there.',
  },
  nl: {
    whole: (example) => `Schrijf het hele adres, zoals ${example}`,
    named: 'Het antwoord wijst naar dit adres:',
    use: 'Overnemen',
    filledIn: (before) =>
      `Het antwoord wijst naar dit adres; het is al ingevuld. Tot nu toe was het ${before}`,
    ofEarlier: 'Wat het laatst mislukte, ging naar een ander adres, dat de webhook eerder had:',
    saveAndTest: 'Opslaan en test versturen',
    saved: 'Het adres is opgeslagen.',
    goesThere: (next) =>
      next ? `Wat wacht gaat daar om ${soon(next)} vanzelf heen, of nu.` : 'Wat wacht gaat daarheen.',
  },
})
