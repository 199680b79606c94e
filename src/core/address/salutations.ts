import { foldName } from './key.ts'

/** Forms of address in Dutch, German, English and French, as names are compared: without dots and capitals. */
const words = (text: string): string => text.trim().split(/\s+/).join('|')
const openers = `${words(`aan an to de het geachte beste dear sehr geehrte geehrter cher chere tav attn zhd`)}|t a v|z hd`
const salutations =
  words(`dhr heer heren meneer mijnheer hr mevr mevrouw mw mej mejuffrouw dame dames fam familie
  herr herrn hrn herren frau fr fraulein damen eheleute family familien
  mr mrs ms miss mx sir madam mister messrs
  m mm mme mmes mlle mlles monsieur messieurs madame mesdames mademoiselle famille`)
const titles = words(`dr drs prof doctor doktor docteur professor professeur mr`)

/** Between two that are addressed at once: `Dhr./Mevr.`, `Herr und Frau`, `Mr & Mrs`. */
const between = /[/&+]|(?<=\s)(?:en|und|and|et|of|or|oder|ou)(?=\s)/iu
/** Written small, they belong to a name that is missing: `Dhr. van der`. */
const particles = /(?:(?:^|\s+)(?:van|von|vom|der|den|de|het|['’]t|te|ter|ten|zu|zum|zur))+$/u
const phrase = new RegExp(`^(?:(?:${openers}) )*(?:${salutations})?(?:(?:^| )(?:${titles}))*$`)
/** No salutation is longer, and no longer name is looked at. */
const longest = 60

/**
 * True of a name that says how a person is addressed and not who it is: `Dhr.`, `De heer / mevrouw`, `Frau Dr.`,
 * `van der`, `-`. A salutation before a word of any other kind is a name, so that `Mevr. de Heer`, `Frau Herr` and
 * `M. de Heer` are.
 */
export const namesNobody = (name: string): boolean => {
  if (name === '' || name.length > longest) return false
  return name.split(between).every((part) => phrase.test(foldName(part.trim().replace(particles, ''))))
}
