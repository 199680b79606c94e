import { words } from '../../../messages/index.svelte.ts'

/** What is said of the address of a webhook where it is corrected. */
export const aw = words({
  en: {
    whole: (example: string) => `Write the whole address, such as ${example}`,
    named: 'The answer points to this address:',
    use: 'Use it',
    saveAndTest: 'Save and send a test',
    saved: 'The address was saved.',
    goesThere: 'What waits goes there.',
  },
  nl: {
    whole: (example) => `Schrijf het hele adres, zoals ${example}`,
    named: 'Het antwoord wijst naar dit adres:',
    use: 'Overnemen',
    saveAndTest: 'Opslaan en test versturen',
    saved: 'Het adres is opgeslagen.',
    goesThere: 'Wat wacht gaat daarheen.',
  },
})
