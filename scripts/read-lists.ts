/**
 * Reads every CSV and XLSX of a folder like an upload and an import, and counts the outcomes:
 * `node scripts/read-lists.ts FOLDER`. docs/testing.md has the results for public corpora, which are not in the
 * repository. Fails if a file causes an internal error.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCsv } from '../src/adapters/csv/csv.ts'
import { readWorkbook } from '../src/adapters/xlsx/read.ts'
import { CsvFault } from '../src/core/ports/csv.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('The folder of the lists is missing.')
const csv = createCsv()

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const readCsv = async (bytes: Uint8Array): Promise<string> => {
  const { dialect, sureness } = await csv.inspect(whole(bytes))
  try {
    for await (const _ of csv.decode(whole(bytes), dialect)) {
      // Counts only whether it can be read.
    }
    return `CSV read, ${sureness} ${dialect.encoding}`
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error
    return `CSV refused: ${error.sentence.code}`
  }
}

const readXlsx = async (bytes: Uint8Array): Promise<string> => {
  const { sheets, findings } = await readWorkbook(bytes)
  return sheets.length > 0 ? 'XLSX read' : `XLSX refused: ${findings.map(({ code }) => code).join(', ')}`
}

const counts = new Map<string, number>()
const faults: string[] = []
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const read = /\.csv$/i.test(name) ? readCsv : /\.xlsx$/i.test(name) ? readXlsx : undefined
  if (!read) continue
  try {
    const end = await read(readFileSync(join(folder, name)))
    counts.set(end, (counts.get(end) ?? 0) + 1)
  } catch (error) {
    faults.push(`${name}: ${error}`)
  }
}
for (const [end, count] of [...counts].sort()) console.log(`${count}\t${end}`)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
