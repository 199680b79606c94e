import { count, moment, words } from '../../../messages/index.svelte.ts'
import { soon } from '../seconds.ts'

const events = (number: string): string => (number === '1' ? '1 event' : `${number} events`)
const gebeurtenissen = (number: string): string =>
  number === '1' ? '1 gebeurtenis' : `${number} gebeurtenissen`

/** Texts for a webhook with failing deliveries. */
export const tw = words({
  en: {
    waits: (number: string, since: string) =>
      number === '1'
        ? `1 event waits. It was first tried on ${since}.`
        : `${number} events wait. The first of them was tried on ${since}.`,
    nextTry: (at: string) => `Next try ${soon(at)}.`,
    until: (number: string, until: string) =>
      number === '1'
        ? `It is tried again by itself until ${moment(until)}, then it is given up.`
        : `Each is tried again by itself for 24 hours: the first of them until ${moment(until)}, then it is given up.`,
    givenUp: (number: number) =>
      number === 0 ? '' : number === 1 ? '1 event was given up.' : `${count(number)} in a row were given up.`,
    afterwards:
      'What is given up stays under Undelivered, and can be sent from there for 30 days. When ten in a row were given up, the webhook is switched off.',
    lastArrived: (event: string, at: string) => `The last that arrived: ${event}, ${at}.`,
    noneArrived: 'Nothing has arrived at it in the last 30 days.',
    correct: 'Correct the address',
    seeWaiting: 'What waits',
    sendNow: (number: string) =>
      number === '1' ? 'Send the waiting event now' : `Send the ${number} waiting events now`,
    sendAll: 'Send all waiting events now',
    sendingNow: 'The waiting events are being sent now',
    sending: (arrived: string, total: string, failed: number) =>
      `Sending … ${arrived} of ${total} arrived${failed > 0 ? `, ${count(failed)} failed again` : ''}`,
    allArrived: (total: number) => (total === 1 ? 'The event arrived.' : `All ${count(total)} arrived.`),
    someArrived: (arrived: string, failed: string) => `${arrived} arrived, ${failed} failed again.`,
    testArrived: 'The test arrived:',
    nowSend: (number: string) => (number === '1' ? 'now send the 1 event' : `now send the ${number} events`),
    forDeveloper: 'Copy for its developer',
    forDeveloperTitle: 'For its developer',
    report: {
      title: 'A webhook of Lettershop does not get its events.',
      webhook: 'Webhook',
      address: 'Address',
      since: 'Failing since',
      offSince: 'Switched off since',
      waits: 'Events that wait',
      lastTry: 'Last attempt',
      event: 'Event',
      error: 'Error',
      detail: 'Detail',
      answer: 'Answer',
      counts: 'Any answer from 200 to 299 within 10 seconds counts as received.',
    },
    newAddress: (number: string, next: string | null) =>
      `A new address also gets the ${events(number)} that ${number === '1' ? 'waits' : 'wait'}${next ? `: next try ${soon(next)}` : ''}.`,
    newAddressQuiet: 'What still waits when the address is changed goes to the new one.',
    newAddressOff: 'What is missing goes to the new address too, once the webhook is on and it is sent.',
    savedAddress: (number: string, next: string | null) =>
      `The webhook was changed. The ${number === '1' ? 'event that waits goes' : `${number} waiting events go`} to the new address${next ? `, next try ${soon(next)}` : ''}.`,
    kept: 'What you changed here and did not save is still in the form.',
    discard: 'Discard it',
  },
  nl: {
    waits: (number, since) =>
      number === '1'
        ? `1 gebeurtenis wacht. Hij is voor het eerst geprobeerd op ${since}.`
        : `${number} gebeurtenissen wachten. De eerste daarvan is geprobeerd op ${since}.`,
    nextTry: (at) => `Nieuwe poging ${soon(at)}.`,
    until: (number, until) =>
      number === '1'
        ? `Hij wordt vanzelf opnieuw geprobeerd tot ${moment(until)}, daarna wordt hij opgegeven.`
        : `Elke wordt 24 uur lang vanzelf opnieuw geprobeerd: de eerste tot ${moment(until)}, daarna wordt die opgegeven.`,
    givenUp: (number) =>
      number === 0
        ? ''
        : number === 1
          ? '1 gebeurtenis is opgegeven.'
          : `${count(number)} op rij zijn opgegeven.`,
    afterwards:
      'Wat is opgegeven blijft bij Niet aangekomen staan, en kan van daar nog 30 dagen worden verstuurd. Als er tien op rij zijn opgegeven, gaat de webhook uit.',
    lastArrived: (event, at) => `De laatste die aankwam: ${event}, ${at}.`,
    noneArrived: 'In de laatste 30 dagen is er niets aangekomen.',
    correct: 'Adres corrigeren',
    seeWaiting: 'Wat er wacht',
    sendNow: (number) =>
      number === '1'
        ? 'De wachtende gebeurtenis nu versturen'
        : `De ${number} wachtende gebeurtenissen nu versturen`,
    sendAll: 'Alle wachtende gebeurtenissen nu versturen',
    sendingNow: 'De wachtende gebeurtenissen worden nu verstuurd',
    sending: (arrived, total, failed) =>
      `Bezig met versturen … ${arrived} van ${total} aangekomen${failed > 0 ? `, ${count(failed)} opnieuw mislukt` : ''}`,
    allArrived: (total) =>
      total === 1 ? 'De gebeurtenis is aangekomen.' : `Alle ${count(total)} zijn aangekomen.`,
    someArrived: (arrived, failed) => `${arrived} aangekomen, ${failed} opnieuw mislukt.`,
    testArrived: 'De test is aangekomen:',
    nowSend: (number) =>
      number === '1' ? 'verstuur nu die ene gebeurtenis' : `verstuur nu de ${number} gebeurtenissen`,
    forDeveloper: 'Kopiëren voor de ontwikkelaar',
    forDeveloperTitle: 'Voor de ontwikkelaar',
    report: {
      title: 'Een webhook van Lettershop krijgt zijn gebeurtenissen niet.',
      webhook: 'Webhook',
      address: 'Adres',
      since: 'Hapert sinds',
      offSince: 'Uitgezet sinds',
      waits: 'Wachtende gebeurtenissen',
      lastTry: 'Laatste poging',
      event: 'Gebeurtenis',
      error: 'Fout',
      detail: 'Bijzonderheden',
      answer: 'Antwoord',
      counts: 'Elk antwoord van 200 tot en met 299 binnen 10 seconden telt als ontvangen.',
    },
    newAddress: (number, next) =>
      `Een nieuw adres krijgt ook de ${number === '1' ? 'gebeurtenis die wacht' : `${gebeurtenissen(number)} die wachten`}${next ? `: nieuwe poging ${soon(next)}` : ''}.`,
    newAddressQuiet: 'Wat nog wacht als het adres wordt gewijzigd, gaat naar het nieuwe.',
    newAddressOff:
      'Wat ontbreekt gaat ook naar het nieuwe adres, zodra de webhook aan staat en het wordt verstuurd.',
    savedAddress: (number, next) =>
      `De webhook is gewijzigd. ${number === '1' ? 'De gebeurtenis die wacht gaat' : `De ${number} wachtende gebeurtenissen gaan`} naar het nieuwe adres${next ? `, nieuwe poging ${soon(next)}` : ''}.`,
    kept: 'Wat je hier wijzigde en niet opsloeg, staat nog in het formulier.',
    discard: 'Weggooien',
  },
})
