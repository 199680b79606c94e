import type { Schemas } from '../../api/client.ts'
import { count, words } from '../../messages/index.svelte.ts'

type Line = Schemas['RunCostLine']
const number = (quantity: number, one: string, more: string) =>
  `${count(quantity)} ${quantity === 1 ? one : more}`

/** Texts about costs and earnings, for operators only. */
export const k = words({
  en: {
    title: 'Earned and spent',
    onlyYou: 'For operators who may see costs. Customers never see it.',
    earned: 'Earned',
    earnedHint: 'Prices of its pieces, without VAT',
    costs: 'Costs',
    margin: 'Margin',
    percent: (percent: string) => `${percent} of what it earned`,
    unknownEarned: 'not known: an earlier version rendered it',
    noCost: 'not known',
    without: (what: string) => `Without ${what}: no cost given. The margin is smaller than it seems.`,
    noneGiven: 'No costs were given for what this run uses, so its margin is not known.',
    toCosts: 'Say what it costs',
    notYet: 'Nothing is drawn yet. What it costs is counted of the sheets that are drawn.',
    now: 'By the costs of now: they are noted when the printer gets the run.',
    noted: (moment: string) => `By the costs of ${moment}, when the printer got it.`,
    asIf: {
      TEST: 'A test run: only as if. Nothing was printed, paid or earned.',
      OWN_MAIL: 'Own mail: only as if. The organisation pays nobody; earnings are by the price list.',
    },
    asIfShort: 'as if',
    of: { SENT: 'Sent', SPOILED: 'Spoiled', REMADE: 'Made again' },
    kinds: {
      SHEETS: 'paper',
      CLICKS: 'clicks',
      ENVELOPES: 'envelopes',
      INSERTS: 'inserts',
      FINISHING: 'finishing',
      POSTAGE: 'postage',
    } satisfies Record<Line['kind'], string>,
    used: (kind: Line['kind'], quantity: number, name: string | null): string => {
      if (kind === 'SHEETS') return `${number(quantity, 'sheet', 'sheets')}, ${name}`
      if (kind === 'CLICKS') return `${number(quantity, 'click', 'clicks')}`
      if (kind === 'ENVELOPES') return `${number(quantity, 'envelope', 'envelopes')} ${name}`
      if (kind === 'POSTAGE') return `${count(quantity)} × postage${name === null ? '' : `, ${name}`}`
      return `${count(quantity)} × ${name}`
    },
    pieces: 'Pieces',
    tab: 'Costs',
    tabText: 'What each run earned and cost, without VAT. Test runs and own mail are only as if.',
    none: 'No run has closed yet',
    noneText:
      'A run is counted once its pieces are drawn. What paper, clicks and envelopes cost is said in the catalogue.',
  },
  nl: {
    title: 'Verdiend en uitgegeven',
    onlyYou: 'Voor beheerders die kosten mogen zien. Klanten zien dit nooit.',
    earned: 'Verdiend',
    earnedHint: 'Prijzen van de stukken, zonder btw',
    costs: 'Kosten',
    margin: 'Marge',
    percent: (percent) => `${percent} van wat hij verdiende`,
    unknownEarned: 'niet bekend: een eerdere versie maakte hem op',
    noCost: 'niet bekend',
    without: (what) => `Zonder ${what}: geen kosten opgegeven. De marge is kleiner dan ze lijkt.`,
    noneGiven: 'Voor wat deze drukgang gebruikt zijn geen kosten opgegeven, dus de marge is niet bekend.',
    toCosts: 'Geef op wat het kost',
    notYet: 'Er is nog niets opgemaakt. De kosten worden geteld van de vellen die zijn opgemaakt.',
    now: 'Volgens de kosten van nu: ze liggen vast zodra de drukker de drukgang heeft.',
    noted: (moment) => `Volgens de kosten van ${moment}, toen de drukker hem kreeg.`,
    asIf: {
      TEST: 'Een testdrukgang: alsof. Er is niets gedrukt, betaald of verdiend.',
      OWN_MAIL: 'Eigen post: alsof. De organisatie betaalt niemand; de opbrengst is volgens de prijslijst.',
    },
    asIfShort: 'alsof',
    of: { SENT: 'Verstuurd', SPOILED: 'Mislukt', REMADE: 'Opnieuw gemaakt' },
    kinds: {
      SHEETS: 'papier',
      CLICKS: 'kliks',
      ENVELOPES: 'enveloppen',
      INSERTS: 'bijsluiters',
      FINISHING: 'afwerking',
      POSTAGE: 'porto',
    },
    used: (kind, quantity, name) => {
      if (kind === 'SHEETS') return `${number(quantity, 'vel', 'vellen')}, ${name}`
      if (kind === 'CLICKS') return `${number(quantity, 'klik', 'kliks')}`
      if (kind === 'ENVELOPES') return `${number(quantity, 'envelop', 'enveloppen')} ${name}`
      if (kind === 'POSTAGE') return `${count(quantity)} × porto${name === null ? '' : `, ${name}`}`
      return `${count(quantity)} × ${name}`
    },
    pieces: 'Stukken',
    tab: 'Kosten',
    tabText:
      'Wat elke drukgang verdiende en kostte, zonder btw. Testdrukgangen en eigen post zijn alleen alsof.',
    none: 'Er is nog geen drukgang gesloten',
    noneText:
      'Een drukgang telt mee zodra zijn stukken zijn opgemaakt. Wat papier, kliks en enveloppen kosten staat in de catalogus.',
  },
})
