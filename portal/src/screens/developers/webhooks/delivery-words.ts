import { count, moment, words } from '../../../messages/index.svelte.ts'

/** How often one event is tried at most, within 24 hours. */
export const mostAttempts = 8

export const dw = words({
  en: {
    event: 'Event',
    why: 'Last answer',
    attempts: 'Attempts',
    lastSent: 'Last sent',
    anyEvent: 'Every event',
    noDeliveries: 'Nothing was sent yet',
    noDeliveriesText:
      'As soon as something happens that it asks for, it stands here with the answer of your program.',
    kinds: { EVENT: '', TEST: 'Test', REPLAY: 'Sent again' },
    delivery: 'Delivery',
    titleOf: (event: string) => `Delivery of “${event}”`,
    sentBecause: 'Why it is sent',
    because: {
      EVENT: 'Because the event happened',
      TEST: 'Because somebody asked for a test',
      REPLAY: 'Because it was asked for again',
    },
    noAttempt: 'It was not tried yet.',
    next: 'Next attempt',
    nextAt: (at: string, attempt: number) => `${moment(at)}, attempt ${attempt} of ${mostAttempts}`,
    finished: 'Ended',
    took: (ms: number) => `${count(ms)} ms`,
    attempt: (number: number) => `Attempt ${number}`,
    body: 'What your program answered',
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
    lastSent: 'Laatst verstuurd',
    anyEvent: 'Elke gebeurtenis',
    noDeliveries: 'Er is nog niets verstuurd',
    noDeliveriesText:
      'Zodra er iets gebeurt waar de webhook om vraagt, staat het hier met het antwoord van je programma.',
    kinds: { EVENT: '', TEST: 'Test', REPLAY: 'Opnieuw' },
    delivery: 'Bezorging',
    titleOf: (event) => `Bezorging van “${event}”`,
    sentBecause: 'Waarom',
    because: {
      EVENT: 'Omdat de gebeurtenis plaatsvond',
      TEST: 'Omdat iemand om een test vroeg',
      REPLAY: 'Omdat er opnieuw om is gevraagd',
    },
    noAttempt: 'Het is nog niet geprobeerd.',
    next: 'Volgende poging',
    nextAt: (at, attempt) => `${moment(at)}, poging ${attempt} van ${mostAttempts}`,
    finished: 'Afgelopen',
    took: (ms) => `${count(ms)} ms`,
    attempt: (number) => `Poging ${number}`,
    body: 'Wat je programma antwoordde',
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
