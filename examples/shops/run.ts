/**
 * Three shops from three files, with the executable: a print shop in Lyon (SFTP), a charity with an office printer (IPP
 * through CUPS), and a company with three mail houses (SFTP, HTTPS and a folder, chosen by rules). Closes their live runs
 * and verifies sheet by sheet what the printers' real servers received. Exits with 1 at the first failure.
 *
 *   node examples/shops/run.ts [--executable dist/lettershop] [--only lyon|charity|mail-houses] [--keep]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hostNameOf } from '../../src/core/features/printers/secret.ts'
import { builtExecutable, Executable } from '../support/executable.ts'
import { sabotage } from './sabotage.ts'
import {
  cupsPrinter,
  folderPrinter,
  httpsPrinter,
  type Printer,
  sftpPrinter,
  whereaboutsOf,
} from './servers.ts'
import { close, importCatalogue, openOrganisation, type Sent, type Shop, send } from './shop.ts'
import { shops } from './shops.ts'
import { manifestOf, type Proof, verifyPackage } from './verify.ts'

const { values } = parseArgs({
  options: {
    executable: { type: 'string', default: join(import.meta.dirname, '../../dist/lettershop') },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
})

const program = builtExecutable(values.executable)
const scratch = mkdtempSync(join(tmpdir(), 'lettershop-shops-'))
const printersFolder = join(scratch, 'printers')

/** Printers started for the present shop, so that they are stopped even if the next one fails to start. */
const started: Printer[] = []
const begun = async (starting: Promise<Printer>): Promise<Printer> => {
  const printer = await starting
  started.push(printer)
  return printer
}

interface Opened {
  printers: Record<string, Printer>
  references: Record<string, object>
  env: Record<string, string>
  /** Entries of `--printer-secrets` for the server. */
  opened: string[]
}

/** Formats an entry of `--printer-secrets`. */
const openingOf = (key: string, { settings }: Printer, name: string): string =>
  `${key}@${hostNameOf({ settings })}=${name}`

/** Starts the printers of a shop, and returns the references to their secrets. */
const open: Readonly<Record<string, () => Promise<Opened>>> = {
  lyon: async () => {
    const presse = await begun(sftpPrinter(scratch))
    const file = join(scratch, 'secrets', 'presse.key')
    mkdirSync(join(scratch, 'secrets'), { mode: 0o700 })
    writeFileSync(file, presse.secret!, { mode: 0o600 })
    return {
      printers: { presse },
      references: { presse: { file } },
      env: {},
      opened: [openingOf('presse', presse, file)],
    }
  },
  charity: async () => ({
    printers: {
      office: await begun(cupsPrinter()),
      feeder: await begun(cupsPrinter()),
      labels: await begun(cupsPrinter()),
    },
    references: {},
    env: {},
    opened: [],
  }),
  'mail-houses': async () => {
    const berlin = await begun(sftpPrinter(scratch))
    const leeds = await begun(httpsPrinter(scratch))
    return {
      printers: { berlin, leeds, cards: folderPrinter(join(printersFolder, 'cards')) },
      references: {},
      env: { BERLIN_KEY: berlin.secret!, LEEDS_SECRET: leeds.secret! },
      opened: [openingOf('berlin', berlin, 'BERLIN_KEY'), openingOf('leeds', leeds, 'LEEDS_SECRET')],
    }
  },
}

interface Row {
  shop: string
  printer: string
  how: string
  files: number
  countries: number
  proof: Proof
}

const main = async (shop: Shop): Promise<Row[]> => {
  const { printers, references, env, opened } = await open[shop.name]!()
  const flags = ['--printers-folder', printersFolder, '--printer-allow', '127.0.0.0/8']
  if (opened.length > 0) flags.push('--printer-secrets', opened.join(','))
  const executable = new Executable(program, join(scratch, shop.name), { flags, env })
  try {
    await executable.start()
    const secrets = Object.values(printers).flatMap(({ secret }) => secret ?? [])
    await importCatalogue(executable, shop.name, whereaboutsOf(printers, references), { scratch, secrets })
    await openOrganisation(executable, shop)
    const sent = await send(executable, shop)
    const rows: Row[] = []
    for (const runId of await close(executable, sent)) {
      const own = sent.filter((item) => item.runId === runId)
      rows.push(await proved(executable, shop, { runId, printers, own }))
    }
    checkRoutes(shop, rows)
    return rows
  } finally {
    await executable.stop('SIGTERM')
  }
}

