import { placeholderIn } from '../../../address/doubtful-values.ts'
import { deathSigns, everyOvl, plainRemark, refusesMail, statesNoMail } from '../../../address/no-mail.ts'
import { words } from './synonyms.ts'
import { truthOf } from './values.ts'

/**
 * A column `refuses` mail (`Overleden`, `Do not mail`), `accepts` it (`Post gewenst`) or `blocks` recipients
 * (`Retour`). In other columns (`remarks`) only remarks count: in `states` (`Opmerking`, `Status`) also
 * single words such as `verhuisd`, in `regions` not `ovl`.
 */
export type MailColumn = 'refuses' | 'accepts' | 'blocks' | 'remarks' | 'states' | 'regions'

/** Returns a column name in lower case, without accents, with spaces between words. */
const plainName = (name: string): string =>
  plainRemark(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/[_.:?!/()-]+/g, ' ')
    .trim()

/** Matches columns of dates of death. `bij overlijden` and insurances are about something else. */
const deaths = new RegExp(
  [
    '(?<!\\p{L})(?<!(?:bij|na|voor|tegen) )overlijden(?:s ?(?:datum|dag|jaar|d))?(?= |$)|(?:^| )(?:datum|dag|jaar|dt) (?:van )?(?:overlijden|ovl|overl)|(?:^| )(?:ovl|overl|overlijdens) ?(?:datum|dag|dat|jaar)',
    '(?:^| )(?:dates?|day|year|time) of death|(?:^| )(?:death|deceased|died) ?(?:date|day|year|on|at)|^(?:dod|death|dead)$',
    '(?:^| )(?:sterbe|todes) ?(?:datum|tag|jahr|fall)|^(?:tod|gest|verst)$|(?:^| )(?:verstorben|gestorben) am',
    '(?:^| )(?:date|jour|annee) (?:de |du |d )?(?:deces|mort)|^deces$|(?:^| )deces (?:le|date)',
    '(?:^| )(?:fecha|ano) (?:de )?(?:la )?(?:defuncion|fallecimiento|muerte|deceso|obito)|^(?:defuncion|fallecimiento)$',
    '(?:^| )(?:data|anno) (?:di |del |de |do )?(?:morte|decesso|obito|falecimento)|^decesso$',
    '(?:^| )(?:data|rok) (?:zgonu|smierci)|^(?:zgon|data zgonu)$',
    '(?:^| )(?:døds|dods) ?(?:dato|datum|dag|ar|år|fald|fall)|^(?:død|dod|doed)$',
  ].join('|'),
  'u',
)

/** `Mail` may also be e-mail, so a question is asked. */
const mailWords =
  words(`post brief brieven briefpost brieft poststukken mail mails mailing mailings letter letters
  directmail dm drukwerk aanschrijven aanschrijving postmailing postmailings papier papieren paper print
  briefe briefwerbung werbung anschreiben postversand courrier courriers publipostage papier correo postal correspondencia
  posta postale cartacea poczta poczte pocztowa korespondencja brev brevpost utskick reklame reklam`)
const acceptWords =
  words(`gewenst wenst wensen wil wilt mag mogen ontvangen ontvangt ontvang sturen versturen verzenden
  toegestaan toestemming akkoord ok oke ja per via van aan voor naar krijgt krijgen graag opt in optin optie voorkeur
  accept accepts accepted accepting wants want wanted receive receives received allow allowed allows yes consent permission
  permitted may can by subscribed subscribe send to preference preferred agrees direct
  erwunscht gewunscht erlaubt einverstanden erhalt erhalten mochte zustimmung einwilligung darf per als zusenden senden
  accepte acceptes souhaite souhaites recoit recevoir autorise autorises consentement accord par envoi de du le la les oui
  acepta aceptado desea quiere recibe recibir permite permitido autorizado consentimiento autorizacion por envio el si
  accetta desidera riceve ricevere consenso permesso autorizzato invio di il
  zgoda na chce otrzymuje otrzymywac wysylka wysylac przez akceptuje
  modtager modtage onsker ønsker samtykke tilladt ma må vil gerne have tillader pr
  tar emot onskar vill ha samtycke tillaten tillatet accepterar godkanner med`)
