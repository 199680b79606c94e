import { foldName } from './key.ts'

/**
 * Forms of address in Dutch, German, English and French, in the folded form of names: without dots and
 * capitals.
 */
const words = (text: string): string => text.trim().split(/\s+/).join('|')
const openers = `${words(`aan an to de het geachte beste dear sehr geehrte geehrter cher chere tav attn zhd`)}|t a v|z hd`
const salutations =
  words(`dhr heer heren meneer mijnheer hr mevr mevrouw mw mej mejuffrouw dame dames fam familie
  herr herrn hrn herren frau fr fraulein damen eheleute family familien
  mr mrs ms miss mx sir madam mister messrs
  m mm mme mmes mlle mlles monsieur messieurs madame mesdames mademoiselle famille`)
const titles = words(`dr drs prof doctor doktor docteur professor professeur mr`)

/** The connection between two salutations: `Dhr./Mevr.`, `Herr und Frau`, `Mr & Mrs`. */
const between = /[/&+]|(?<=\s)(?:en|und|and|et|of|or|oder|ou)(?=\s)/iu
/** Name particles in lower case at the end belong to a name that is missing: `Dhr. van der`. */
const particles = /(?:(?:^|\s+)(?:van|von|vom|der|den|de|het|['’]t|te|ter|ten|zu|zum|zur))+$/u
const phrase = new RegExp(`^(?:(?:${openers}) )*(?:${salutations})?(?:(?:^| )(?:${titles}))*$`)
/** Longer names are not examined, since no salutation is longer. */
const longest = 60

/**
 * Whether a name consists of a form of address only and identifies no one: `Dhr.`, `De heer / mevrouw`, `Frau
 * Dr.`, `van der`, `-`. A salutation before any other word is a name, so `Mevr. de Heer`, `Frau Herr` and `M.
 * de Heer` are names.
 */
export const namesNobody = (name: string): boolean => {
  if (name === '' || name.length > longest) return false
  return name.split(between).every((part) => phrase.test(foldName(part.trim().replace(particles, ''))))
}
