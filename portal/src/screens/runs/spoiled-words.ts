import type { components } from '../../api/types.gen.ts'
import { count, words } from '../../messages/index.svelte.ts'
import type { Fate, Outcome } from './fates.ts'

const some = (number: number, one: string, more: string): string =>
  `${count(number)} ${number === 1 ? one : more}`

/** Texts about spoiled and returned pieces. */
export const s = words({
  en: {
    spoiled: 'Spoiled pieces',
    spoiledOrReturned: 'Spoiled or returned pieces',
    cameBack: 'Report what came back',
    ofRun: (pieces: number) => `${some(pieces, 'piece', 'pieces')} · run code`,
    first: 'First say which pieces; then choose what shall happen to them.',
    withCarrier:
      'The carrier has this run, so nothing is printed again within it. Report as spoiled only pieces that never left, or else they are sent twice.',
    how: 'How you name the pieces',
    ways: { ranges: 'By piece number', codes: 'By code', list: 'From a list' },
    whichPieces: 'Piece numbers',
    piecesHint: (most: string) => `Such as 3, 7–9. This run has the numbers 1 to ${most}.`,
    unclearPieces: 'Write commas between piece numbers, and a dash or “to” in a range: 3, 7 to 9.',
    absentPieces: (pieces: string, isOne: boolean, most: string) =>
      isOne
        ? `There is no piece ${pieces}: this run has 1 to ${most}. Is it in another run?`
        : `There are no pieces ${pieces}: this run has 1 to ${most}. Are they in another run?`,
    codes: 'Codes',
    codesHint:
      'Scan the mark or the QR code of each piece, or paste codes: one a line. A scanner types one and ends with Enter.',
    codesRead: (codes: number) => some(codes, 'code', 'codes'),
    list: 'Column of a list',
    listHint:
      'Paste a column of a spreadsheet or a CSV, with or without the heading “code” or “sequence” that items.csv has. Plain numbers are taken as piece numbers.',
    rowsRead: (rows: number) => some(rows, 'row', 'rows'),
    dropHere: 'Drop a CSV or a workbook here',
    choose: 'Choose a file …',
    show: 'Show these pieces',
    other: 'Name other pieces',
    meant: 'The pieces that are meant',
    these: (pieces: number) => some(pieces, 'piece', 'pieces'),
    andMore: (more: string) => `and ${more} more`,
    before: 'printed again before',
    what: (pieces: number) => `What shall happen to ${pieces === 1 ? 'it' : 'them'}?`,
    fates: {
      again: (pieces: number) => `Print the same ${pieces === 1 ? 'piece' : 'pieces'} again, now`,
      replaced: (pieces: number) => `Print ${pieces === 1 ? 'a new piece' : 'new pieces'} in a later run`,
      givenUp: (pieces: number) => `Do not send ${pieces === 1 ? 'it' : 'them'}`,
      returned: (pieces: number) => `Note that ${pieces === 1 ? 'it' : 'they'} came back`,
    } satisfies Record<Fate, (pieces: number) => string>,
    /** Consequences of each choice, its cost, and whether it can be undone. */
    againText: (pieces: number) =>
      `With this run: its printer gets ${pieces === 1 ? 'it' : 'them'} once more, marked as a remake. It costs nothing. It cannot be called back.`,
    replacedText: (pieces: number, run: string | undefined, isTest: boolean) => {
      const [these, count, they, news, are] =
        pieces === 1
          ? ['This one', 'counts', 'it', 'the new one', 'it can be cancelled until its run closes']
          : ['These', 'count', 'they', 'the new ones', 'the new ones can be cancelled until their run closes']
      const money = isTest ? '' : ` What ${they} cost pays for ${news}.`
      return `${run ? `With the run of ${run}.` : 'With the next run.'} ${these} ${count} as not sent.${money} That cannot be undone, but ${are}.`
    },
    givenUpText: (pieces: number, isTest: boolean) => {
      const [count, their] = pieces === 1 ? ['It counts', 'its'] : ['They count', 'their']
      const news = pieces === 1 ? 'a new one' : 'new ones'
      return `Nothing takes ${their} place. ${count} as not sent${isTest ? '' : `, and ${their} price is given back`}. That cannot be undone, but ${news} can be printed later${isTest ? '' : ', at the price of that day'}.`
    },
    returnedText: (pieces: number, isTest: boolean) =>
      `${pieces === 1 ? 'It was' : 'They were'} posted and came back to the sender. Nothing is printed again${isTest ? '' : ', and no money is given back'}. That cannot be undone.`,
    notAgain: (pieces: number, why: string) =>
      `${pieces === 1 ? 'It' : 'They'} cannot be printed again with this run. ${why}`,
    again: (pieces: number) =>
      pieces === 1
        ? 'Print it once more, though it was printed again before'
        : `Print these ${count(pieces)} once more, though they were printed again before`,
    againHint: 'Make sure that nobody posts a piece twice.',
    remadeToo: (pieces: number) =>
      `${some(pieces, 'of these was', 'of these were')} printed again before. Take ${pieces === 1 ? 'that one' : 'those'} out, or else ${pieces === 1 ? 'it is' : 'they are'} posted all the same.`,
    why: 'Why (may be left empty)',
    whyHint: 'The printer reads it in the print ticket, and whoever manages runs reads it here.',
    whatHappened: 'What was wrong',
    outcomes: {
      DAMAGED: 'Damaged in production',
      MISPRINTED: 'Misprinted',
      NOT_HANDED_OVER: 'Not handed to the carrier',
    } satisfies Record<Exclude<Outcome, 'RETURNED'>, string>,
    outcomeHint: 'Whoever ordered the mail reads this in the item’s history. It changes nothing else.',
    remark: 'Remark (may be left empty)',
    remarkHint: 'Whoever ordered the mail reads this too, in the item’s history.',
    go: {
      again: (pieces: number) => `Print ${some(pieces, 'piece', 'pieces')} again now`,
      replaced: (pieces: number) => `Print ${some(pieces, 'new piece', 'new pieces')} in a later run`,
      givenUp: (pieces: number) => `Do not send ${some(pieces, 'piece', 'pieces')}`,
      returned: (pieces: number) => `Report ${some(pieces, 'piece', 'pieces')} as returned`,
    },
    /** Button label before a choice. */
    goOn: 'Go on',
    chooseFirst: 'Choose one of these first.',
    tickFirst: 'Tick the box above first.',
    leave: 'Cancel',
    asked: (pieces: number) => `${some(pieces, 'piece goes', 'pieces go')} to the printer again.`,
    reporting: 'Pieces are reported',
    partlyReported: (done: string, left: string) => `${done} pieces were reported; ${left} were not.`,
  },
  nl: {
    spoiled: 'Mislukte stukken',
    spoiledOrReturned: 'Mislukte of teruggekomen stukken',
    cameBack: 'Melden wat terugkwam',
    ofRun: (pieces) => `${some(pieces, 'stuk', 'stukken')} · drukgangcode`,
    first: 'Zeg eerst welke stukken; kies daarna wat ermee moet gebeuren.',
    withCarrier:
      'De bezorger heeft deze drukgang, dus er wordt niets meer opnieuw in gedrukt. Meld alleen stukken als mislukt die nooit zijn vertrokken, anders gaan ze twee keer weg.',
    how: 'Hoe je de stukken noemt',
    ways: { ranges: 'Met stuknummers', codes: 'Met codes', list: 'Uit een lijst' },
    whichPieces: 'Stuknummers',
    piecesHint: (most) => `Bijvoorbeeld 3, 7–9. Deze drukgang heeft de nummers 1 tot en met ${most}.`,
    unclearPieces:
      'Schrijf komma’s tussen stuknummers, en een streepje of “tot en met” in een reeks: 3, 7 t/m 9.',
    absentPieces: (pieces, isOne, most) =>
      isOne
        ? `Er is geen stuk ${pieces}: deze drukgang heeft 1 tot en met ${most}. Zit het in een andere drukgang?`
        : `Er zijn geen stukken ${pieces}: deze drukgang heeft 1 tot en met ${most}. Zitten ze in een andere drukgang?`,
    codes: 'Codes',
    codesHint:
      'Scan het merk of de QR-code van elk stuk, of plak codes: één per regel. Een scanner typt er een en eindigt met Enter.',
    codesRead: (codes) => some(codes, 'code', 'codes'),
    list: 'Kolom van een lijst',
    listHint:
      'Plak een kolom van een spreadsheet of een CSV, met of zonder de kop “code” of “sequence” die items.csv heeft. Losse getallen gelden als stuknummers.',
    rowsRead: (rows) => some(rows, 'rij', 'rijen'),
    dropHere: 'Sleep een CSV of een werkmap hierheen',
    choose: 'Kies een bestand …',
    show: 'Deze stukken tonen',
    other: 'Andere stukken noemen',
    meant: 'De stukken die je bedoelt',
    these: (pieces) => some(pieces, 'stuk', 'stukken'),
    andMore: (more) => `en nog ${more}`,
    before: 'al eerder opnieuw gedrukt',
    what: () => 'Wat moet ermee gebeuren?',
    fates: {
      again: (pieces) => `${pieces === 1 ? 'Hetzelfde stuk' : 'Dezelfde stukken'} nu opnieuw drukken`,
      replaced: (pieces) =>
        `${pieces === 1 ? 'Een nieuw stuk' : 'Nieuwe stukken'} drukken in een latere drukgang`,
      givenUp: () => 'Niet versturen',
      returned: (pieces) => `Noteren dat ${pieces === 1 ? 'het terugkwam' : 'ze terugkwamen'}`,
    },
    againText: (pieces) =>
      `Met deze drukgang: de drukker krijgt ${pieces === 1 ? 'het' : 'ze'} nog eens, herkenbaar als herdruk. Het kost niets. Het is niet terug te roepen.`,
    replacedText: (pieces, run, isTest) => {
      const [these, they, news, are] =
        pieces === 1
          ? ['Dit geldt', 'het kostte', 'het nieuwe', 'het nieuwe kun je annuleren tot zijn drukgang sluit']
          : ['Deze gelden', 'ze kostten', 'de nieuwe', 'de nieuwe kun je annuleren tot hun drukgang sluit']
      const money = isTest ? '' : ` Wat ${they}, betaalt ${news}.`
      return `${run ? `Met de drukgang van ${run}.` : 'Met de volgende drukgang.'} ${these} als niet verstuurd.${money} Dat is niet terug te draaien, maar ${are}.`
    },
    givenUpText: (pieces, isTest) => {
      const [count, their] =
        pieces === 1
          ? ['Het geldt', 'Er komt niets voor in de plaats']
          : ['Ze gelden', 'Er komt niets in hun plaats']
      const news = pieces === 1 ? 'een nieuw stuk' : 'nieuwe stukken'
      return `${their}. ${count} als niet verstuurd${isTest ? '' : ' en de prijs komt terug'}. Dat is niet terug te draaien, maar ${news} drukken kan later${isTest ? '' : ', voor de prijs van die dag'}.`
    },
    returnedText: (pieces, isTest) =>
      `${pieces === 1 ? 'Het is gepost en kwam' : 'Ze zijn gepost en kwamen'} terug bij de afzender. Er wordt niets opnieuw gedrukt${isTest ? '' : ' en er komt geen geld terug'}. Dat is niet terug te draaien.`,
    notAgain: (pieces, why) =>
      `${pieces === 1 ? 'Het kan' : 'Ze kunnen'} niet met deze drukgang opnieuw worden gedrukt. ${why}`,
    again: (pieces) =>
      pieces === 1
        ? 'Nog eens drukken, hoewel het al opnieuw gedrukt is'
        : `Deze ${count(pieces)} nog eens drukken, hoewel ze al opnieuw gedrukt zijn`,
    againHint: 'Zorg dat niemand een stuk twee keer post.',
    remadeToo: (pieces) =>
      `${some(pieces, 'hiervan is', 'hiervan zijn')} al eerder opnieuw gedrukt. Haal ${pieces === 1 ? 'dat stuk' : 'die stukken'} eruit, anders ${pieces === 1 ? 'wordt het' : 'worden ze'} toch gepost.`,
    why: 'Waarom (mag leeg blijven)',
    whyHint: 'De drukker leest het op de drukopdracht, en wie drukgangen beheert leest het hier.',
    whatHappened: 'Wat er mis was',
    outcomes: {
      DAMAGED: 'Beschadigd bij het drukken',
      MISPRINTED: 'Verkeerd gedrukt',
      NOT_HANDED_OVER: 'Niet aan de bezorger gegeven',
    },
    outcomeHint:
      'Wie de post bestelde, leest dit in het verloop van het poststuk. Het verandert verder niets.',
    remark: 'Opmerking (mag leeg blijven)',
    remarkHint: 'Ook dit leest wie de post bestelde, in het verloop van het poststuk.',
    go: {
      again: (pieces) => `${some(pieces, 'stuk', 'stukken')} nu opnieuw drukken`,
      replaced: (pieces) => `${some(pieces, 'nieuw stuk', 'nieuwe stukken')} later drukken`,
      givenUp: (pieces) => `${some(pieces, 'stuk', 'stukken')} niet versturen`,
      returned: (pieces) => `${some(pieces, 'stuk', 'stukken')} als retour melden`,
    },
    goOn: 'Doorgaan',
    chooseFirst: 'Kies eerst hierboven.',
    tickFirst: 'Zet eerst het vinkje hierboven.',
    leave: 'Annuleren',
    asked: (pieces) => `${some(pieces, 'stuk gaat', 'stukken gaan')} opnieuw naar de drukker.`,
    reporting: 'Stukken worden gemeld',
    partlyReported: (done, left) => `${done} stukken zijn gemeld; ${left} nog niet.`,
  },
})

/** Dialog title; delivered runs can only have returned pieces. */
export const titleOf = (status: components['schemas']['RunStatus']): string => {
  if (status === 'COMPLETED') return s().cameBack
  return status === 'HANDED_TO_CARRIER' ? s().spoiledOrReturned : s().spoiled
}
