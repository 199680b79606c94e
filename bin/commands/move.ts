import { resolve } from 'node:path'
import { partitionLimits } from '../../src/adapters/sql/partitions.ts'
import { blobsOf } from '../cli/blobs-setting.ts'
import { command } from '../cli/command.ts'
import { failure } from '../cli/failure.ts'
import { wholeNumber } from '../cli/flags.ts'
import { databaseOf, dataFolder, givenFlags, readSettings } from '../cli/settings.ts'
import { deferredLog } from '../instance/deferred-log.ts'
import { prepareInstance } from '../instance/existing-instance.ts'
import { capital, howToUse, isFile } from '../instance/move-mark.ts'
import type { MoveReport } from '../move/move.ts'
import type { UndoReport } from '../move/undo.ts'

export const move = command({
  name: 'lettershop move',
  description:
    'Move everything to a PostgreSQL database, or back to a file in the data folder, while no server runs. Interrupted, it goes on when it is run again',
  flags: {
    to: {
      type: 'string',
      description: 'Where the rows will be; --blobs says where the files will be, if they are to move too',
      valueHint: 'URL|folder',
    },
    partitions: {
      type: 'string',
      description:
        'Partitions by organisation of the large tables (see docs/several-servers.md); none without it',
      valueHint: 'N',
    },
    undo: {
      type: 'boolean',
      description: 'Take a move back: what was moved away is served again, as it was then',
    },
  },
  async run({ args }): Promise<MoveReport | UndoReport> {
    const dataDir = dataFolder(args.data)
    // Here the flag says where the files will be, and not where they are.
    const blobs = args.blobs === undefined ? undefined : { setting: blobsOf(args.blobs, process.env) }
    const undo = args.undo === true
    if (!undo) delete givenFlags.blobs
    const settings = await readSettings(dataDir)
    if (undo === (args.to !== undefined)) {
      throw failure(
        'usage',
        undo ? '--undo takes no --to.' : '--to is missing, or --undo. See lettershop move --help.',
      )
    }
    const where = { dataDir, settings, log: deferredLog('warn') }
    const to = args.to === undefined ? undefined : targetOf(args.to, dataDir)
    const partitions = partitionsOf(args.partitions)
    if (partitions !== undefined && to === undefined) {
      throw failure('usage', '--partitions takes a move to a PostgreSQL database.')
    }
    await prepareInstance(dataDir, settings)
    if (undo) return (await import('../move/undo.ts')).undoMove(where)
    const { moveShop } = await import('../move/move.ts')
    return moveShop({ ...where, to, partitions, blobs, copied: progress() })
  },
  text: (report) => ('sha256' in report ? moved(report) : undone(report)),
})

/** A PostgreSQL database, or undefined for the file in the data folder. */
const targetOf = (to: string, dataDir: string): string | undefined => {
  if (to === 'folder' || resolve(to) === dataDir) return undefined
  if (to.includes('://')) return databaseOf(to, 'to')
  throw failure(
    'usage',
    `--to takes postgres://user:password@host:5432/name, or “folder” for the data folder. Another folder than ${dataDir}: copy the data folder there while no server runs, and name it with --data.`,
  )
}

const partitionsOf = (text: string | undefined): number | undefined =>
  text === undefined
    ? undefined
    : wholeNumber('partitions', text, { min: partitionLimits.least, max: partitionLimits.most })

/** Tells people how far the copy is; nothing where the errors are read by a program. */
const progress = () => {
  if (!process.stderr.isTTY) return undefined
  let all = 0
  return (table: string, rows: number) => {
    all += rows
    process.stderr.write(`\r\u001b[K${all} rows (${table})\r`)
  }
}

const marks = { holds: 'holds', fails: 'FAILS', open: 'open ' } as const

const moved = ({ from, to, rows, tables, sha256, files, checks, aside }: MoveReport): string =>
  [
    `${rows} rows of ${tables} tables are in ${to} now, the same as in ${from} (SHA-256 ${sha256}).`,
    ...(files ? [`${files.files} files are in ${files.to} now.`] : []),
    ...checks.map(({ name, result, detail }) => `${marks[result]}  ${name.padEnd(10)} ${detail}`),
    ...(checks.some(({ result }) => result === 'fails')
      ? ['What fails did so before the move, and is as it was.']
      : []),
    `Before you start a server: ${howToUse(to)}`,
    ...(files?.to.startsWith('s3://')
      ? ['Name the bucket with --blobs, LETTERSHOP_BLOBS or in config.json.']
      : []),
    ...(files && !files.to.startsWith('s3://')
      ? ['Take --blobs, LETTERSHOP_BLOBS or “blobs” in config.json away.']
      : []),
    `Keys, config.json, journals and printers’ folders stay in the data folder${isFile(to) ? '' : ', which all servers share or do without (docs/moving.md#servers-that-share-no-folder)'}.`,
    ...(aside ? [`The file of an earlier move is ${aside} now: delete it.`] : []),
    `${capital(from)} is not served any more (“lettershop move --undo” takes it back). Once the servers run, delete ${files ? `it and the files in ${files.from}` : 'it'}: ${files ? 'they hold' : 'it holds'} names and addresses.`,
  ].join('\n')

const undone = ({ from, to, movedAt, held, bucket }: UndoReport): string =>
  [
    `${capital(from)} is in force again${movedAt === null ? '' : `, as it was at ${movedAt}`}.`,
    `Delete what is in ${to}: no server may run on it any more.`,
    ...(bucket
      ? [
          `The files are in ${bucket}, as they were left there, and are not to be deleted: name it with LETTERSHOP_BLOBS. To have them in the data folder again, run “lettershop blobs move --to folder” with that setting, and take it away afterwards.`,
        ]
      : []),
    ...(held
      ? [
          'Live printing and invoicing are held, because what was printed and invoiced after the move is not known here.',
          'Go through the list in docs/back-up-and-restore.md#restore before “lettershop printing resume” and “invoicing resume”.',
        ]
      : []),
  ].join('\n')

export const blobsMove = command({
  name: 'lettershop blobs move',
  description:
    'Copy every file to a bucket, or back to the data folder, while no server runs; they stay where they were too',
  flags: {
    to: { type: 'string', required: true, description: 'Where the files will be', valueHint: 'URL|folder' },
  },
  async run({ args }) {
    const dataDir = dataFolder(args.data)
    const settings = await readSettings(dataDir)
    const to = blobsOf(args.to, process.env)
    await prepareInstance(dataDir, settings)
    const { moveBlobs } = await import('../instance/blobs/move.ts')
    return moveBlobs({ dataDir, settings, log: deferredLog('info') }, to)
  },
  text: ({ from, to, files, bytes }) =>
    [
      `${files} files (${(bytes / 1024 / 1024).toFixed(1)} MiB) are in ${to} now.`,
      to.startsWith('s3://')
        ? 'Name that place with --blobs, LETTERSHOP_BLOBS or in config.json from now on.'
        : 'Take --blobs, LETTERSHOP_BLOBS or “blobs” in config.json away.',
      `${from} is not used any more. Once the server runs, delete the files there: they hold names and addresses.`,
    ].join('\n'),
})
