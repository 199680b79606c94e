import { words } from '../../messages/index.svelte.ts'
import type { Kind } from './waiting.ts'

/** Singular and plural, which follow the number. */
type Waiting = Record<Kind, readonly [one: string, more: string]>

const waitingEn: Waiting = {
  itemsNeedingAttention: ['item must be mended before it can go', 'items must be mended before they can go'],
  itemsPendingApproval: ['item waits for approval', 'items wait for approval'],
  itemsRejected: [
    'item was rejected this week, and is not printed',
    'items were rejected this week, and are not printed',
  ],
  itemsHeldForFunds: ['item waits until the balance covers it', 'items wait until the balance covers them'],
  itemsHeldForCap: [
    'item waits, because a spending cap is reached',
    'items wait, because a spending cap is reached',
  ],
  postbatchesToApprove: [
    'mailing is checked and waits for approval',
    'mailings are checked and wait for approval',
  ],
  postbatchesRejected: [
    'mailing was rejected and must be mended',
    'mailings were rejected and must be mended',
  ],
  importsFailed: ['list was not imported to its end', 'lists were not imported to their end'],
  connectorsStopped: [
    'connector only stores what arrives, because whoever made it may no longer create items',
    'connectors only store what arrives, because whoever made them may no longer create items',
  ],
  suppressionsProposed: [
    'address is proposed for the suppression list, because mail came back',
    'addresses are proposed for the suppression list, because mail came back',
  ],
  suppressionsUndecided: [
    'entry of the suppression list from test mode may be a wish for live mail',
    'entries of the suppression list from test mode may be wishes for live mail',
  ],
  connectorsToReview: ['connector should be adopted by an owner', 'connectors should be adopted by an owner'],
  runsHeldUp: ['run is held up', 'runs are held up'],
  remakesHeldUp: [
    'remake of spoiled pieces waits, and its printer may not have it',
    'remakes of spoiled pieces wait, and their printers may not have them',
  ],
  printersAway: [
    'printer does not answer: its runs wait until it does',
    'printers do not answer: their runs wait until they do',
  ],
  endpointsDisabled: [
    'webhook was switched off, because your program did not take what was sent',
    'webhooks were switched off, because your programs did not take what was sent',
  ],
  deliveriesUndelivered: ['event has not reached its webhook', 'events have not reached their webhooks'],
}
const waitingNl: Waiting = {
  itemsNeedingAttention: [
    'poststuk moet je verbeteren voor het weg kan',
    'poststukken moet je verbeteren voor ze weg kunnen',
  ],
  itemsPendingApproval: ['poststuk wacht op goedkeuring', 'poststukken wachten op goedkeuring'],
  itemsRejected: [
    'poststuk is deze week afgekeurd, en wordt niet gedrukt',
    'poststukken zijn deze week afgekeurd, en worden niet gedrukt',
  ],
  itemsHeldForFunds: ['poststuk wacht tot er genoeg saldo is', 'poststukken wachten tot er genoeg saldo is'],
  itemsHeldForCap: [
    'poststuk wacht, omdat een bestedingslimiet is bereikt',
    'poststukken wachten, omdat een bestedingslimiet is bereikt',
  ],
  postbatchesToApprove: [
    'mailing is gecontroleerd en wacht op goedkeuring',
    'mailings zijn gecontroleerd en wachten op goedkeuring',
  ],
  postbatchesRejected: [
    'mailing is afgekeurd en moet je verbeteren',
    'mailings zijn afgekeurd en moet je verbeteren',
  ],
  importsFailed: ['lijst is niet helemaal ingelezen', 'lijsten zijn niet helemaal ingelezen'],
  connectorsStopped: [
    'koppeling bewaart alleen wat binnenkomt, omdat wie haar maakte geen poststukken meer mag maken',
    'koppelingen bewaren alleen wat binnenkomt, omdat wie ze maakte geen poststukken meer mag maken',
  ],
  suppressionsProposed: [
    'adres is voorgesteld als blokkade, omdat post terugkwam',
    'adressen zijn voorgesteld als blokkade, omdat post terugkwam',
  ],
  suppressionsUndecided: [
    'blokkade uit de testmodus kan een wens voor echte post zijn',
    'blokkades uit de testmodus kunnen wensen voor echte post zijn',
  ],
  connectorsToReview: [
    'koppeling moet door een eigenaar worden overgenomen',
    'koppelingen moeten door een eigenaar worden overgenomen',
  ],
  runsHeldUp: ['drukgang staat stil', 'drukgangen staan stil'],
  remakesHeldUp: [
    'herdruk van mislukte stukken wacht; misschien heeft de drukker hem niet',
    'herdrukken van mislukte stukken wachten; misschien heeft de drukker ze niet',
  ],
  printersAway: [
    'drukker antwoordt niet: zijn drukgangen wachten tot hij dat doet',
    'drukkers antwoorden niet: hun drukgangen wachten tot ze dat doen',
  ],
  endpointsDisabled: [
    'webhook is uitgezet, omdat je programma niet aannam wat er kwam',
    'webhooks zijn uitgezet, omdat je programma’s niet aannamen wat er kwam',
  ],
  deliveriesUndelivered: [
    'gebeurtenis kwam niet aan bij zijn webhook',
    'gebeurtenissen kwamen niet aan bij hun webhooks',
  ],
}

