import { count } from '../../../messages/index.svelte.ts'
import { moveOf } from '../../../messages/moves.ts'
import type { Kind } from './offer.ts'
import type { en } from './words.en.ts'

const items = (number: number): string => (number === 1 ? '1 poststuk' : `${count(number)} poststukken`)

const notAnyMore: Readonly<Record<Kind, string>> = {
  APPROVE: 'Dit poststuk wacht niet op goedkeuring, of zijn mailing neemt het niet.',
  REJECT: 'Dit poststuk wacht niet op goedkeuring.',
  CANCEL: 'Dit poststuk kan niet meer worden geannuleerd.',
  REPRINT: 'Dit poststuk kan niet opnieuw worden gedrukt, of is dat al.',
}
const reasons: Readonly<Record<string, string>> = {
  not_found: 'Dit poststuk is er niet meer.',
  insufficient_funds: 'Het saldo is niet toereikend.',
  insufficient_scope: 'Gratis opnieuw drukken mag alleen een beheerder.',
  not_ready_for_live: 'Wat gedrukt zou worden, is nog niet klaar om echt te versturen.',
  revision_conflict: 'Het poststuk werd intussen gewijzigd.',
}

export const nl: typeof en = {
  verbs: { APPROVE: 'Goedkeuren', REJECT: 'Afkeuren', REPRINT: 'Opnieuw drukken', CANCEL: 'Annuleren' },
  titles: {
    APPROVE: (number) => `${items(number)} goedkeuren`,
    REJECT: (number) => `${items(number)} afkeuren`,
    REPRINT: (number) => `${items(number)} opnieuw drukken`,
    CANCEL: (number) => `${items(number)} annuleren`,
  },
  effects: {
    APPROVE: (number) => `${number === 1 ? 'Het gaat' : 'Ze gaan'} mee met de volgende drukgang.`,
    REJECT: (number) =>
      `${number === 1 ? 'Het wordt' : 'Ze worden'} geannuleerd en niet gedrukt. Dit is niet terug te draaien.`,
    REPRINT: (number) =>
      `${number === 1 ? 'Het' : 'Elk'} wordt een nieuw poststuk voor dezelfde ontvanger, met dezelfde tekst.`,
    CANCEL: (number) =>
      `${number === 1 ? 'Het wordt' : 'Ze worden'} niet gedrukt en niet berekend. Dit is niet terug te draaien.`,
  },
  onlyTest: 'Dit zijn testpoststukken: er wordt niets gedrukt of berekend.',
  ownMail: 'Ze zijn echt: je drukt en post ze zelf.',
  costs: (amount) => `Er wordt echt papier gedrukt en verstuurd. Dat kost ${amount}, exclusief btw.`,
  costsToday: (amount) =>
    `Er wordt opnieuw echt papier gedrukt en verstuurd. Tegen de prijzen van toen kost dat ${amount}, exclusief btw; je betaalt de prijs van vandaag.`,
  costsEach: 'Er wordt echt papier gedrukt en verstuurd. Elk poststuk wordt tegen zijn eigen prijs berekend.',
  costsEachToday:
    'Er wordt opnieuw echt papier gedrukt en verstuurd. Elk poststuk wordt tegen de prijs van vandaag berekend.',
  costsNothing: 'Er wordt opnieuw echt papier gedrukt en verstuurd, zonder kosten.',
  free: 'Zonder kosten',
  others: (number) =>
    number === 1
      ? '1 geselecteerd poststuk heeft een andere status en blijft zoals het is.'
      : `${count(number)} geselecteerde poststukken hebben een andere status en blijven zoals ze zijn.`,
  nothing: 'Met deze poststukken kun je samen niets doen.',
  tooMany: (most) =>
    `Hoogstens ${items(most)} tegelijk: kies een status of zoek om de lijst kleiner te maken.`,
  lookAgain: 'De lijst is veranderd. De aantallen hierboven zijn die van nu: kijk, en druk nog eens.',
  doing: { APPROVE: 'Goedkeuren', REJECT: 'Afkeuren', REPRINT: 'Opnieuw drukken', CANCEL: 'Annuleren' },
  doingOf: (doing, done, total) => `${doing}: ${count(done)} van ${count(total)}`,
  done: {
    APPROVE: (number) => `${items(number)} goedgekeurd.`,
    REJECT: (number) => `${items(number)} afgekeurd.`,
    REPRINT: (number) => `${items(number)} ${number === 1 ? 'wordt' : 'worden'} opnieuw gedrukt.`,
    CANCEL: (number) => `${items(number)} geannuleerd.`,
  },
  failed: (number) =>
    number === 1
      ? '1 kon niet en blijft zoals het was.'
      : `${count(number)} konden niet en blijven zoals ze waren.`,
  withdrawn: (left) => `Wie erom vroeg, mag dit niet meer: ${items(left)} zijn gebleven zoals ze waren.`,
  restart: 'De rest doen',
  notDone: 'De lijst was intussen veranderd, en er is niets gedaan. Selecteer de poststukken opnieuw.',
  stopped: (left) => `Gestopt: ${items(left)} niet aangeraakt.`,
  why: 'Bekijk welke en waarom',
  details: 'Details',
  stop: 'Stoppen',
  close: 'Sluiten',
  all: 'Bulkacties',
  one: 'Bulkactie',
  what: 'Wat',
  state: 'Status',
  states: {
    PENDING: 'Wacht',
    PROCESSING: 'Bezig',
    COMPLETED: 'Klaar',
    CANCELLED: 'Gestopt',
    REFUSED: 'Niet gedaan',
  },
  asked: 'Gevraagd',
  ended: 'Geëindigd',
  succeeded: 'Gelukt',
  refused: 'Niet gelukt',
  item: 'Poststuk',
  whyRefused: (action, code, detail) => {
    if (code !== 'invalid_state') return reasons[code]
    const isCancelled = moveOf({ code, message: detail })?.status === 'CANCELLED'
    return action === 'CANCEL' && isCancelled ? 'Dit poststuk is al geannuleerd.' : notAnyMore[action]
  },
  noneRefused: 'Alles is gelukt',
  noneRefusedText: 'Poststukken waarbij het niet kon staan hier, elk met de reden.',
  empty: 'Er is nog niets met veel poststukken tegelijk gedaan',
  emptyText:
    'Selecteer poststukken in hun lijst en kies wat je ermee wilt doen. Het blijft hier 30 dagen staan.',
  toItems: 'Naar de poststukken',
}
