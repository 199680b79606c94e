import type { Schemas } from '../../api/client.ts'
import { moment, words } from '../../messages/index.svelte.ts'

export type UndeliveredReason = Schemas['UndeliveredReason']
type ExplainReason = Schemas['ExplainedEndpoint']['reason']

interface Words {
  /** Describes a response by its status. */
  answer: (status: number) => string
  reasons: Record<Exclude<UndeliveredReason, 'http_status'>, string>
  unknown: string
  /** Advice by reason. */
  advice: Record<Exclude<UndeliveredReason, 'http_status'>, string>
  adviceOnAnswer: (status: number) => string
  ownLog: string
  explained: Record<ExplainReason, string>
  attempts: (count: number) => string
  nextAttempt: (at: string) => string
}

/** Statuses of a proxy whose backend is down or too slow. */
const isOfProxy = (status: number): boolean => [502, 503, 504].includes(status)

const w = words<Words>({
  en: {
    answer: (status) => {
      if (status === 401 || status === 403)
        return `The receiving program does not let this server in (${status}).`
      if (status === 404) return 'The program at this address says that nothing is there (404).'
      if (status === 410) return 'The program at this address says that it is gone for good (410).'
      if (status === 405) return 'The program at this address takes no POST (405).'
      if (status === 413) return 'The receiving program says that it was sent too much at once (413).'
      if (status === 429) return 'The receiving program says that it is called too often (429).'
      if (isOfProxy(status)) return `The receiving program is out of order or overloaded (${status}).`
      return status >= 500
        ? `The receiving program reported an error of its own (${status}).`
        : `The receiving program answered ${status}.`
    },
    reasons: {
      redirect: 'The receiving program pointed to another address, and redirects are not followed.',
      timeout: 'No answer came within 10 seconds.',
      dns: 'The name in the address was not found.',
      connect: 'Nothing accepted the connection.',
      tls: 'No secure connection came about: the certificate was not accepted.',
      reset: 'The connection broke off before the answer was there.',
      protocol: 'What came back is no HTTP answer.',
      address_refused: 'The address is none of the public internet, so nothing is sent there.',
      secret_unreadable: 'The secret that signs could not be read.',
      internal: 'Something went wrong in this server.',
      interrupted: 'The server stopped in the middle of it.',
      endpoint_disabled: 'The webhook was off.',
      endpoint_deleted: 'The webhook was deleted.',
    },
    unknown: 'It did not arrive.',
    advice: {
      redirect: 'Give the webhook the address that it points to.',
      timeout:
        'Let the receiving program answer first and do its work afterwards. Is it overloaded, or behind a firewall?',
      dns: 'Look for a typing error in the address, and whether its domain still exists.',
      connect: 'Look whether the receiving program runs, and whether a firewall stops this server.',
      tls: 'Look whether the certificate has expired, belongs to this name and comes with its whole chain.',
      reset: 'Look in the log of the receiving program for a crash, or in its proxy for a limit.',
      protocol: 'Look whether a web server listens at this address and port.',
      address_refused: 'Give the webhook an address that can be reached from the internet.',
      secret_unreadable: 'Give the webhook a new secret, then replay what is missing.',
      internal: 'It is tried again by itself. If it stays, tell the operator.',
      interrupted: 'It is tried again by itself.',
      endpoint_disabled: 'Switch the webhook on and send what it missed.',
      endpoint_deleted: 'It cannot be sent any more. The event still stands under Events.',
    },
    adviceOnAnswer: (status) => {
      if (status === 401 || status === 403)
        return 'Look whether the receiving program checks with the present secret, or asks for a login.'
      if (status === 404) return 'Check the end of the address for a typing error, or a page that was moved.'
      if (status === 410)
        return 'Give the webhook the new address. The answer may name it; otherwise ask whoever looks after the receiving program.'
      if (status === 405) return 'Check the address: events are sent with POST.'
      if (status === 413) return 'Raise the limit of its proxy.'
      if (status === 429) return 'Raise its limit.'
      if (isOfProxy(status))
        return 'The program behind its proxy does not run, or is too slow: start it again.'
      if (status >= 500) return 'Whoever looks after it must mend it.'
      return 'Any answer from 200 to 299 counts as received. The beginning of the answer may say what the receiving program misses.'
    },
    ownLog: 'Its own log of that moment says why.',
    explained: {
      delivered: 'It has it.',
      delivered_by_replay: 'It has it: a replay got through.',
      waiting: 'It waits for its first attempt.',
      sending: 'It is being sent now.',
      retrying: 'An attempt failed; it is tried again.',
      exhausted: 'Every attempt failed. It is not tried again by itself.',
      held: 'It waited when the webhook was switched off.',
      missed: 'It happened while the webhook was off.',
      endpoint_deleted: 'The webhook was deleted before it arrived.',
      not_subscribed: 'The webhook did not ask for this kind of event.',
      other_mode: 'The webhook gets events of the other mode only.',
      other_postflow: 'The webhook gets events of another Postflow only.',
      other_postbatch: 'The webhook gets events of another mailing only.',
      for_another_endpoint: 'It is a test of another webhook.',
      about_itself: 'A webhook is not told that it was switched off.',
      created_later: 'The webhook was made after the event.',
      subscribed_later: 'The webhook asked for such events only afterwards.',
      unexplained: 'It should have it, and nothing says why it has not. Please tell the operator.',
    },
    attempts: (count) => (count === 1 ? '1 attempt' : `${count} attempts`),
    nextAttempt: (at) => `The next attempt is at ${moment(at)}.`,
  },
  nl: {
    answer: (status) => {
      if (status === 401 || status === 403)
        return `Het ontvangende programma laat deze server niet binnen (${status}).`
      if (status === 404) return 'Het programma op dit adres meldt dat daar niets is (404).'
      if (status === 410) return 'Het programma op dit adres meldt: voorgoed opgeheven (410).'
      if (status === 405) return 'Het programma op dit adres neemt geen POST aan (405).'
      if (status === 413) return 'Het ontvangende programma zegt dat het te veel ineens kreeg (413).'
      if (status === 429) return 'Het ontvangende programma zegt dat het te vaak wordt aangeroepen (429).'
      if (isOfProxy(status)) return `Het ontvangende programma is buiten werking of overbelast (${status}).`
      return status >= 500
        ? `Het ontvangende programma meldde een eigen fout (${status}).`
        : `Het ontvangende programma antwoordde ${status}.`
    },
    reasons: {
      redirect: 'Het ontvangende programma verwees naar een ander adres, en daar gaan we niet achteraan.',
      timeout: 'Er kwam binnen 10 seconden geen antwoord.',
      dns: 'De naam in het adres is niet gevonden.',
      connect: 'Niets nam de verbinding aan.',
      tls: 'Er kwam geen veilige verbinding tot stand: het certificaat deugt niet.',
      reset: 'De verbinding brak af voordat het antwoord er was.',
      protocol: 'Wat terugkwam is geen HTTP-antwoord.',
      address_refused: 'Het adres ligt niet op het openbare internet, dus er gaat niets naartoe.',
      secret_unreadable: 'Het geheim waarmee wordt ondertekend is niet te lezen.',
      internal: 'Er ging iets mis in deze server.',
      interrupted: 'De server stopte er middenin.',
      endpoint_disabled: 'De webhook stond uit.',
      endpoint_deleted: 'De webhook is verwijderd.',
    },
    unknown: 'Het is niet aangekomen.',
    advice: {
      redirect: 'Geef de webhook het adres waar het naar verwijst.',
      timeout:
        'Laat het ontvangende programma eerst antwoorden en daarna pas werken. Is het overbelast, of zit er een firewall voor?',
      dns: 'Kijk of er een tikfout in het adres staat en of het domein nog bestaat.',
      connect: 'Kijk of het ontvangende programma draait en of een firewall deze server tegenhoudt.',
      tls: 'Kijk of het certificaat is verlopen, bij deze naam hoort en met de hele keten komt.',
      reset:
        'Zoek in het logboek van het ontvangende programma naar een crash, of in zijn proxy naar een limiet.',
      protocol: 'Kijk of er op dit adres en deze poort een webserver luistert.',
      address_refused: 'Geef de webhook een adres dat vanaf het internet te bereiken is.',
      secret_unreadable: 'Geef de webhook een nieuw geheim en stuur daarna opnieuw wat ontbreekt.',
      internal: 'Het wordt vanzelf opnieuw geprobeerd. Blijft het zo, vertel het dan de beheerder.',
      interrupted: 'Het wordt vanzelf opnieuw geprobeerd.',
      endpoint_disabled: 'Zet de webhook aan en stuur wat die heeft gemist.',
      endpoint_deleted: 'Versturen kan niet meer. De gebeurtenis staat nog wel bij Gebeurtenissen.',
    },
    adviceOnAnswer: (status) => {
      if (status === 401 || status === 403)
        return 'Kijk of het ontvangende programma met het huidige geheim controleert, of om een login vraagt.'
      if (status === 404)
        return 'Controleer het einde van het adres: een tikfout, of een pagina die is verplaatst.'
      if (status === 410)
        return 'Geef de webhook het nieuwe adres. Het antwoord noemt het misschien; vraag het anders aan wie voor het ontvangende programma zorgt.'
      if (status === 405) return 'Controleer het adres: gebeurtenissen worden met POST verstuurd.'
      if (status === 413) return 'Verhoog de limiet van zijn proxy.'
      if (status === 429) return 'Verhoog zijn limiet.'
      if (isOfProxy(status))
        return 'Het programma achter zijn proxy draait niet of is te traag: start het opnieuw.'
      if (status >= 500) return 'Wie ervoor zorgt, moet het herstellen.'
      return 'Elk antwoord van 200 tot en met 299 telt als ontvangen. Het begin van het antwoord zegt misschien wat het ontvangende programma mist.'
    },
    ownLog: 'Het eigen logboek van dat moment zegt waarom.',
    explained: {
      delivered: 'Het is aangekomen.',
      delivered_by_replay: 'Het is aangekomen: opnieuw versturen lukte.',
      waiting: 'Het wacht op de eerste poging.',
      sending: 'Het wordt nu verstuurd.',
      retrying: 'Een poging mislukte; het wordt opnieuw geprobeerd.',
      exhausted: 'Elke poging mislukte. Het wordt niet meer vanzelf geprobeerd.',
      held: 'Het wachtte toen de webhook werd uitgezet.',
      missed: 'Het gebeurde terwijl de webhook uit stond.',
      endpoint_deleted: 'De webhook is verwijderd voordat het aankwam.',
      not_subscribed: 'De webhook vroeg niet om dit soort gebeurtenissen.',
      other_mode: 'De webhook krijgt alleen gebeurtenissen van de andere modus.',
      other_postflow: 'De webhook krijgt alleen gebeurtenissen van een andere Postflow.',
      other_postbatch: 'De webhook krijgt alleen gebeurtenissen van een andere mailing.',
      for_another_endpoint: 'Het is een test van een andere webhook.',
      about_itself: 'Een webhook hoort niet dat hij zelf is uitgezet.',
      created_later: 'De webhook is na de gebeurtenis gemaakt.',
      subscribed_later: 'De webhook vroeg pas later om zulke gebeurtenissen.',
      unexplained: 'Het had moeten aankomen, en niets zegt waarom niet. Vertel het de beheerder.',
    },
    attempts: (count) => (count === 1 ? '1 poging' : `${count} pogingen`),
    nextAttempt: (at) => `De volgende poging is op ${moment(at)}.`,
  },
})