export const w = words({
  en: {
    waitingTitle: 'What needs you',
    waiting: waitingEn,
    toPrint: [
      'run is ready to be printed: its files wait for you',
      'runs are ready to be printed: their files wait for you',
    ],
    toPost: ['run is printed. Now you: fold, post', 'runs are printed. Now you: fold, post'],
    spoiled: [
      'piece was spoiled, and nothing replaces it yet',
      'pieces were spoiled, and nothing replaces them yet',
    ],
    undelivered: (events: number, written: string) =>
      `; ${written} ${events === 1 ? 'event waits' : 'events wait'} to be sent`,
    balanceLow: 'The balance is low: top it up, so that nothing has to wait',
    inOther: {
      test: (what: string) => `In test mode: ${what}.`,
      live: (what: string) => `In live mode: ${what}.`,
    },
    nothing: 'Nothing waits for you.',
    nothingText: 'What has to be mended, approved or paid for appears here by itself.',
    approverText: 'What you have to approve appears here by itself.',
    toDesk: 'Every test item as paper, on the Desk',
    cutoffs: 'Closing today',
    cutoffsLater: (day: string) => `Next to close: ${day}`,
    noCutoffs: 'No run closes in the next weeks.',
    itemsIn: (number: number, written: string) => `${written} ${number === 1 ? 'item' : 'items'}`,
    arrives: (day: string) => `arrives ${day}`,
    calendar: 'All cutoffs',
    newMailing: 'New mailing',
    month: 'The last 30 days',
    monthOf: (created: number, sent: number) => `Items of the last 30 days: ${created} created, ${sent} sent`,
    noMonth: 'Nothing was made or sent in the last 30 days.',
    scans: 'QR codes scanned',
    spend: 'Spent, without VAT',
    wouldSpend: 'It would have cost',
    balance: 'Balance',
    available: 'available',
    low: 'The balance is low.',
    testIsFree: 'Test items never change it.',
    topUp: 'Top up',
    ledger: 'What became of it',
    monthly: 'You get an invoice after each month.',
  },
  nl: {
    newMailing: 'Nieuwe mailing',
    waitingTitle: 'Wat op jou wacht',
    waiting: waitingNl,
    toPrint: [
      'drukgang kan gedrukt worden: de bestanden wachten op je',
      'drukgangen kunnen gedrukt worden: de bestanden wachten op je',
    ],
    toPost: [
      'drukgang is gedrukt. Nu jij: vouwen, posten',
      'drukgangen zijn gedrukt. Nu jij: vouwen, posten',
    ],
    spoiled: [
      'stuk is mislukt, en nog nergens door vervangen',
      'stukken zijn mislukt, en nog nergens door vervangen',
    ],
    undelivered: (events, written) =>
      `; ${written} ${events === 1 ? 'gebeurtenis wacht' : 'gebeurtenissen wachten'} op verzending`,
    balanceLow: 'Het saldo is laag: waardeer het op, dan hoeft er niets te wachten',
    inOther: {
      test: (what) => `In de testmodus: ${what}.`,
      live: (what) => `In de livemodus: ${what}.`,
    },
    nothing: 'Er wacht niets op je.',
    nothingText: 'Wat je moet verbeteren, goedkeuren of betalen, verschijnt hier vanzelf.',
    approverText: 'Wat je moet goedkeuren, verschijnt hier vanzelf.',
    toDesk: 'Elk testpoststuk als papier, op het Bureau',
    cutoffs: 'Sluit vandaag',
    cutoffsLater: (day) => `Sluit het eerst: ${day}`,
    noCutoffs: 'De komende weken sluit er geen drukgang.',
    itemsIn: (number, written) => `${written} ${number === 1 ? 'poststuk' : 'poststukken'}`,
    arrives: (day) => `op de mat ${day}`,
    calendar: 'Alle sluittijden',
    month: 'De laatste 30 dagen',
    monthOf: (created: number, sent: number) =>
      `Poststukken van de laatste 30 dagen: ${created} gemaakt, ${sent} verstuurd`,
    noMonth: 'De laatste 30 dagen is er niets gemaakt of verstuurd.',
    scans: 'QR-codes gescand',
    spend: 'Besteed, zonder btw',
    wouldSpend: 'Had gekost',
    balance: 'Saldo',
    available: 'beschikbaar',
    low: 'Het saldo is laag.',
    testIsFree: 'Testpost verandert er niets aan.',
    topUp: 'Opwaarderen',
    ledger: 'Wat ermee gebeurde',
    monthly: 'Na elke maand krijg je een factuur.',
  },
  ownMail: {
    en: {
      nothingText: 'What has to be mended, approved, printed or posted appears here by itself.',
      toPrint: ['run is ready. Now you: print, fold, post', 'runs are ready. Now you: print, fold, post'],
    },
    nl: {
      nothingText: 'Wat je moet verbeteren, goedkeuren, drukken of posten, verschijnt hier vanzelf.',
      toPrint: [
        'drukgang is klaar. Nu jij: drukken, vouwen, posten',
        'drukgangen zijn klaar. Nu jij: drukken, vouwen, posten',
      ],
    },
  },
})
