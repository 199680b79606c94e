import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { type Api, waitUntil } from '../support/api.ts'
import { Findings } from '../support/tools.ts'
import { type Mending, makeList, mendingsText, type Recipient } from './make-list.ts'

/** The files of this folder, as they are committed. */
export const list = readFileSync(join(import.meta.dirname, 'recipients.csv'))
const mendingsFile = readFileSync(join(import.meta.dirname, 'mendings.json'), 'utf8')
export const mendings = JSON.parse(mendingsFile) as Record<string, Mending>

const csvOptions = { bom: true, delimiter: ';', columns: true } as const
const isEmpty = (row: Recipient) => Object.values(row).every((cell) => cell.trim() === '')
/** By number, as a spreadsheet shows it; rows that were cleared are left out. */
const rows = new Map(
  (parse(list, csvOptions) as Recipient[])
    .map((row, index) => [String(index + 2), row] as const)
    .filter(([, row]) => !isEmpty(row)),
)

/** They have asked for no mail: good rows, and yet nothing is printed for them. */
export const optedOut = ['K0004', 'K0500', 'K0997'].map(
  (reference) => [...rows.values()].find((row) => row.Klantnr === reference)!,
)

/** What must be printed, by customer number: the good rows as they are, the mended ones as mended. */
export const wanted = new Map(
  [...rows].flatMap(([number, row]) => {
    const mending = mendings[number]
    const mended = mending ? mending.mend && { ...row, ...mending.mend } : row
    return mended && !optedOut.includes(row) ? [[row.Klantnr, mended] as const] : []
  }),
)
const mendable = Object.values(mendings).filter(({ mend }) => mend).length

/** The files are what the script makes, and the list is as bad as it should be. */
export const checkFiles = (): void => {
  const made = makeList()
  const findings = new Findings()
  findings.check(list.equals(Buffer.from(made.csv)), 'recipients.csv is not what make-list.ts makes')
  findings.check(mendingsFile === mendingsText(made.mendings), 'mendings.json is not what make-list.ts makes')
  findings.check(rows.size === 1000, `the list has ${rows.size} recipients`)
  for (const row of optedOut)
    findings.check(![...wanted.values()].includes(row), `${row.Klantnr} opted out and is wanted`)
  findings.assertNone('Files')
}

/** How the columns of this list are read; kept as a preset under a name. */
export const mapping = {
  locale: 'nl',
  fields: {
    reference: { column: 'Klantnr' },
    'recipient.name': { columns: ['Voornaam', 'Naam'] },
    'recipient.companyName': { column: 'Bedrijf' },
    'recipient.street': { column: 'Straat en huisnummer', split: 'streetAndNumber' },
    'recipient.postalCode': { column: 'Postcode' },
    'recipient.city': { column: 'Plaats' },
    'recipient.country': { column: 'Land', default: 'NL' },
    'data.firstName': { column: 'Voornaam', default: 'relatie' },
  },
}

interface Import {
  id: string
  status: string
  rowCount: number
  createdCount: number
  suppressedCount: number
  failedCount: number
  duplicateCount: number
  emptyCount: number
  problems: { row: number; column: string; code: string; message: string }[]
}

/** Uploads a list and imports it with the preset; the import as it ended. */
const importList = async (
  api: Api,
  postbatchId: string,
  bytes: Uint8Array,
  settings: { presetId: string; dryRun?: boolean },
): Promise<Import> => {
  const upload = await api<{ id: string }>('POST', '/v1/uploads?kind=CSV&name=recipients.csv', bytes, {
    'Content-Type': 'text/csv',
  })
  const begun = await api<Import>('POST', `/v1/postbatches/${postbatchId}/imports`, {
    uploadId: upload.id,
    // Some rows write the number in a second line of the cell.
    answers: [{ code: 'line_break', column: 'Straat en huisnummer', choice: 'join' }],
    ...settings,
  })
  let ended = begun
  await waitUntil('the import', async () => {
    ended = await api<Import>('GET', `/v1/postbatches/${postbatchId}/imports/${begun.id}`)
    return ended.status === 'COMPLETED' || ended.status === 'FAILED'
  })
  return ended
}

/** All that an import says of its rows. */
const verdictOf = (told: Import): string =>
  JSON.stringify([
    told.status,
    told.rowCount,
    told.createdCount,
    told.suppressedCount,
    told.failedCount,
    told.duplicateCount,
    told.emptyCount,
    told.problems,
  ])

/**
 * Fills a Postbatch: a dry run, the import itself, and the rows that came back once more, mended. Throws unless the bad rows
 * are exactly those that the table of mendings has, each told as what it is.
 */
