import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { type Api, waitUntil } from '../support/api.ts'
import { Findings } from '../support/tools.ts'
import { type Correction, correctionsText, makeList, type Recipient } from './make-list.ts'

/** The committed files of this folder. */
export const list = readFileSync(join(import.meta.dirname, 'recipients.csv'))
const correctionsFile = readFileSync(join(import.meta.dirname, 'corrections.json'), 'utf8')
export const corrections = JSON.parse(correctionsFile) as Record<string, Correction>

const csvOptions = { bom: true, delimiter: ';', columns: true } as const
const isEmpty = (row: Recipient) => Object.values(row).every((cell) => cell.trim() === '')
/** Rows by their number in a spreadsheet, without cleared rows. */
const rows = new Map(
  (parse(list, csvOptions) as Recipient[])
    .map((row, index) => [String(index + 2), row] as const)
    .filter(([, row]) => !isEmpty(row)),
)

/** Valid rows of recipients on the suppression list, for whom nothing is printed. */
export const optedOut = ['K0004', 'K0500', 'K0997'].map(
  (reference) => [...rows.values()].find((row) => row.Klantnr === reference)!,
)

/** The rows that must be printed, by customer number: valid ones, and bad ones as corrected. */
export const wanted = new Map(
  [...rows].flatMap(([number, row]) => {
    const correction = corrections[number]
    const corrected = correction ? correction.fix && { ...row, ...correction.fix } : row
    return corrected && !optedOut.includes(row) ? [[row.Klantnr, corrected] as const] : []
  }),
)
const correctable = Object.values(corrections).filter(({ fix }) => fix).length

/** Checks that the files match the script, and that the list has the expected errors. */
export const checkFiles = (): void => {
  const made = makeList()
  const findings = new Findings()
  findings.check(list.equals(Buffer.from(made.csv)), 'recipients.csv differs from the output of make-list.ts')
  findings.check(
    correctionsFile === correctionsText(made.corrections),
    'corrections.json differs from the output of make-list.ts',
  )
  findings.check(rows.size === 1000, `the list has ${rows.size} recipients`)
  for (const row of optedOut)
    findings.check(![...wanted.values()].includes(row), `${row.Klantnr} opted out and is wanted`)
  findings.assertNone('Files')
}

/** The mapping of this list's columns, saved as a preset. */
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

/** Uploads a list, imports it with the preset, and returns the finished import. */
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
    // Some rows have the house number on a second line of the cell.
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

/** Summarises an import. */
const verdictOf = (result: Import): string =>
  JSON.stringify([
    result.status,
    result.rowCount,
    result.createdCount,
    result.suppressedCount,
    result.failedCount,
    result.duplicateCount,
    result.emptyCount,
    result.problems,
  ])

/**
 * Fills a Postbatch with a dry run, the import, and an import of the corrected rows. Throws unless the bad rows are
 * exactly those of the table of corrections, each with the expected problem.
 */
export const importAndCorrect = async (api: Api, postbatchId: string, presetId: string): Promise<Import> => {
  const errorsOf = (id: string) =>
    api<string>('GET', `/v1/postbatches/${postbatchId}/imports/${id}/errors.csv`)
  const dry = await importList(api, postbatchId, list, { presetId, dryRun: true })
  const first = await importList(api, postbatchId, list, { presetId })
  const errors = await errorsOf(first.id)
  const findings = new Findings()
  findings.check(
    verdictOf(dry) === verdictOf(first),
    `the dry run gives ${verdictOf(dry)}, not ${verdictOf(first)}`,
  )
  findings.check((await errorsOf(dry.id)) === errors, 'errors.csv of the dry run differs')
  findings.check(first.failedCount === Object.keys(corrections).length, `${first.failedCount} rows are bad`)
  findings.check(
    first.createdCount + first.failedCount === rows.size && first.rowCount === rows.size + first.emptyCount,
    `the counts do not add up: ${verdictOf(first)}`,
  )
  findings.check(first.suppressedCount === optedOut.length, `${first.suppressedCount} rows are suppressed`)
  checkProblems(first, errors, findings)
  findings.assertNone('Import')

  const corrected = await importList(api, postbatchId, fix(errors), { presetId })
  if (corrected.createdCount !== correctable || corrected.rowCount !== correctable)
    throw new Error(`The corrected rows do not import cleanly: ${verdictOf(corrected)}`)
  return first
}

type ErrorRow = Recipient & { addressOverride: string; lettershop_row: string; lettershop_problem: string }

/** Checks the import's first problems by code, and every row of errors.csv against the table and the original row. */
const checkProblems = (result: Import, errors: string, findings: Findings): void => {
  const codes = Map.groupBy(result.problems, ({ row }) => String(row))
  const last = result.problems.at(-1)?.row
  for (const [row, problems] of codes) {
    const found = problems.map(({ column, code }) => `${column} ${code}`)
    const must = corrections[row]?.problems ?? []
    // The list of problems may end within a row.
    if (Number(row) === last) continue
    findings.check(found.join() === must.join(), `row ${row} is reported as ${found} instead of ${must}`)
  }
  const back = parse(errors, csvOptions) as ErrorRow[]
  const numbers = back.map((row) => row.lettershop_row)
  findings.check(numbers.join() === Object.keys(corrections).join(), `errors.csv has the rows ${numbers}`)
  for (const row of back) {
    const { addressOverride: _, lettershop_row: number, lettershop_problem: problem, ...cells } = row
    const own = rows.get(number)
    const same = Object.entries(cells).every(
      ([column, cell]) => cell.replace(/^'(?=[=+\-@])/, '') === own?.[column as keyof Recipient],
    )
    findings.check(same, `row ${number} came back as ${JSON.stringify(cells)}`)
    for (const must of corrections[number]?.problems ?? []) {
      const column = must.slice(0, must.lastIndexOf(' '))
      findings.check(problem.includes(column), `row ${number}: “${problem}” does not name ${column}`)
    }
  }
}

/** Corrects the rows that can be corrected and deletes the others, as the list's owner does in a spreadsheet. */
const fix = (errors: string): Uint8Array => {
  const corrected = (parse(errors, csvOptions) as ErrorRow[]).flatMap((row) => {
    const changes = corrections[row.lettershop_row]?.fix
    return changes ? [{ ...row, ...changes }] : []
  })
  return Buffer.from(
    stringify(corrected, { bom: true, delimiter: ';', header: true, record_delimiter: '\r\n' }),
  )
}

/** Texts required in the address block of a piece: name, company, the longest word of the street, the city. */
export const expectedTexts = (reference: string): string[] => {
  const row = wanted.get(reference)!
  const street = row['Straat en huisnummer'].split(/\s+/).sort((one, other) => other.length - one.length)[0]!
  const texts = [`${row.Voornaam} ${row.Naam}`, row.Bedrijf, street, row.Plaats]
  return texts.map((text) => text.replace(/[\s\u00A0]+/g, ' ').trim()).filter((text) => text !== '')
}

/** An entry of the suppression list for every recipient at the address of a Dutch row. */
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
