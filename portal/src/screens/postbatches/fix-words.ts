import { count, words } from '../../messages/index.svelte.ts'

/** Counts of a list's rows. */
interface Counts {
  good: number
  bad: number
  /** Duplicates in the mailing or the list. */
  twice: number
  /** Whether the mailing has recipients; otherwise duplicates are within the list. */
  isIn: boolean
}

/** A repeated recipient with different values in some columns. */
interface Repeated {
  name: string
  columns: string
  /** Number of the first row; undefined if it is in another list. */
  row: string | undefined
}

/** Rows that were not imported. */
interface NotTaken {
  file: string
  taken: number
  left: number
  /** Numbers of rows left out, if few. */
  rows: readonly number[]
  twice: number
}

/** Lists names, with “…” if there are more. */
const listed = (names: readonly string[], rows: number): string =>
  [...names.map((name) => `“${name}”`), ...(rows > names.length ? ['…'] : [])].join(', ')

const en = {
  counts: ({ good, bad, twice, isIn }: Counts) => {
    const parts = [
      good === 0 ? 'No row is good yet' : `${count(good)} ${good === 1 ? 'row is' : 'rows are'} good`,
      twice === 0 ? '' : `${count(twice)} ${en.already(twice, isIn)}`,
      bad === 0 ? '' : `${count(bad)} ${bad === 1 ? 'needs' : 'need'} mending`,
    ]
    return `${parts.filter(Boolean).join(', ')}.`
  },
  already: (rows: number, isIn: boolean) =>
    `${rows === 1 ? 'is' : 'are'} in ${isIn ? 'this mailing' : 'the list'} already and ${rows === 1 ? 'needs' : 'need'} nothing`,
  allGood: (rows: number) => (rows === 1 ? 'The one row is good.' : `All ${count(rows)} rows are good.`),
  /** `isAll` unless the user left rows out. */
  allTwice: (rows: number, file: string, isAll: boolean) =>
    `${rows === 1 ? (isAll ? 'The one row' : '1 row') : `${isAll ? 'All ' : ''}${count(rows)} rows`} of ${file} ${en.already(rows, true)}. There is nothing to take in.`,
  noneLeft: (file: string) => `No row of ${file} is left to be taken in.`,
  mendFirst: 'There is nothing to take in before a row is mended.',
  seeTwice: (rows: number, isIn: boolean) =>
    `See the ${rows === 1 ? 'row that is' : `${count(rows)} rows that are`} in ${isIn ? 'this mailing' : 'the list'} already`,
  takeIn: (rows: number) => `Take in ${count(rows)} ${rows === 1 ? 'recipient' : 'recipients'}`,
  takeInWithout: (good: number, bad: number) =>
    `Leave out ${count(bad)} bad ${bad === 1 ? 'row' : 'rows'}, and take in ${count(good)} ${good === 1 ? 'recipient' : 'recipients'}`,
  meantCode: (typed: string, meant: string, letter: string) =>
    `“${typed}” has the letter ${letter}: is it ${meant}?`,
  takeMeant: (meant: string) => `Take ${meant}`,
  otherTown: (code: string, city: string) => `${code} is ${city} in other rows of this list.`,
  lookAgain: (doubts: readonly { row: number; code: string; city: string }[]) =>
    `${doubts.map(({ row, code, city }) => `Row ${row}: ${code} is ${city} in other rows of this list.`).join(' ')} Nothing was checked yet: correct it, or check once more to keep it.`,
  sameToo: (rows: number, value: string, place: string) =>
    `Do the same in ${rows === 1 ? 'the other row' : `the ${count(rows)} other rows`} with ${[value && `“${value}”`, place].filter(Boolean).join(', ')}`,
  sameBack: (rows: number) =>
    rows === 1 ? 'Put the other row back as it was' : `Put the ${count(rows)} other rows back as they were`,
  asItWas: 'Put back',
  printAsGiven: 'Print as it is',
  printSurname: 'Print the surname alone',
  printForm: (name: string) => `Print “${name}”`,
  isWithForm: (name: string) => `“${name}” is printed.`,
  surnamesAlone: (rows: number, names: readonly string[]) =>
    `${count(rows)} rows have a surname alone. With the form of address they are printed as ${listed(names, rows)}.`,
  printForms: (rows: number) => `Print the form of address in ${count(rows)} rows`,
  acceptAll: (remarks: number) => `Send it as it is, with ${count(remarks)} remarks`,
  sendAnyway: 'Send all the same',
  isAsGiven: 'Is printed as it is.',
  isSentAnyway: 'Is sent all the same.',
  repeated: ({ name, columns, row }: Repeated) =>
    `${name} is also ${row ? `in row ${row}` : 'in this mailing already'}, with other values (${columns}). Send both letters, or one of them.`,
  repeatedSeveral: ({ name, columns }: Repeated) =>
    `${name} has several letters in this mailing already, with other values (${columns}). Send this one too, or leave the row out.`,
  repeatedSender: ({ name, columns }: Repeated) =>
    `${name} has a letter in this mailing that did not come with this list, with other values (${columns}). You need the right to edit items to change it. Send both letters, or leave the row out.`,
  repeatedFirst: ({ name, columns, row }: Repeated) =>
    `${name} is also ${row ? `in row ${row}` : 'in this mailing already'}, with other values (${columns}). Only that letter is sent.`,
  repeatedLast: ({ name, row }: Repeated) =>
    `The letter to ${name} has the values of this row${row ? `, not those of row ${row}` : ''}.`,
  sendBoth: 'Send both letters',
  sendToo: 'Send this letter too',
  sendThis: 'Send only this one',
  isSentToo: (isOneOfSeveral: boolean): string =>
    isOneOfSeveral ? 'This letter is sent too.' : 'Both letters are sent.',
  isSentInstead: 'Only the letter with these values is sent.',
  allFields: 'All fields',
  notTaken: ({ file, taken, left, rows, twice }: NotTaken) => {
    if (left === 0)
      return `${count(twice)} ${twice === 1 ? 'row' : 'rows'} of ${file} ${en.already(twice, true)}`
    const which =
      rows.length === 0
        ? `${count(left)} ${left === 1 ? 'row was' : 'rows were'}`
        : `${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')} ${rows.length === 1 ? 'was' : 'were'}`
    const others = twice === 0 ? '' : `; ${count(twice)} more ${en.already(twice, true)}`
    return `${count(taken)} of ${count(taken + left)} recipients of ${file}; ${which} left out${others}`
  },
  mendThem: 'Mend them',
  seeThem: 'Show these rows with their fields',
  otherList: 'Take another list instead',
  addList: 'Add another list',
  isAdded: (items: number, allowsTwice: boolean) =>
    [
      items === 1
        ? '1 recipient is in the mailing already, and stays in it.'
        : `${count(items)} recipients are in the mailing already, and stay in it.`,
      'The list that you bring now is added.',
      allowsTwice ? '' : 'Whoever is on it and in the mailing already is not taken in a second time.',
      'To send to other people instead, begin a new mailing.',
    ]
      .filter(Boolean)
      .join(' '),
  badRowsFile: (list: string) => `${list} - bad rows.csv`,
  leftOutFile: (list: string) => `${list} - left out.csv`,
  leftOutByHand: 'Left out by hand.',
  saveLeftOut: 'Save the rows left out (CSV)',
}

