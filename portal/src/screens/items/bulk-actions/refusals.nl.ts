import { preferences, sentenceOf } from '../../../messages/index.svelte.ts'
import { moveOf } from '../../../messages/moves.ts'
import type { Kind } from './offer.ts'

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

/** Bulk actions store the API's message without its values, so Dutch has sentences of its own. */
const inDutch = (action: Kind, code: string, detail: string): string | undefined => {
  if (code !== 'invalid_state') return reasons[code]
  const isCancelled = moveOf({ code, message: detail })?.status === 'CANCELLED'
  return action === 'CANCEL' && isCancelled ? 'Dit poststuk is al geannuleerd.' : notAnyMore[action]
}

/** Returns the reason why an item was refused; undefined to use the API's message. */
export const whyRefused = (action: Kind, code: string, detail: string): string | undefined =>
  preferences.language === 'nl' ? inDutch(action, code, detail) : sentenceOf({ code, message: detail })
