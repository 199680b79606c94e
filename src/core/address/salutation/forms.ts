import type { SalutationLanguage } from './words.ts'

/** The addressee of a salutation. Unknown texts are ''. */
export interface Addressed {
  sex: 'male' | 'female' | undefined
  several: 'men' | 'women' | 'couple' | 'spouses' | 'family' | undefined
  /** Surname with particles; the whole name if the surname is uncertain. */
  last: string
  isSurname: boolean
  /** First and last name; '' if only a surname is known. */
  full: string
  first: string
  company: string
  /** As written, e.g. `Mrs.`. */
  courtesy: string
  /** Form of address of a couple, as written, e.g. `Dr & Mrs`. */
  couple: string
  professor: string
  doctor: string
  /** Unknown title as written. */
  otherTitle: string
  /** Titles of a German form of address, as written. */
  titles: string
}

type Form = (person: Addressed) => string
/** Chooses a word by sex. */
const by = ({ sex }: Addressed, man: string, woman: string, none: string): string =>
  sex === 'male' ? man : sex === 'female' ? woman : none
const joined = (...words: string[]): string => words.filter((word) => word !== '').join(' ')

const dutch: Form = (one) => {
  const { several, last, isSurname, full } = one
  if (several === 'family') return joined('Geachte familie', last)
  if (several === 'men') return joined('Geachte heren', last)
  if (several === 'women') return joined('Geachte dames', last)
  if (several === 'spouses') return full ? `Geachte ${full}` : joined('Geachte familie', last)
  if (several) return joined('Geachte heer en mevrouw', last)
  if (last && one.professor) return `Geachte professor ${last}`
  if (last && one.doctor) return `Geachte doctor ${last}`
  if (one.sex) return joined(by(one, 'Geachte heer', 'Geachte mevrouw', ''), last)
  return last && !isSurname ? `Geachte ${last}` : joined('Geachte heer/mevrouw', last)
}

const german: Form = (one) => {
  const { several, last, full, titles } = one
  if (several === 'family') return joined('Sehr geehrte Familie', last)
  if (several === 'men') return 'Sehr geehrte Herren'
  if (several === 'women') return 'Sehr geehrte Damen'
  if (several === 'spouses') return full ? `Guten Tag ${full}` : joined('Sehr geehrte Eheleute', last)
  if (several)
    return last ? `Sehr geehrte Frau ${last}, sehr geehrter Herr ${last}` : 'Sehr geehrte Damen und Herren'
  if (last && one.sex) return joined(by(one, 'Sehr geehrter Herr', 'Sehr geehrte Frau', ''), titles, last)
  if (full || (last && titles)) return joined('Guten Tag', titles, full || last)
  return 'Sehr geehrte Damen und Herren'
}

/** Uses `Mr` and `Ms`, or the given English courtesy word. */
const english: Form = (one) => {
  const { several, last, full, courtesy, professor, doctor, otherTitle } = one
  if (several === 'family') return last ? `Dear ${last} family` : 'Dear Sir or Madam'
  if (several === 'men') return 'Dear Sirs'
  if (several === 'women') return 'Dear Ladies'
  if (several && last && one.couple && (professor || doctor)) return `Dear ${one.couple} ${last}`
  if (several && last) return several === 'couple' ? `Dear Mr and Mrs ${last}` : `Dear ${full || last}`
  if (several) return 'Dear Sir or Madam'
  if (last && otherTitle) return `Dear ${otherTitle} ${full || last}`
  const title = professor || doctor
  if (last && title && /^(?:prof|dr)/i.test(title)) return `Dear ${title} ${last}`
  const isEnglish = /^(?:mr|mrs|ms|miss|mx)\.?$/i.test(courtesy)
  if (last && (one.sex || isEnglish)) return `Dear ${isEnglish ? courtesy : by(one, 'Mr', 'Ms', '')} ${last}`
  return full ? `Dear ${full}` : 'Dear Sir or Madam'
}

/** French formal salutations have no name. */
const french: Form = (one) => {
  if (one.several === 'men') return 'Messieurs'
  if (one.several === 'women') return 'Mesdames'
  return one.several ? 'Madame, Monsieur' : by(one, 'Monsieur', 'Madame', 'Madame, Monsieur')
}

const spanish: Form = (one) => {
  const { several, last, full } = one
  if (several === 'family') return joined('Estimada familia', last)
  if (several === 'women') return joined('Estimadas señoras', last)
  if (several) return joined('Estimados señores', last)
  if (one.sex && last) {
    const word = one.professor
      ? by(one, 'profesor', 'profesora', '')
      : one.doctor
        ? by(one, 'doctor', 'doctora', '')
        : by(one, 'señor', 'señora', '')
    return `${by(one, 'Estimado', 'Estimada', '')} ${word} ${last}`
  }
  if (one.company) return 'Estimados señores'
  return full ? `Estimado/a ${full}` : joined('Estimado/a señor/a', last)
}

