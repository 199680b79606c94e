import { foldName } from './fold.ts'

/** Longer notes are cut off here. */
const longest = 300

const word = (...alternatives: string[]): string => `(?<!\\p{L})(?:${alternatives.join('|')})(?!\\p{L})`

/** Words without accents. `ovl` also means Oost-Vlaanderen, see `province`. */
const died = word(
  'overleden|ovl|overl|gestorven|heengegaan|ontslapen|(?<!(?:van|v\\.|der?) )wijlen',
  "deceased|died|passed away|dec'd",
  'verstorben|gestorben|entschlafen',
  'decedee?s?|deces(?= (?:le |en )?\\d)|fallecid[oa]|fallecio|q\\.?e\\.?p\\.?d|difunt[oa]|murio|mort[oa](?= (?:il |el |en |nel |em )?\\d)|decedut[oa]|defunt[oa]',
  'zmarł[aey]?|nie zyje|avlidne|afdøde|avdød|afdød|død|afgaet ved døden|avliden|(?:ar|er) dod|dod(?= \\d)',
)
const ovl = word('ovl')
export const everyOvl = new RegExp(ovl, 'gu')
const everyWijlen = new RegExp(word('wijlen'), 'gu')
/** Matches `ovl` as the province: after a kind of organisation, a place moved to, or by another province. */
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
/** Refusals of letters, regardless of e-mail. */
const noLetters = word(
  `(?:geen|no|keine?|pas de|plus de|sin|nessuna?|ingen|inga|brak) (?:post(?! ?(?:code|office|box|kode|nummer))|brieven|briefpost|poststukken|letters?(?! ?box)|brev(?:e|er)?|courriers?|correo|posta|poczty)${electronic}`,
)
/** Refusals of some kind of mail, and returns. */
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
export const deathSigns = /[†✝✞☨✟]/u
const death = new RegExp(died, 'u')
const letters = new RegExp(noLetters, 'u')
const generic = new RegExp(`${unwanted}|^robinson$`, 'u')

/** Channels other than letters. */
const otherWays =
  /e-?mails?|(?<!\p{L})e-?post|(?<!\p{L})mel(?!\p{L})|courriels?|correos? electronicos?|correo-e|posta elettronica|poczt\p{L}+ elektroniczn\p{L}+|elektronische? post|digitale post|nieuwsbrief|newsletters?|sms|whatsapp|tele[fp]h?o|(?<!\p{L})(?:phone|call|bellen|anruf\p{L}*|llamar)(?!\p{L})/gu
const byLetter = new RegExp(
  word(
    'post|brief|brieven|letters?|mail|mailings?|courriers?|correo|posta|poczt[aąy]|drukwerk|print|papier|paper',
  ),
  'u',
)
/** Separators of statements in a remark. */
const between = /[,;.!?\n|/()]+| (?:but|maar|aber|sondern|mais|pero|sino|ma|men|ale|doch|wel) /u

/** Returns at most 300 characters in lower case, without accents, for `refusesMail`. */
export const plainRemark = (text: string): string =>
  text.slice(0, longest).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** True if a remark refuses mail or reports a death. Expects a result of `plainRemark`. */
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

