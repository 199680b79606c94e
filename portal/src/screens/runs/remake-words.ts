import type { Schemas } from '../../api/client.ts'
import { count, words } from '../../messages/index.svelte.ts'

type Status = Schemas['RunRemake']['status']

const some = (number: number, one: string, more: string): string =>
  `${count(number)} ${number === 1 ? one : more}`

export const v = words({
  en: {
    remake: 'Print spoiled pieces again',
    text: 'The same pieces at the same places, in a package of their own for the printer of this run. Every sheet says that it is a remake. It costs nothing. A piece that was reported counts as not sent and cannot be made here: what replaces it is printed in a later run.',
    how: 'How you name the pieces',
    ways: { ranges: 'By number', codes: 'By code', list: 'From a list' },
    codes: 'Codes',
    codesHint:
      'Scan the mark or the QR code of each piece, or paste codes: one a line. A scanner types one and ends with Enter.',
    codesRead: (codes: number) => some(codes, 'code', 'codes'),
    list: 'Column of a list',
    listHint:
      'Paste a column of a spreadsheet or a CSV, with or without its heading “code” or “sequence”: numbers are taken as places in the run.',
    rowsRead: (rows: number) => some(rows, 'row', 'rows'),
    dropHere: 'Drop a CSV or a workbook here',
    choose: 'Choose a file …',
    show: 'Show these pieces',
    would: (pieces: number) => `${some(pieces, 'piece', 'pieces')} would be printed again`,
    before: 'printed again before',
    again: (pieces: number) =>
      pieces === 1
        ? 'Print it once more, though it was printed again before'
        : `Print these ${count(pieces)} once more, though they were printed again before`,
    againHint: 'Make sure that nobody posts a piece twice.',
    reason: 'Why (may be left empty)',
    reasonHint: 'It stands in the printer’s ticket.',
    other: 'Name other pieces',
    print: (pieces: number) => `Print ${some(pieces, 'piece', 'pieces')} again`,
    asked: (pieces: number) => `${some(pieces, 'piece goes', 'pieces go')} to the printer again.`,
    remakes: 'Printed again in this run',
    number: (number: number) => `Remake ${number}`,
    places: (pieces: number, places: string) => `${some(pieces, 'piece', 'pieces')}: ${places}`,
    statuses: {
      WAITING: 'Waits for the printer',
      HANDING_OVER: 'Going to the printer',
      HANDED_TO_PRINTER: 'At the printer',
      FAILED: 'Failed',
    } satisfies Record<Status, string>,
    unknown: 'Not known',
    uncertain:
      'It is not known whether the printer has this remake. Look in its folder or ask there, so that nothing is printed twice.',
    handOver: 'Hand it over now',
    handOverAsked: (number: number) => `Remake ${number} goes to the printer.`,
    decide: 'Say whether it is printed',
    printed: 'The printer has it',
    printedText: 'Nothing is sent; the remake counts as printed.',
    absent: 'The printer does not have it',
    absentText: 'You have made sure of that. It is handed over again.',
    counted: (number: number) => `Remake ${number} counts as printed.`,
    told: (number: number, pieces: number) =>
      `Remake ${number}: ${some(pieces, 'piece', 'pieces')} printed again`,
  },
  nl: {
    remake: 'Mislukte stukken opnieuw drukken',
    text: 'Dezelfde stukken op dezelfde plaatsen, in een eigen pakket voor de drukker van deze drukgang. Op elk vel staat dat het een herdruk is. Het kost niets. Een stuk dat gemeld is, geldt als niet verstuurd en kan hier niet: wat het vervangt, wordt in een latere drukgang gedrukt.',
    how: 'Hoe je de stukken noemt',
    ways: { ranges: 'Met nummers', codes: 'Met codes', list: 'Uit een lijst' },
    codes: 'Codes',
    codesHint:
      'Scan het merk of de QR-code van elk stuk, of plak codes: één per regel. Een scanner typt er een en eindigt met Enter.',
    codesRead: (codes: number) => some(codes, 'code', 'codes'),
    list: 'Kolom van een lijst',
    listHint:
      'Plak een kolom van een spreadsheet of een CSV, met of zonder de kop “code” of “sequence”: getallen gelden als plaatsen in de drukgang.',
    rowsRead: (rows: number) => some(rows, 'rij', 'rijen'),
    dropHere: 'Sleep een CSV of een werkmap hierheen',
    choose: 'Kies een bestand …',
    show: 'Deze stukken tonen',
    would: (pieces: number) =>
      `${some(pieces, 'stuk wordt', 'stukken worden')} opnieuw gedrukt als je doorgaat`,
    before: 'al eerder opnieuw gedrukt',
    again: (pieces: number) =>
      pieces === 1
        ? 'Nog eens drukken, hoewel het al opnieuw gedrukt is'
        : `Deze ${count(pieces)} nog eens drukken, hoewel ze al opnieuw gedrukt zijn`,
    againHint: 'Zorg dat niemand een stuk twee keer post.',
    reason: 'Waarom (mag leeg blijven)',
    reasonHint: 'Het staat op de opdracht voor de drukker.',
    other: 'Andere stukken noemen',
    print: (pieces: number) => `${some(pieces, 'stuk', 'stukken')} opnieuw drukken`,
    asked: (pieces: number) => `${some(pieces, 'stuk gaat', 'stukken gaan')} opnieuw naar de drukker.`,
    remakes: 'Opnieuw gedrukt in deze drukgang',
    number: (number: number) => `Herdruk ${number}`,
    places: (pieces: number, places: string) => `${some(pieces, 'stuk', 'stukken')}: ${places}`,
    statuses: {
      WAITING: 'Wacht op de drukker',
      HANDING_OVER: 'Gaat naar de drukker',
      HANDED_TO_PRINTER: 'Bij de drukker',
      FAILED: 'Mislukt',
    },
    unknown: 'Onbekend',
    uncertain:
      'Het is niet bekend of de drukker deze herdruk heeft. Kijk in zijn map of vraag het na, zodat niets twee keer gedrukt wordt.',
    handOver: 'Nu overdragen',
    handOverAsked: (number: number) => `Herdruk ${number} gaat naar de drukker.`,
    decide: 'Zeggen of het gedrukt is',
    printed: 'De drukker heeft het',
    printedText: 'Er wordt niets verstuurd; de herdruk geldt als gedrukt.',
    absent: 'De drukker heeft het niet',
    absentText: 'Dat heb je nagegaan. Het pakket wordt opnieuw verstuurd.',
    counted: (number: number) => `Herdruk ${number} geldt als gedrukt.`,
    told: (number: number, pieces: number) =>
      `Herdruk ${number}: ${some(pieces, 'stuk', 'stukken')} opnieuw gedrukt`,
  },
})