const italian: Form = (one) => {
  const { several, last, full, company } = one
  if (several === 'family') return joined('Gentile famiglia', last)
  if (several === 'women') return joined('Gentili Signore', last)
  if (several) return last ? `Gentili Signori ${last}` : 'Gentili Signore e Signori'
  if (one.sex && last) {
    if (one.professor) return `Gentile ${by(one, 'Professor', 'Professoressa', '')} ${last}`
    if (one.doctor) return `Gentile ${by(one, 'Dottor', 'Dottoressa', '')} ${last}`
    return `Gentile ${by(one, 'Signor', 'Signora', '')} ${last}`
  }
  if (full) return `Gentile ${full}`
  if (last) return `Gentile Signora/Signor ${last}`
  return company ? `Spettabile ${company}` : 'Gentili Signore e Signori'
}

/** Polish names would need the vocative, which can't be derived, so these forms have no name. */
const polish: Form = (one) => {
  if (one.several === 'men') return 'Szanowni Panowie'
  if (one.several === 'women') return 'Szanowne Panie'
  if (one.several || !one.sex) return 'Szanowni Państwo'
  const title = one.professor
    ? by(one, 'Profesorze', 'Profesor', '')
    : one.doctor
      ? by(one, 'Doktorze', 'Doktor', '')
      : ''
  return joined(by(one, 'Szanowny Panie', 'Szanowna Pani', ''), title)
}

const danish: Form = ({ several, last, full }) => {
  if (several === 'family' && last) return `Kære familien ${last}`
  return full ? `Kære ${full}` : 'Kære modtager'
}

const swedish: Form = ({ several, last, full }) => {
  if (several === 'family' && last) return `Bästa familjen ${last}`
  return full ? `Bästa ${full}` : 'Hej'
}

export const formalSalutations: Readonly<Record<SalutationLanguage, Form>> = {
  nl: dutch,
  de: german,
  en: english,
  fr: french,
  es: spanish,
  it: italian,
  pl: polish,
  da: danish,
  sv: swedish,
}

/** Most use the first name alone if it is known. Polish ones never have a name. */
export const informalSalutations: Readonly<Record<SalutationLanguage, Form>> = {
  nl: (one) => {
    if (one.first && !one.several) return `Beste ${one.first}`
    const formal = dutch(one).replace(/^Geachte/, 'Beste')
    return formal === 'Beste heer/mevrouw' ? 'Beste lezer' : formal
  },
  de: (one) => {
    if (one.first && !one.several) return `${by(one, 'Lieber', 'Liebe', 'Hallo')} ${one.first}`
    if (!one.last || one.several === 'men' || one.several === 'women') return 'Guten Tag'
    if (!one.several && !one.sex) return one.full ? `Guten Tag ${one.full}` : 'Guten Tag'
    return german(one).replaceAll('Sehr geehrte', 'Liebe').replaceAll('sehr geehrte', 'liebe')
  },
  en: (one) => {
    if (one.first && !one.several) return `Dear ${one.first}`
    const formal = english(one)
    return formal === 'Dear Sir or Madam' ? 'Hello' : formal
  },
  fr: (one) => {
    if (one.first && !one.several) return `Bonjour ${one.first}`
    if (one.sex && one.isSurname) return `Bonjour ${by(one, 'Monsieur', 'Madame', '')} ${one.last}`
    return one.full && !one.several ? `Bonjour ${one.full}` : 'Bonjour'
  },
  es: (one) =>
    one.first && !one.several
      ? `Hola, ${one.first}`
      : one.full && !one.several
        ? `Hola, ${one.full}`
        : 'Hola',
  it: (one) => (one.first && !one.several ? `${by(one, 'Caro', 'Cara', 'Ciao')} ${one.first}` : italian(one)),
  pl: () => 'Dzień dobry',
  da: (one) => (one.first && !one.several ? `Kære ${one.first}` : one.full ? danish(one) : 'Hej'),
  sv: (one) => (one.first && !one.several ? `Hej ${one.first}` : one.full ? `Hej ${one.full}` : 'Hej'),
}

/** Joins the salutations of two recipients. French and Polish ones have no names. */
export const pairSalutation = (language: SalutationLanguage, one: string, other: string): string => {
  if (language === 'fr') return 'Madame, Monsieur'
  if (language === 'pl') return 'Szanowni Państwo'
  if (language === 'en') return `${one} and ${other.replace(/^\S+ /, '')}`
  return `${one}, ${other[0]!.toLowerCase()}${other.slice(1)}`
}
