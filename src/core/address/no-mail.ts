import { foldName } from './fold.ts'

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
export const everyOvl = new RegExp(ovl, 'gu')
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
export const deathSigns = /[†✝]/u
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

/** A remark in lower case without accents, as `refusesMail` reads it. */
export const plainRemark = (text: string): string =>
  text.slice(0, longest).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether words, without accents, say that nothing is to be sent by letter. */
export const refusesMail = (words: string): boolean => {
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

/** `ovl` as it is added to the name of a person; `Unizo OVL` is an association. */
const ovlOfPerson = (name: string): boolean =>
  /[([,–-] ?ovl\b|\bovl\.? ?\d/iu.test(name) ||
  /(?<=\p{Ll} )ovl\b/u.test(name) ||
  /^\p{Lu}[^\p{Ll}]+ [^\p{Ll}]+ OVL$/u.test(name)

/** Whether a name says that its person died: `Jan Jansen †`, `Jansen (overleden)`. */
export const saysDied = (name: string): boolean => {
  if (deathSigns.test(name)) return true
  const words = plainRemark(name)
  return death.test(words) && (death.test(words.replace(everyOvl, ' ')) || ovlOfPerson(name))
}

const estate =
  /^(?:(?:aan|de|den|het|the|an|die|der|to|les|la|los|las|gli|el) )*(?:erven|erfgenamen|nabestaanden|estate|executors?|heirs|late|nachlass|erben|erbengemeinschaft|succession|heritiers|hoirs|feu|herederos|eredi|spadkobiercy|dodsbo|dodsboet|arvingar|arvinger|wijlen|weiland) /
const household =
  /^(?:(?:aan|de|den|het|the|an|die|der|to|les|los|gli) )*(?:bewoners?|huishouden|occupiers?|occupants?|residents?|householders?|bewohner|anwohner|mieter|habitants?|vecinos?|residentes?|inquilini|mieszkancy|beboer(?:e|ne)?|boende)(?: |$)/

/** Whether a name means an estate, heirs or the residents of an address, so that no person can be greeted by it. */
export const namesEstateOrHousehold = (name: string): boolean => {
  const words = foldName(name)
  return estate.test(words) || household.test(words)
}
