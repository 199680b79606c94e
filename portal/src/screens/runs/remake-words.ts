import type { Schemas } from '../../api/client.ts'
import { count, words } from '../../messages/index.svelte.ts'

type Status = Schemas['RunRemake']['status']

const some = (number: number, one: string, more: string): string =>
  `${count(number)} ${number === 1 ? one : more}`

export const v = words({
  en: {
    remakes: 'Printed again in this run',
    number: (number: number) => `Remake ${number}`,
    places: (pieces: number, places: string) => `${some(pieces, 'piece', 'pieces')}: ${places}`,
    statuses: {
      WAITING: 'Goes to the printer by itself',
      HANDING_OVER: 'Going to the printer',
      HANDED_TO_PRINTER: 'At the printer',
      HANDED_TO_CARRIER: 'With the carrier',
      COMPLETED: 'Completed',
      FAILED: 'Failed',
    } satisfies Record<Status, string>,
    held: (reason: string) => `Printing is held. ${reason}`,
    printerOff: (printer: string, state: string) =>
      `The printer ${printer} is ${state}. The remake waits, and resumes when the printer is in use again.`,
    printerAway: (detail: string) =>
      `The printer does not take it now. The remake waits, and resumes when the printer is back. (${detail})`,
    triedAgain: (detail: string) => `Something went wrong; it is tried again. (${detail})`,
    gone: 'This run or these pieces are no longer in production: nothing is printed again.',
    /** Blocked, with the reason beside it. */
    waits: 'Waits',
    withdrawn: 'Its caller no longer has the permission. Hand it over to print these pieces.',
    unknown: 'Not known',
    withItsRun: 'This piece was asked for again with its run',
    numberAt: (number: number, at: string) => `Remake ${number}, ${at}`,
    uncertain:
      'It is not known whether the printer has this remake. Look in its folder or ask there, so that nothing is printed twice.',
    givenUp:
      'The printer took this remake and did not finish it. Look what of it is on paper, so that nothing is posted twice.',
    handOver: 'Hand it over now',
    handOverAsked: (number: number) => `Remake ${number} goes to the printer.`,
    saved: (number: number) => `Remake ${number} is saved.`,
    decide: 'Say whether it is printed',
    printed: 'The printer has it',
    printedText: 'Nothing is sent; the remake counts as printed.',
    absent: 'The printer does not have it',
    absentText: 'You have made sure of that. It is handed over again.',
    onPaper: 'All of it is on paper',
    notOnPaper: 'Nothing of it is on paper',
    counted: (number: number) => `Remake ${number} counts as printed.`,
    told: (number: number, pieces: number) =>
      `Remake ${number}: ${some(pieces, 'piece', 'pieces')} printed again`,
  },
  nl: {
    remakes: 'Opnieuw gedrukt in deze drukgang',
    number: (number: number) => `Herdruk ${number}`,
    places: (pieces: number, places: string) => `${some(pieces, 'stuk', 'stukken')}: ${places}`,
    statuses: {
      WAITING: 'Gaat vanzelf naar de drukker',
      HANDING_OVER: 'Gaat naar de drukker',
      HANDED_TO_PRINTER: 'Bij de drukker',
      HANDED_TO_CARRIER: 'Bij de bezorger',
      COMPLETED: 'Afgerond',
      FAILED: 'Mislukt',
    },
    waits: 'Wacht',
    held: (reason) => `Het drukken is stilgezet. ${reason}`,
    printerOff: (printer, state) =>
      `De drukker ${printer} is ${state}. De herdruk wacht, en gaat verder zodra de drukker weer in gebruik is.`,
    printerAway: (detail) =>
      `De drukker neemt de herdruk nu niet aan. De herdruk wacht, en gaat verder zodra de drukker terug is. (${detail})`,
    triedAgain: (detail) => `Er ging iets mis; het wordt opnieuw geprobeerd. (${detail})`,
    gone: 'Deze drukgang of deze stukken zijn niet meer in productie: er wordt niets opnieuw gedrukt.',
    withdrawn: 'Wie erom vroeg, mag dit niet meer. Draag het over om deze stukken te laten drukken.',
    unknown: 'Onbekend',
    withItsRun: 'Dit stuk is opnieuw aangevraagd met zijn drukgang',
    numberAt: (number, at) => `herdruk ${number}, ${at}`,
    uncertain:
      'Het is niet bekend of de drukker deze herdruk heeft. Kijk in zijn map of vraag het na, zodat niets twee keer gedrukt wordt.',
    givenUp:
      'De drukker heeft deze herdruk aangenomen en niet afgemaakt. Kijk wat ervan op papier staat, zodat niets twee keer op de post gaat.',
    handOver: 'Nu overdragen',
    handOverAsked: (number: number) => `Herdruk ${number} gaat naar de drukker.`,
    saved: (number) => `Herdruk ${number} is opgeslagen.`,
    decide: 'Zeggen of het gedrukt is',
    printed: 'De drukker heeft het',
    printedText: 'Er wordt niets verstuurd; de herdruk geldt als gedrukt.',
    absent: 'De drukker heeft het niet',
    absentText: 'Dat heb je nagegaan. Het pakket wordt opnieuw verstuurd.',
    onPaper: 'Alles staat op papier',
    notOnPaper: 'Er staat niets op papier',
    counted: (number: number) => `Herdruk ${number} geldt als gedrukt.`,
    told: (number: number, pieces: number) =>
      `Herdruk ${number}: ${some(pieces, 'stuk', 'stukken')} opnieuw gedrukt`,
  },
})