/** True for `ovl` after the name of a person. `Unizo OVL` is an association. */
const ovlOfPerson = (name: string): boolean =>
  /[([,–-] ?ovl\b|\bovl\.? ?\d/iu.test(name) ||
  /(?<=\p{Ll} )ovl\b/u.test(name) ||
  /^\p{Lu}[^\p{Ll}]+ [^\p{Ll}]+ OVL$/u.test(name)

/** Words before a deceased person's name. `Estate of the late …` is for the heirs, `van Wijlen` a surname. */
const beforeName =
  /^(?:(?:de |den )?wijlen|zaliger|feue?|(?:the )?late(?! (?:night|nite|lounge|bar|shop|show|shift|summer|lunch))|swietej pamieci|framlidne|salig)(?= )/u
/** Such words with significant accents and case: `S.P.` are initials, `Fu` and `Weiland` are names. */
const beforeNameAsWritten = /^(?:[Śś][Ww]?\.? ?[Pp]\.?|fu|weiland)(?= )/u
/** Signs after a name. `RIP` in capitals, since Rip is a first name. */
const behindName = /(?:[\s-](?:zaliger|z\.?g\.?|dec'?d|d\. ?e\. ?p\.?)|\ssel\.)$/u
const restInPeace = /[\s,(-](?:RIP(?:$|[\s,)])|R\.?I\.?P\.?(?:$|[,)]|\s(?!\p{L})))/u
/** `+ 12-03-2024`, `(+2024)`, `(+)`; `+31 6 12` is a phone number. */
const plusOfDeath =
  /(?<!\d ?)\+ ?\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d(?!\d)|\(\s*\+\s*(?:(?:19|20)\d\d\s*)?\)/u
/** A year after two names, or a recent one. `Scouting +2000` and `A+2000 BV` are clubs. */
const plusOfYear = /^(?:[^\d+]*[\p{L}.]\s+[^\d+]*\p{L}\s*\+ ?(?:19|20)\d\d|[^\d+]+\s\+ ?20[1-9]\d)\s*$/u

/** True for `Jan Jansen †`, `Jansen (overleden)`, `Wijlen E. Bakker`. */
export const isDeceasedName = (name: string): boolean => {
  if (beforeNameAsWritten.test(name.normalize('NFC').trim())) return true
  if (deathSigns.test(name) || plusOfDeath.test(name) || plusOfYear.test(name) || restInPeace.test(name))
    return true
  const words = plainRemark(name).trim()
  if (beforeName.test(words) || behindName.test(words)) return true
  const own = words.replace(everyWijlen, ' ')
  return death.test(own) && (death.test(own.replace(everyOvl, ' ')) || ovlOfPerson(name))
}

/** Undeliverable or unwanted mail: `verhuisd`, `onbekend vertrokken`, `retour`. */
const gone =
  '(?:onbekend |adres onbekend )?(?:verhuisd|vertrokken)|moved(?: away| out)?|verzogen|umgezogen|weggezogen|demenagee?|trasferit[oa]|mudad[oa]|se (?:ha )?mudado?|wyprowadził[ay]?(?: sie)?|flyttet|flytta[dt]|fraflyttet|geblokkeerd|blocked|gesperrt|bloquee?|bloquead[oa]|bloccat[oa]|zablokowan[ya]|blokeret|spærret|sparrad|retour|returned|npai'
/** Matches text of only one of the words, without accents: `is vertrokken`, `ar flyttad`, `retour 2024`. */
const stated = (words: string): RegExp =>
  new RegExp(
    `^(?:is |est |ist |e |ar |er )?(?:${words})(?: (?:in |op |per |on |am |le |el |il )?[\\d./-]+)?$`,
    'u',
  )

/** Words with this meaning only when added to a name: `(dood)`, `- verhuisd`. */
const added = stated(
  `dood|wijlen|zaliger|dead|late|tot|selig|sel|mort[eao]?|muert[oa]|dod|død|zm|dec|rip|ovl|gone|left|parti|${gone}`,
)
const refusal = new RegExp(`${noLetters}|${unwanted}`, 'u')

/** Returns the parts of a name in brackets or after a dash, comma or other sign. */
const additions = (name: string): string[] => [
  ...[...name.matchAll(/[([{]([^)\]}]*)(?:[)\]}]|$)/gu)].map(([, text]) => text!),
  ...name.split(/ [-–—*/|]+ ?|[-–—*/|]+ |[,;:/|]/u).slice(1),
]

/** True if the person died, or an addition asks for no mail (`(geen post)`, `(verhuisd)`). */
export const nameRefusesMail = (name: string): boolean => {
  const short = name.slice(0, longest)
  const plain = plainRemark(short)
  return (
    isDeceasedName(short) ||
    refusal.test(plain) ||
    additions(plain).some((text) => {
      const words = text.replace(/[()[\]{}.!?*]+/gu, ' ').trim()
      return added.test(words) || refusesMail(words)
    })
  )
}

/** Single-word statuses of unreachable recipients: `verhuisd`, `is vertrokken`, `retour 2024`. */
const state = stated(`${gone}|r\\.?i\\.?p\\.?`)

/** True if part of a remark is only such a status. Expects a result of `plainRemark`. */
export const statesNoMail = (remark: string): boolean =>
  [remark, ...remark.split(/[,;!?\n|/()]+| [-–—] /u)].some((part) =>
    state.test(part.trim().replace(/[.!]+$/u, '')),
  )

const estate =
  /^(?:(?:aan|de|den|het|the|an|die|der|to|les|la|los|las|gli|el) )*(?:erven|erfgenamen|nabestaanden|estate|executors?|heirs|late|nachlass|erben|erbengemeinschaft|succession|heritiers|hoirs|feu|herederos|eredi|spadkobiercy|dodsbo|dodsboet|arvingar|arvinger|wijlen|weiland) /
const household =
  /^(?:(?:aan|de|den|het|the|an|die|der|to|les|los|gli) )*(?:bewoners?|huishouden|occupiers?|occupants?|residents?|householders?|bewohner|anwohner|mieter|habitants?|vecinos?|residentes?|inquilini|mieszkancy|beboer(?:e|ne)?|boende)(?: |$)/

/** True for estates, heirs and residents of an address: no person can be greeted by the name. */
export const namesEstateOrHousehold = (name: string): boolean => {
  const words = foldName(name)
  return estate.test(words) || household.test(words)
}