const noWords = words('niet geen nicht kein keine not no non pas ne nie ikke ingen inte ej')
const blockWords =
  words(`geblokkeerd blokkade blokkeren blokkeer geblokt blocked block blocking locked gesperrt sperre sperren
  sperrvermerk sperrkennzeichen sperrflag bloque bloquee bloquer bloqueado bloqueada bloqueo bloccato bloccata blocco
  zablokowany zablokowana blokada blokeret blokering spærret sparret blockerad sparrad sparr
  retour retourpost retouren retourzending returned return returns bounced retourniert rucklaufer ruckpost rucksendung
  retourne retournee devuelto devuelta devolucion restituito zwrot zwrocony returneret returnerad
  npai onbestelbaar undeliverable unzustellbar`)

const isOnly = (name: string, ...sets: readonly ReadonlySet<string>[]): boolean =>
  name.split(' ').every((word) => sets.some((set) => set.has(word)))
const has = (name: string, set: ReadonlySet<string>): boolean => name.split(' ').some((word) => set.has(word))

/** Matches columns of remarks and statuses of a recipient. `Orderstatus` is about something else. */
const states =
  /^(?:(?:klant|relatie|lid|leden|donateur|adres|post|mail|contact|debiteur|persoon|member|customer|client|address|kunden|adress)[ -]?)?(?:status|state of address|toestand|opm|opmerking(?:en)?|notities?|notes?|remarks?|comments?|bemerkung(?:en)?|notiz(?:en)?|anmerkung(?:en)?|remarques?|commentaires?|observacion(?:es)?|not[ae]|uwagi|bemærkning(?:er)?|bemerkninger|anmarkning(?:ar)?|bijzonderheden|toelichting|memo)(?: ?\d)?$/u

const regions =
  /(?<!\p{L})(?:prov\p{L}*|regio\p{L}*|region\p{L}*|gewest|streek|gouw|afd(?:eling)?|arrondissement|kanton|state|county|bundesland|departement)(?!\p{L})/u

export const mailColumnOf = (column: string): MailColumn => {
  const spaced = plainRemark(column.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).replace(/[_.]/g, ' ')
  const name = plainName(column)
  if (deaths.test(name) || refusesMail(spaced)) return 'refuses'
  if (has(name, blockWords) && isOnly(name, blockWords, mailWords, acceptWords)) return 'blocks'
  if (has(name, mailWords) && isOnly(name, mailWords, acceptWords, noWords))
    return has(name, noWords) ? 'refuses' : 'accepts'
  if (states.test(name)) return 'states'
  return regions.test(spaced) ? 'regions' : 'remarks'
}

/** Further negative answers in a column of consent. */
const refusals = words(
  'nooit never nie jamais nunca mai nigdy aldrig aldri uit off aus geen none keine opt-out optout',
)
/** Matches dates that programs write for missing ones: `00-00-0000`. */
const noDay = /^[0\s\-/.:]+$/

/**
 * Returns whether a value refuses mail. In a `refuses` column, all values do except `no` and placeholders; in
 * an `accepts` column, `no`; in a `blocks` column, `yes` and days. Remarks do in every column, for example
 * `overleden 2025` and `geen post`. In a column of regions, `ovl` is a region.
 */
export const refusesMailIn = (text: string, column: MailColumn): boolean => {
  if (text === '') return false
  const truth = truthOf(text)
  if (column === 'refuses') return truth ?? (placeholderIn(text) === undefined && !noDay.test(text))
  const remark = plainRemark(text)
  if (column === 'accepts' && (truth === false || refusals.has(remark))) return true
  if (column === 'states' && statesNoMail(remark)) return true
  if (column === 'blocks' && (truth === true || isDay(text))) return true
  return deathSigns.test(text) || refusesMail(column === 'regions' ? remark.replace(everyOvl, ' ') : remark)
}

const isDay = (text: string): boolean => /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(text) && !noDay.test(text)
