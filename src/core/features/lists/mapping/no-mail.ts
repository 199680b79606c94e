import { placeholderIn } from '../../../address/placeholders.ts'
import { truthOf } from './values.ts'

/** Longer notes are read up to here. */
const longest = 300

const word = (...alternatives: string[]): string => `(?<!\\p{L})(?:${alternatives.join('|')})(?!\\p{L})`

/** That a person died, in the languages of lists, without accents. */
const died = word(
  'overleden|ovl|overl',
  'deceased|died|passed away',
  'verstorben|gestorben',
  'decedee?s?|fallecid[oa]|difunt[oa]|decedut[oa]|defunt[oa]',
  'zmarł[aey]?|nie zyje|afdød|afgaet ved døden|avliden',
)
/** That a person wants no mail, or that mail came back. */
const unwanted = word(
  '(?:geen|no|keine?|pas de|plus de|sin|nessuna?|ingen|brak) (?:post|mail|mailings?|brieven|briefpost|poststukken|reclame|letters?|werbung|courriers?|publicite|correo|publicidad|pubblicita|reklamer?|poczty)',
  '(?:niet|nooit) (?:meer )?(?:aan)?(?:mailen|schrijven|sturen|benaderen|versturen)',
  "(?:do not|don'?t|never|stop) (?:mail|mailing|contact|send|write)(?:ing)?",
  '(?:nicht|nie) (?:mehr )?(?:anschreiben|schicken|senden|kontaktieren|versenden)',
  'ne (?:pas|plus) (?:contacter|ecrire|envoyer|solliciter)',
  'no (?:enviar|contactar|escribir)|non (?:inviare|contattare)|nie wysyłac',
  'unsubscribed?|opt(?:ed)?[ -]?out|uitgeschreven|afgemeld|abgemeldet|desabonnee?|desinscrite?|dado de baja|robinson',
  '(?:werbe|post|mailing|brief|adress)sperre|werbewiderspruch',
  'retour afzender|onbestelbaar|returned? to sender|undeliverable|gone away|unzustellbar|unbekannt verzogen|npai',
)
const deathSigns = /[†✝]/u
const noMail = new RegExp(`${died}|${unwanted}`, 'u')
const death = new RegExp(died, 'u')
const aboutEmail = /e-?mail/u

/** Lower case without accents. */
const plain = (text: string): string =>
  text.slice(0, longest).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether the name of a column says that its recipients are not written to: `Overleden`, `Do not mail`. */
export const isNoMailColumn = (name: string): boolean => {
  const words = plain(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).replace(/[_.]/g, ' ')
  return !aboutEmail.test(words) && noMail.test(words)
}

/**
 * Whether a remark says that nothing is to be sent to a recipient: `overleden 2025`, `geen post`. In a column whose
 * name says it (`isNoMailColumn`) every value does but `no` and placeholders.
 */
export const saysNoMail = (text: string, isNoMail: boolean): boolean => {
  if (text === '') return false
  if (isNoMail) return truthOf(text) ?? placeholderIn(text) === undefined
  const words = plain(text)
  return deathSigns.test(text) || (!aboutEmail.test(words) && noMail.test(words))
}

/** Whether a name says that its person died: `Jan Jansen †`, `Jansen (overleden)`. */
export const saysDied = (name: string): boolean => deathSigns.test(name) || death.test(plain(name))