interface Went {
  runId: string
  printers: Readonly<Record<string, Printer>>
  own: readonly Sent[]
}

/** Returns the only printer that has a run, which must be that of the rules. */
const holderOf = async ({ runId, printers, own }: Went): Promise<string> => {
  const have: string[] = []
  for (const [key, printer] of Object.entries(printers)) if (await printer.has(runId)) have.push(key)
  if (have.length !== 1) throw new Error(`${runId} is on ${have.length} printers: ${have}`)
  const astray = own.find(({ printer }) => printer !== have[0])
  if (astray) throw new Error(`${astray.word} is on ${have[0]}, but the rules choose ${astray.printer}`)
  return have[0]!
}

const proved = async (executable: Executable, shop: Shop, went: Went): Promise<Row> => {
  const { runId, printers, own } = went
  const key = await holderOf(went)
  const folder = join(scratch, 'received', runId)
  if (printers[key]!.isGivenPagesOnly) {
    await executable.ask('run', 'package', runId, '--to', join(scratch, 'received'))
    for (const { name } of manifestOf(folder).parts) rmSync(join(folder, name))
  }
  const { files, how } = await printers[key]!.collect(runId, folder)
  const specification = own[0]!.specification
  const proof = verifyPackage(folder, own, specification)
  sabotage(folder, own, specification)
  return { shop: shop.name, printer: key, how, files, countries: countriesOf(own), proof }
}

const countriesOf = (own: readonly Sent[]): number => new Set(own.map(({ country }) => country)).size

/** Checks that each printer of the file received something. */
const checkRoutes = ({ name, printers }: Shop, rows: readonly Row[]): void => {
  const got = [...new Set(rows.map(({ printer }) => printer))].sort()
  if (got.join() !== [...printers].sort().join())
    throw new Error(`The printers of ${name} that printed are ${got}, not ${printers}`)
}

const table = (rows: readonly Row[]): string => {
  const head = ['SHOP', 'PRINTER', 'RECEIVED BY', 'FILES', 'ITEMS', 'COUNTRIES', 'PAGES', 'SHEETS', 'SPARE']
  const lines = rows.map(({ shop, printer, how, files, countries, proof }) => [
    ...[shop, printer, how, files, proof.items, countries, proof.pages, proof.sheets].map(String),
    proof.spareMm === undefined ? 'no window' : `${proof.spareMm.toFixed(1)} mm`,
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]!.length)))
  return [head, ...lines]
    .map((line) => `  ${line.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')}`.trimEnd())
    .join('\n')
}

try {
  const chosen = shops.filter(({ name }) => values.only === undefined || values.only === name)
  const rows: Row[] = []
  for (const shop of chosen) {
    try {
      rows.push(...(await main(shop)))
    } finally {
      for (const printer of started.splice(0)) await printer.end()
    }
    console.log(`  ${shop.about}: done`)
  }
  const sum = (of: (proof: Proof) => number) => rows.reduce((total, { proof }) => total + of(proof), 0)
  console.log(`\n${table(rows)}\n`)
  console.log(`  Every one of ${sum(({ items }) => items)} items was received once, in unchanged files.`)
  console.log(
    `  Every one of ${sum(({ sheets }) => sheets)} sheets has a mark that names its item, and k of n.`,
  )
  console.log('  Every run is at one printer, chosen by the shop’s rules.')
  console.log('  No sheet has two recipients, by the manifest and by the words on its pages.')
  console.log('  Every address is at least 4 mm inside its window wherever the piece slides.')
  console.log('  The same checks reject a package with wrong pieces, marks or windows.')
} catch (error) {
  console.error(`  Failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
} finally {
  if (!values.keep) rmSync(scratch, { recursive: true, force: true })
  else console.log(`  Kept ${scratch}`)
}
