import { placeholderIn } from '../../../address/placeholders.ts'
import { truthOf } from './values.ts'

/** Longer notes are read up to here. */
const longest = 300

const word = (...alternatives: string[]): string => `(?<!\\p{L})(?:${alternatives.join('|')})(?!\\p{L})`

/**
 * That a person died, in the languages of lists, without accents. `ovl` also stands for Oost-Vlaanderen, see
 * `province`.
 */
const died = word(
  'overleden|ovl|overl',
  'deceased|died|passed away',
  'verstorben|gestorben',
  'decedee?s?|deces(?= (?:le |en )?\\d)|fallecid[oa]|fallecio|q\\.?e\\.?p\\.?d|difunt[oa]|decedut[oa]|defunt[oa]',
  'zmarł[aey]?|nie zyje|avdød|afdød|død|afgaet ved døden|avliden|(?:ar|er) dod|dod(?= \\d)',
)
const ovl = word('ovl')
const everyOvl = new RegExp(ovl, 'gu')
/** Where `ovl` is the province: after what is in a province, after a place that was moved to, next to another province. */
const province = (() => {
  const within =
    'prov(?:incie)?|regio(?:naal)?|afd(?:eling)?|team|kantoor|werkgroep|district|gewest|gouw|federatie|vzw|comite|uit|naar|in|te|heel'
  const others = 'wvl|w-vl|ant|antw|antwerpen|lim|limb|limburg|vbr|vl-br|wbr|bxl|gent|aalst|wetteren'
  const between = ' ?(?:[/&+,-]| en ) ?'
  return new RegExp(
    [
      `(?<!\\p{L})(?:${within})\\.?[ :-]+${ovl}`,
      `(?<!\\p{L})naar \\p{L}+ ?[,(] ?${ovl}`,
      `${ovl}${between}(?:${others})(?!\\p{L})`,
      `(?<!\\p{L})(?:${others})${between}${ovl}`,
    ].join('|'),
    'gu',
  )
})()

const electronic = '(?! (?:electronic|elettronic|elektroni|digital))'
/** That a person wants no letters, whatever else a remark says of e-mail. */
const noLetters = word(
  `(?:geen|no|keine?|pas de|plus de|sin|nessuna?|ingen|inga|brak) (?:post(?! ?(?:code|office|box|kode|nummer))|brieven|briefpost|poststukken|letters?(?! ?box)|brev(?:e|er)?|courriers?|correo|posta|poczty)${electronic}`,
)
/** That a person wants no mail of some kind, or that something came back. */
const unwanted = word(
  '(?:geen|no|keine?|pas de|plus de|sin|nessuna?|ingen|inga|brak) (?:mail(?! ?box)|mailings?|reclame|werbung|publicite|publicidad|pubblicita|reklame?r?)',
  '(?:niet|nooit) (?:meer )?(?:aan)?(?:mailen|schrijven|sturen|benaderen|versturen)',
  "(?:do not|don'?t|never|stop) (?:mail|mailing|contact|send|write)(?:ing)?",
  '(?:nicht|nie) (?:mehr )?(?:anschreiben|schicken|senden|kontaktieren|versenden)',
  'ne (?:pas|plus) (?:contacter|ecrire|envoyer|solliciter)',
  'no (?:enviar|contactar|escribir)|non (?:inviare|contattare)|nie wysyłac',
  'unsubscribed?|opt(?:ed)?[ -]?out|(?<!(?:factuur|rekening|cheque|bon|nota|vacature|opdracht|voluit|naam) )uitgeschreven|afgemeld|abgemeldet|desabonnee?|desinscrite?|dado de baja',
  'robinson(?:[ -]?list\\p{L}*)|list[ae] robinson',
  '(?:werbe|post|mailing|brief|adress)sperre|werbewiderspruch',
  'retour afzender|onbestelbaar|returned? to sender|undeliverable|gone away|unzustellbar|unbekannt verzogen|npai',
)
const deathSigns = /[†✝]/u
const death = new RegExp(died, 'u')
const letters = new RegExp(noLetters, 'u')
const generic = new RegExp(`${unwanted}|^robinson$`, 'u')

/** Ways to reach a person that are not by letter. */
const otherWays =
  /e-?mails?|(?<!\p{L})e-?post|(?<!\p{L})mel(?!\p{L})|courriels?|correos? electronicos?|correo-e|posta elettronica|poczt\p{L}+ elektroniczn\p{L}+|elektronische? post|digitale post|nieuwsbrief|newsletters?|sms|whatsapp|tele[fp]h?o|(?<!\p{L})(?:phone|call|bellen|anruf\p{L}*|llamar)(?!\p{L})/gu
const byLetter = new RegExp(
  word(
    'post|brief|brieven|letters?|mail|mailings?|courriers?|correo|posta|poczt[aąy]|drukwerk|print|papier|paper',
  ),
  'u',
)
/** Where one statement of a remark ends and another begins. */
const between = /[,;.!?\n|/()]+| (?:but|maar|aber|sondern|mais|pero|sino|ma|men|ale|doch|wel) /u

/** Lower case without accents. */
const plain = (text: string): string =>
  text.slice(0, longest).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether words, without accents, say that nothing is to be sent by letter. */
const refuses = (words: string): boolean => {
  if (death.test(words) && death.test(words.replace(province, ' '))) return true
  if (letters.test(words)) return true
  return (
    generic.test(words.trim()) &&
    words.split(between).some((part) => {
      if (!generic.test(part.trim())) return false
      const rest = part.replace(otherWays, ' ')
      return rest === part || byLetter.test(rest)
    })
  )
}

/** Whether the name of a column says that its recipients are not written to: `Overleden`, `Do not mail`. */
export const isNoMailColumn = (name: string): boolean =>
  refuses(plain(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).replace(/[_.]/g, ' '))

/** Whether a column names a part of a country or of an organisation, where `OVL` is one. */
export const isRegionColumn = (name: string): boolean =>
  /(?<!\p{L})(?:prov\p{L}*|regio\p{L}*|region\p{L}*|gewest|streek|gouw|afd(?:eling)?|arrondissement|kanton|state|county|bundesland|departement)(?!\p{L})/u.test(
    plain(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).replace(/_/g, ' '),
  )

/**
 * Whether a remark says that nothing is to be sent to a recipient: `overleden 2025`, `geen post`. In a column whose
 * name says it (`isNoMailColumn`) every value does but `no` and placeholders. In a column of regions `ovl` is one.
 */
export const saysNoMail = (text: string, isNoMail: boolean, isRegion = false): boolean => {
  if (text === '') return false
  if (isNoMail) return truthOf(text) ?? placeholderIn(text) === undefined
  const words = plain(text)
  return deathSigns.test(text) || refuses(isRegion ? words.replace(everyOvl, ' ') : words)
}

/** `ovl` as it is added to the name of a person; `Unizo OVL` is an association. */
const ovlOfPerson = (name: string): boolean =>
  /[([,–-] ?ovl\b|\bovl\.? ?\d/iu.test(name) ||
  /(?<=\p{Ll} )ovl\b/u.test(name) ||
  /^\p{Lu}[^\p{Ll}]+ [^\p{Ll}]+ OVL$/u.test(name)

/** Whether a name says that its person died: `Jan Jansen †`, `Jansen (overleden)`. */
export const saysDied = (name: string): boolean => {
  if (deathSigns.test(name)) return true
  const words = plain(name)
  return death.test(words) && (death.test(words.replace(everyOvl, ' ')) || ovlOfPerson(name))
}
