import { count, moment, words } from '../../../messages/index.svelte.ts'

/** How often one event is tried at most, within 24 hours. */
export const mostAttempts = 8

export const dw = words({
  en: {
    event: 'Event',
    why: 'Last answer',
    attempts: 'Attempts',
    when: 'When',
    anyEvent: 'Every event',
    noDeliveries: 'Nothing was sent yet',
    noDeliveriesText:
      'As soon as something happens that it asks for, it stands here with the receiver’s answer.',
    kinds: { EVENT: '', TEST: 'Test', REPLAY: 'Sent again' },
    delivery: 'Delivery',
    sentBecause: 'Sent because',
    because: { EVENT: 'it happened', TEST: 'you asked for a test', REPLAY: 'it was asked for again' },
    noAttempt: 'It was not tried yet.',
    next: 'Next attempt',
    nextAt: (at: string, attempt: number) => `${moment(at)}, attempt ${attempt} of ${mostAttempts}`,
    finished: 'Ended',
    took: (ms: number) => `${count(ms)} ms`,
    attempt: (number: number) => `Attempt ${number}`,
    body: 'The beginning of the answer',
    replay: 'Send again',
    replayedOne: 'It is on its way again.',
    payload: 'What is sent',
    headers: 'Headers and signature',
    headersText: 'What each attempt sent, byte for byte, to hold beside what your program logged.',
    signedWith: (fingerprint: string) => `Signed with the secret whose SHA-256 begins with ${fingerprint}`,
    toEvent: 'The event, and who else got it',
  },
  nl: {
    event: 'Gebeurtenis',
    why: 'Laatste antwoord',
    attempts: 'Pogingen',
    when: 'Wanneer',
    anyEvent: 'Elke gebeurtenis',
    noDeliveries: 'Er is nog niets verstuurd',
    noDeliveriesText:
      'Zodra er iets gebeurt waar de webhook om vraagt, staat het hier met het antwoord van de ontvanger.',
    kinds: { EVENT: '', TEST: 'Test', REPLAY: 'Opnieuw' },
    delivery: 'Bezorging',
    sentBecause: 'Verstuurd omdat',
    because: { EVENT: 'het gebeurde', TEST: 'je om een test vroeg', REPLAY: 'er opnieuw om is gevraagd' },
    noAttempt: 'Het is nog niet geprobeerd.',
    next: 'Volgende poging',
    nextAt: (at, attempt) => `${moment(at)}, poging ${attempt} van ${mostAttempts}`,
    finished: 'Afgelopen',
    took: (ms) => `${count(ms)} ms`,
    attempt: (number) => `Poging ${number}`,
    body: 'Het begin van het antwoord',
    replay: 'Opnieuw versturen',
    replayedOne: 'Het is opnieuw onderweg.',
    payload: 'Wat er wordt verstuurd',
    headers: 'Headers en handtekening',
    headersText:
      'Wat elke poging verstuurde, byte voor byte, om naast het logboek van je programma te houden.',
    signedWith: (fingerprint) => `Ondertekend met het geheim waarvan de SHA-256 begint met ${fingerprint}`,
    toEvent: 'De gebeurtenis, en wie haar nog meer kreeg',
  },
})
