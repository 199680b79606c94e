import { words } from '../../messages/index.svelte.ts'

/** Texts about rejected items and their corrected copies, separate from those of the list. */
export const w = words({
  en: {
    wasRejected: 'This item was rejected and is not printed.',
    wasRejectedText: 'The copy begins with the same recipient and the same words, and goes the same way.',
    correctedCopy: 'Make a corrected copy',
    anotherCopy: 'Make another corrected copy',
    sentAgainAs: 'Sent again as',
    copyOf: 'Corrected copy of',
    copy: (name: string, when: string) => `the item to ${name} of ${when}`,
    rejected: (name: string, when: string) => `the item to ${name} that was rejected on ${when}`,
    ended: 'It was not printed either.',
  },
  nl: {
    wasRejected: 'Dit poststuk is afgekeurd en wordt niet gedrukt.',
    wasRejectedText:
      'De kopie begint met dezelfde ontvanger en dezelfde woorden, en gaat langs dezelfde weg.',
    correctedCopy: 'Verbeterde kopie maken',
    anotherCopy: 'Nog een verbeterde kopie maken',
    sentAgainAs: 'Opnieuw verstuurd als',
    copyOf: 'Verbeterde kopie van',
    copy: (name, when) => `het poststuk aan ${name} van ${when}`,
    rejected: (name, when) => `het poststuk aan ${name} dat is afgekeurd op ${when}`,
    ended: 'Dat is ook niet gedrukt.',
  },
})