interface Attempt {
  status: number | null
  error: string | null
}

/** Describes an attempt's response or error. */
export const attemptText = ({ status, error }: Attempt): string => {
  if (error !== null) return w().reasons[error as keyof Words['reasons']] ?? w().unknown
  return status === null ? w().unknown : w().answer(status)
}

/** True if the receiver accepted the attempt. */
export const isTaken = ({ status, error }: Attempt): boolean =>
  error === null && status !== null && status >= 200 && status < 300

export const reasonText = (reason: UndeliveredReason, attempt: Attempt | null): string => {
  if (reason === 'http_status') return attempt ? attemptText(attempt) : w().unknown
  // The last attempt explains more than the fact that the webhook was disabled.
  if (reason === 'endpoint_disabled' && attempt) return attemptText(attempt)
  return w().reasons[reason]
}

/** Returns advice for a reason. */
export const adviceText = (reason: UndeliveredReason, attempt: Attempt | null): string =>
  reason === 'http_status' ? w().adviceOnAnswer(attempt?.status ?? 0) : w().advice[reason]

/** Returns advice on a failed attempt; undefined for a successful one. */
export const adviceOn = (attempt: Attempt): string | undefined => {
  if (isTaken(attempt)) return undefined
  if (attempt.error === null) return attempt.status === null ? undefined : w().adviceOnAnswer(attempt.status)
  return w().advice[attempt.error as keyof Words['advice']]
}

/** Suggests the receiver's log for errors that only the receiver can explain. */
export const ownLogText = ({ status, error }: Attempt): string | undefined =>
  error === null && status !== null && status >= 500 && !isOfProxy(status) ? w().ownLog : undefined

export const explainedText = (reason: ExplainReason): string => w().explained[reason]
export const attemptsText = (count: number): string => w().attempts(count)
export const nextAttemptText = (at: string): string => w().nextAttempt(at)

/** Reasons with their sentences, except HTTP statuses. */
export const reasonNames = (): [reason: string, sentence: string][] => Object.entries(w().reasons)

/** True if changing the URL may fix the error. */
export const isOfAddress = ({ status, error }: Attempt): boolean =>
  error === null
    ? [404, 405, 410].includes(status ?? 0)
    : ['redirect', 'dns', 'address_refused'].includes(error)