export const importAndMend = async (api: Api, postbatchId: string, presetId: string): Promise<Import> => {
  const errorsOf = (id: string) =>
    api<string>('GET', `/v1/postbatches/${postbatchId}/imports/${id}/errors.csv`)
  const dry = await importList(api, postbatchId, list, { presetId, dryRun: true })
  const first = await importList(api, postbatchId, list, { presetId })
  const errors = await errorsOf(first.id)
  const findings = new Findings()
  findings.check(
    verdictOf(dry) === verdictOf(first),
    `the dry run says ${verdictOf(dry)}, not ${verdictOf(first)}`,
  )
  findings.check((await errorsOf(dry.id)) === errors, 'errors.csv of the dry run differs')
  findings.check(first.failedCount === Object.keys(mendings).length, `${first.failedCount} rows are bad`)
  findings.check(
    first.createdCount + first.failedCount === rows.size && first.rowCount === rows.size + first.emptyCount,
    `the counts do not add up: ${verdictOf(first)}`,
  )
  findings.check(first.suppressedCount === optedOut.length, `${first.suppressedCount} rows are suppressed`)
  checkProblems(first, errors, findings)
  findings.assertNone('Import')

  const mended = await importList(api, postbatchId, mend(errors), { presetId })
  if (mended.createdCount !== mendable || mended.rowCount !== mendable)
    throw new Error(`The mended rows do not import cleanly: ${verdictOf(mended)}`)
  return first
}

type ErrorRow = Recipient & { addressOverride: string; lettershop_row: string; lettershop_problem: string }

/** The import's first problems by code; every row of errors.csv against the table and against the row as it was. */
const checkProblems = (told: Import, errors: string, findings: Findings): void => {
  const codes = Map.groupBy(told.problems, ({ row }) => String(row))
  const last = told.problems.at(-1)?.row
  for (const [row, problems] of codes) {
    const found = problems.map(({ column, code }) => `${column} ${code}`)
    const must = mendings[row]?.problems ?? []
    // The list of problems may break off within a row.
    if (Number(row) === last) continue
    findings.check(found.join() === must.join(), `row ${row} is told as ${found}, and is ${must}`)
  }
  const back = parse(errors, csvOptions) as ErrorRow[]
  const numbers = back.map((row) => row.lettershop_row)
  findings.check(numbers.join() === Object.keys(mendings).join(), `errors.csv has the rows ${numbers}`)
  for (const row of back) {
    const { addressOverride: _, lettershop_row: number, lettershop_problem: problem, ...cells } = row
    const own = rows.get(number)
    const same = Object.entries(cells).every(
      ([column, cell]) => cell.replace(/^'(?=[=+\-@])/, '') === own?.[column as keyof Recipient],
    )
    findings.check(same, `row ${number} came back as ${JSON.stringify(cells)}`)
    for (const must of mendings[number]?.problems ?? []) {
      const column = must.slice(0, must.lastIndexOf(' '))
      findings.check(problem.includes(column), `row ${number}: “${problem}” does not name ${column}`)
    }
  }
}

/** What the owner of the list does in a spreadsheet: mends what can be mended, deletes the rest, saves. */
const mend = (errors: string): Uint8Array => {
  const mended = (parse(errors, csvOptions) as ErrorRow[]).flatMap((row) => {
    const changes = mendings[row.lettershop_row]?.mend
    return changes ? [{ ...row, ...changes }] : []
  })
  return Buffer.from(stringify(mended, { bom: true, delimiter: ';', header: true, record_delimiter: '\r\n' }))
}

/** What must stand in the address block of a piece: name, company, the longest word of the street, the city. */
export const expectedTexts = (reference: string): string[] => {
  const row = wanted.get(reference)!
  const street = row['Straat en huisnummer'].split(/\s+/).sort((one, other) => other.length - one.length)[0]!
  const texts = [`${row.Voornaam} ${row.Naam}`, row.Bedrijf, street, row.Plaats]
  return texts.map((text) => text.replace(/[\s\u00A0]+/g, ' ').trim()).filter((text) => text !== '')
}

/** An entry for the suppression list: every recipient at the address of a Dutch row. */
export const suppressionOf = (row: Recipient): Record<string, unknown> => ({
  recipient: {
    name: `${row.Voornaam} ${row.Naam}`,
    street: row['Straat en huisnummer'],
    postalCode: row.Postcode,
    city: row.Plaats,
    country: 'NL',
  },
  reason: 'opt_out',
  matchName: false,
  advertisingCategory: null,
})
