import type { components } from '../../api/types.gen.ts'
import { count, words } from '../../messages/index.svelte.ts'
import type { Outcome } from './fates.ts'

const some = (number: number, one: string, more: string): string =>
  `${count(number)} ${number === 1 ? one : more}`

/** What is asked and said about pieces that were spoiled or came back. */
export const s = words({
  en: {
    spoiled: 'Spoiled pieces',
    spoiledOrReturned: 'Spoiled or returned pieces',
    cameBack: 'Report what came back',
    first: 'First say which pieces; then choose what shall happen to them.',
    withCarrier:
      'The carrier has this run, so nothing is printed again within it. Report as spoiled only pieces that never left, or else they are sent twice.',
    how: 'How you name the pieces',
    ways: { ranges: 'By number', codes: 'By code', list: 'From a list' },
    whichPieces: 'Which pieces',
    piecesHint: (most: string) =>
      `Their numbers in the column Piece, such as 3, 7–9. This run has the numbers 1 to ${most}.`,
    unclearPieces:
      'Write numbers of this run with commas between them, and ranges with a dash or “to”: 3, 7 to 9.',
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
    other: 'Name other pieces',
    meant: 'The pieces that are meant',
    these: (pieces: number) => some(pieces, 'piece', 'pieces'),
    andMore: (more: string) => `and ${more} more`,
    before: 'printed again before',
    what: 'What shall happen to them?',
    fates: {
      again: 'Print the same pieces again, now',
      replaced: 'Print new pieces in a later run',
      givenUp: 'Do not send them',
      returned: 'Note that they came back',
    },
    againText: 'With this run: its printer gets them once more, marked as a remake. It costs nothing.',
    replacedText: (run: string | undefined, isTest: boolean) =>
      `${run ? `With the run of ${run}.` : 'With the next run.'} These count as not sent.${isTest ? '' : ' What they cost pays for the new ones.'}`,
    givenUpText: (isTest: boolean): string =>
      `Nothing takes their place. They count as not sent${isTest ? '' : ', and the money is given back'}.`,
    returnedText: 'They were posted and came back to the sender. Nothing is printed again.',
    notAgain: (why: string) => `They cannot be printed again with this run. ${why}`,
    again: (pieces: number) =>
      pieces === 1
        ? 'Print it once more, though it was printed again before'
        : `Print these ${count(pieces)} once more, though they were printed again before`,
    againHint: 'Make sure that nobody posts a piece twice.',
    remadeToo: (pieces: number) =>
      `${some(pieces, 'of these was', 'of these were')} printed again before. Take ${pieces === 1 ? 'that one' : 'those'} out, or else ${pieces === 1 ? 'it is' : 'they are'} posted all the same.`,
    why: 'Why (may be left empty)',
    whyHint: 'It stands in the printer’s ticket.',
    whatHappened: 'What was wrong',
    outcomes: {
      DAMAGED: 'Damaged in production',
      MISPRINTED: 'Misprinted',
      NOT_HANDED_OVER: 'Not handed to the carrier',
    } satisfies Record<Exclude<Outcome, 'RETURNED'>, string>,
    outcomeHint: 'It is noted in the history of each item, and makes no other difference.',
    remark: 'Remark (may be left empty)',
    remarkHint: 'The organisation that ordered the item sees it in the history.',
    go: {
      again: (pieces: number) => `Print ${some(pieces, 'piece', 'pieces')} again now`,
      replaced: (pieces: number) => `Print ${some(pieces, 'new piece', 'new pieces')} in a later run`,
      givenUp: (pieces: number) => `Report ${some(pieces, 'piece', 'pieces')} as not sent`,
      returned: (pieces: number) => `Report ${some(pieces, 'piece', 'pieces')} as returned`,
    },
    /** Before anything is chosen. */
    goOn: 'Go on',
    asked: (pieces: number) => `${some(pieces, 'piece goes', 'pieces go')} to the printer again.`,
    reporting: 'Pieces are reported',
    partlyReported: (done: string, left: string) => `${done} pieces were reported; ${left} were not.`,
  },
  nl: {
    spoiled: 'Mislukte stukken',
    spoiledOrReturned: 'Mislukte of teruggekomen stukken',
    cameBack: 'Melden wat terugkwam',
    first: 'Zeg eerst welke stukken; kies daarna wat ermee moet gebeuren.',
    withCarrier:
      'De bezorger heeft deze drukgang, dus er wordt niets meer opnieuw in gedrukt. Meld alleen stukken als mislukt die nooit zijn vertrokken, anders gaan ze twee keer weg.',
    how: 'Hoe je de stukken noemt',
    ways: { ranges: 'Met nummers', codes: 'Met codes', list: 'Uit een lijst' },
    whichPieces: 'Welke stukken',
    piecesHint: (most) =>
      `Hun nummers in de kolom Stuk, bijvoorbeeld 3, 7–9. Deze drukgang heeft de nummers 1 tot en met ${most}.`,
    unclearPieces:
      'Schrijf nummers van deze drukgang met komma’s ertussen, en reeksen met een streepje of “tot en met”: 3, 7 t/m 9.',
    codes: 'Codes',
    codesHint:
      'Scan het merk of de QR-code van elk stuk, of plak codes: één per regel. Een scanner typt er een en eindigt met Enter.',
    codesRead: (codes) => some(codes, 'code', 'codes'),
    list: 'Kolom van een lijst',
    listHint:
      'Plak een kolom van een spreadsheet of een CSV, met of zonder de kop “code” of “sequence”: getallen gelden als plaatsen in de drukgang.',
    rowsRead: (rows) => some(rows, 'rij', 'rijen'),
    dropHere: 'Sleep een CSV of een werkmap hierheen',
    choose: 'Kies een bestand …',
    show: 'Deze stukken tonen',
    other: 'Andere stukken noemen',
    meant: 'De stukken die je bedoelt',
    these: (pieces) => some(pieces, 'stuk', 'stukken'),
    andMore: (more) => `en nog ${more}`,
    before: 'al eerder opnieuw gedrukt',
    what: 'Wat moet ermee gebeuren?',
    fates: {
      again: 'Dezelfde stukken nu opnieuw drukken',
      replaced: 'Nieuwe stukken drukken in een latere drukgang',
      givenUp: 'Niet versturen',
      returned: 'Noteren dat ze terugkwamen',
    },
    againText: 'Met deze drukgang: de drukker krijgt ze nog eens, herkenbaar als herdruk. Het kost niets.',
    replacedText: (run, isTest) =>
      `${run ? `Met de drukgang van ${run}.` : 'Met de volgende drukgang.'} Deze gelden als niet verstuurd.${isTest ? '' : ' Wat ze kostten, betaalt de nieuwe.'}`,
    givenUpText: (isTest) =>
      `Er komt niets in hun plaats. Ze gelden als niet verstuurd${isTest ? '' : ' en het geld komt terug'}.`,
    returnedText: 'Ze zijn gepost en teruggekomen bij de afzender. Er wordt niets opnieuw gedrukt.',
    notAgain: (why) => `Ze kunnen niet met deze drukgang opnieuw worden gedrukt. ${why}`,
    again: (pieces) =>
      pieces === 1
        ? 'Nog eens drukken, hoewel het al opnieuw gedrukt is'
        : `Deze ${count(pieces)} nog eens drukken, hoewel ze al opnieuw gedrukt zijn`,
    againHint: 'Zorg dat niemand een stuk twee keer post.',
    remadeToo: (pieces) =>
      `${some(pieces, 'hiervan is', 'hiervan zijn')} al eerder opnieuw gedrukt. Haal ${pieces === 1 ? 'dat stuk' : 'die stukken'} eruit, anders ${pieces === 1 ? 'wordt het' : 'worden ze'} toch gepost.`,
    why: 'Waarom (mag leeg blijven)',
    whyHint: 'Het staat op de opdracht voor de drukker.',
    whatHappened: 'Wat er mis was',
    outcomes: {
      DAMAGED: 'Beschadigd bij het drukken',
      MISPRINTED: 'Verkeerd gedrukt',
      NOT_HANDED_OVER: 'Niet aan de bezorger gegeven',
    },
    outcomeHint: 'Het komt in het verloop van elk poststuk en maakt verder geen verschil.',
    remark: 'Opmerking (mag leeg blijven)',
    remarkHint: 'De organisatie van de bestelling ziet die in het verloop van het poststuk.',
    go: {
      again: (pieces) => `${some(pieces, 'stuk', 'stukken')} nu opnieuw drukken`,
      replaced: (pieces) => `${some(pieces, 'nieuw stuk', 'nieuwe stukken')} later drukken`,
      givenUp: (pieces) => `${some(pieces, 'stuk', 'stukken')} als niet verstuurd melden`,
      returned: (pieces) => `${some(pieces, 'stuk', 'stukken')} als retour melden`,
    },
    goOn: 'Doorgaan',
    asked: (pieces) => `${some(pieces, 'stuk gaat', 'stukken gaan')} opnieuw naar de drukker.`,
    reporting: 'Stukken worden gemeld',
    partlyReported: (done, left) => `${done} stukken zijn gemeld; ${left} nog niet.`,
  },
})

/** What the way is called: a run that was delivered can only have pieces that came back. */
export const titleOf = (status: components['schemas']['RunStatus']): string => {
  if (status === 'COMPLETED') return s().cameBack
  return status === 'HANDED_TO_CARRIER' ? s().spoiledOrReturned : s().spoiled
}