const nl: typeof en = {
  counts: ({ good, bad, twice, isIn }) => {
    const parts = [
      good === 0 ? 'Nog geen rij is goed' : `${count(good)} ${good === 1 ? 'rij is' : 'rijen zijn'} goed`,
      twice === 0 ? '' : `${count(twice)} ${nl.already(twice, isIn)}`,
      bad === 0 ? '' : `${count(bad)} moet je verbeteren`,
    ]
    return `${parts.filter(Boolean).join(', ')}.`
  },
  already: (rows, isIn) =>
    `${rows === 1 ? 'staat' : 'staan'} al in ${isIn ? 'deze mailing' : 'de lijst'} en ${rows === 1 ? 'heeft' : 'hebben'} niets nodig`,
  allGood: (rows) => (rows === 1 ? 'De ene rij is goed.' : `Alle ${count(rows)} rijen zijn goed.`),
  allTwice: (rows, file, isAll) =>
    `${rows === 1 ? (isAll ? 'De ene rij' : '1 rij') : `${isAll ? 'Alle ' : ''}${count(rows)} rijen`} uit ${file} ${nl.already(rows, true)}. Er is niets om op te nemen.`,
  noneLeft: (file) => `Er is geen rij uit ${file} meer om op te nemen.`,
  mendFirst: 'Er is niets om op te nemen voordat je een rij verbetert.',
  seeTwice: (rows, isIn) =>
    `Bekijk de ${rows === 1 ? 'rij die' : `${count(rows)} rijen die`} al in ${isIn ? 'deze mailing' : 'de lijst'} ${rows === 1 ? 'staat' : 'staan'}`,
  takeIn: (rows) => `Neem ${count(rows)} ${rows === 1 ? 'ontvanger' : 'ontvangers'} op`,
  takeInWithout: (good, bad) =>
    `Laat ${count(bad)} foute ${bad === 1 ? 'rij' : 'rijen'} weg, en neem ${count(good)} ${good === 1 ? 'ontvanger' : 'ontvangers'} op`,
  meantCode: (typed, meant, letter) => `In “${typed}” staat de letter ${letter}: is het ${meant}?`,
  takeMeant: (meant) => `Neem ${meant}`,
  otherTown: (code, city) => `${code} is ${city} in andere rijen van deze lijst.`,
  lookAgain: (doubts) =>
    `${doubts.map(({ row, code, city }) => `Rij ${row}: ${code} is ${city} in andere rijen van deze lijst.`).join(' ')} Er is nog niets gecontroleerd: verbeter het, of controleer nog een keer om het zo te laten.`,
  sameToo: (rows, value, place) =>
    `Doe hetzelfde in de ${rows === 1 ? 'andere rij' : `${count(rows)} andere rijen`} met ${[value && `“${value}”`, place].filter(Boolean).join(', ')}`,
  sameBack: (rows) =>
    rows === 1
      ? 'Zet de andere rij terug zoals die was'
      : `Zet de ${count(rows)} andere rijen terug zoals ze waren`,
  asItWas: 'Zet terug',
  printAsGiven: 'Druk zoals het er staat',
  printSurname: 'Druk alleen de achternaam',
  printForm: (name) => `Druk “${name}”`,
  isWithForm: (name) => `“${name}” wordt gedrukt.`,
  surnamesAlone: (rows, names) =>
    `${count(rows)} rijen hebben alleen een achternaam. Met de aanspreekvorm wordt er gedrukt: ${listed(names, rows)}.`,
  printForms: (rows) => `Druk in ${count(rows)} rijen de aanspreekvorm`,
  acceptAll: (remarks) => `Verstuur hem zo, met ${count(remarks)} opmerkingen`,
  sendAnyway: 'Toch versturen',
  isAsGiven: 'Wordt gedrukt zoals het er staat.',
  isSentAnyway: 'Wordt toch verstuurd.',
  repeated: ({ name, columns, row }) =>
    `${name} staat ook ${row ? `in rij ${row}` : 'al in deze mailing'}, met andere waarden (${columns}). Verstuur beide brieven, of één ervan.`,
  repeatedSeveral: ({ name, columns }) =>
    `${name} heeft al meer dan één brief in deze mailing, met andere waarden (${columns}). Verstuur ook deze, of laat de rij weg.`,
  repeatedSender: ({ name, columns }) =>
    `${name} heeft een brief in deze mailing die niet met deze lijst kwam, met andere waarden (${columns}). Om die te wijzigen heb je het recht nodig om items te wijzigen. Verstuur beide brieven, of laat de rij weg.`,
  repeatedFirst: ({ name, columns, row }) =>
    `${name} staat ook ${row ? `in rij ${row}` : 'al in deze mailing'}, met andere waarden (${columns}). Alleen die brief wordt verstuurd.`,
  repeatedLast: ({ name, row }) =>
    `In de brief aan ${name} staan de waarden van deze rij${row ? `, niet die van rij ${row}` : ''}.`,
  sendBoth: 'Beide brieven versturen',
  sendToo: 'Ook deze brief versturen',
  sendThis: 'Alleen deze versturen',
  isSentToo: (isOneOfSeveral) =>
    isOneOfSeveral ? 'Deze brief wordt ook verstuurd.' : 'Beide brieven worden verstuurd.',
  isSentInstead: 'Alleen de brief met deze waarden wordt verstuurd.',
  allFields: 'Alle velden',
  notTaken: ({ file, taken, left, rows, twice }) => {
    if (left === 0)
      return `${count(twice)} ${twice === 1 ? 'rij' : 'rijen'} uit ${file} ${nl.already(twice, true)}`
    const which =
      rows.length === 0
        ? `${count(left)} ${left === 1 ? 'rij is' : 'rijen zijn'}`
        : `${rows.length === 1 ? 'rij' : 'rijen'} ${rows.join(', ')} ${rows.length === 1 ? 'is' : 'zijn'}`
    const others = twice === 0 ? '' : `; nog ${count(twice)} ${nl.already(twice, true)}`
    return `${count(taken)} van ${count(taken + left)} ontvangers uit ${file}; ${which} weggelaten${others}`
  },
  mendThem: 'Verbeteren',
  seeThem: 'Toon deze rijen met hun velden',
  otherList: 'Neem een andere lijst',
  addList: 'Voeg nog een lijst toe',
  isAdded: (items, allowsTwice) =>
    [
      items === 1
        ? 'Er zit al 1 ontvanger in de mailing, en die blijft erin.'
        : `Er zitten al ${count(items)} ontvangers in de mailing, en die blijven erin.`,
      'De lijst die je nu geeft, komt erbij.',
      allowsTwice ? '' : 'Wie erop staat en al in de mailing zit, wordt niet nog een keer opgenomen.',
      'Wil je in plaats daarvan aan anderen sturen, begin dan een nieuwe mailing.',
    ]
      .filter(Boolean)
      .join(' '),
  badRowsFile: (list) => `${list} - foute rijen.csv`,
  leftOutFile: (list) => `${list} - weggelaten.csv`,
  leftOutByHand: 'Met de hand weggelaten.',
  saveLeftOut: 'De weggelaten rijen bewaren (CSV)',
}

/** Texts for correcting rows and adding lists. */
export const m = words({ en, nl })
