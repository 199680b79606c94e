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
    'Move the database to PostgreSQL, or back to a file in the data folder, while no server runs. Run it again to resume an interrupted move',
  flags: {
    to: {
      type: 'string',
      description: 'Target of the rows; --blobs is the target of the files, if they move too',
      valueHint: 'URL|folder',
    },
    partitions: {
      type: 'string',
      description: 'Partitions of the large tables, by organisation (see docs/several-servers.md; none)',
      valueHint: 'N',
    },
    undo: {
      type: 'boolean',
      description: 'Revert a move: the source is served again, as it was',
    },
  },
  async run({ args }): Promise<MoveReport | UndoReport> {
    const dataDir = dataFolder(args.data)
    // For this command, --blobs names the target instead of the current place.
    const blobs = args.blobs === undefined ? undefined : { setting: blobsOf(args.blobs, process.env) }
    const undo = args.undo === true
    if (!undo) delete givenFlags.blobs
    const settings = await readSettings(dataDir)
    if (undo === (args.to !== undefined)) {
      throw failure(
        'usage',
        undo ? '--undo takes no --to.' : '--to or --undo is missing. See lettershop move --help.',
      )
    }
    const where = { dataDir, settings, log: deferredLog('warn') }
    const to = args.to === undefined ? undefined : targetOf(args.to, dataDir)
    const partitions = partitionsOf(args.partitions)
    if (partitions !== undefined && to === undefined) {
      throw failure('usage', '--partitions needs a move to a PostgreSQL database.')
    }
    await prepareInstance(dataDir, settings)
    if (undo) return (await import('../move/undo.ts')).undoMove(where)
    const { moveShop } = await import('../move/move.ts')
    return moveShop({ ...where, to, partitions, blobs, copied: progress() })
  },
  text: (report) => ('sha256' in report ? moved(report) : undone(report)),
})

/** Returns the URL of a PostgreSQL database, or undefined for the file in the data folder. */
const targetOf = (to: string, dataDir: string): string | undefined => {
  if (to === 'folder' || resolve(to) === dataDir) return undefined
  if (to.includes('://')) return databaseOf(to, 'to')
  throw failure(
    'usage',
    `--to takes postgres://user:password@host:5432/name, or “folder” for the data folder. To use another folder than ${dataDir}, copy the data folder while no server runs and set --data.`,
  )
}

const partitionsOf = (text: string | undefined): number | undefined =>
  text === undefined
    ? undefined
    : wholeNumber('partitions', text, { min: partitionLimits.least, max: partitionLimits.most })

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
    `${rows} rows of ${tables} tables are now in ${to}, equal to those in ${from} (SHA-256 ${sha256}).`,
    ...(files ? [`${files.files} files are now in ${files.to}.`] : []),
    ...checks.map(({ name, result, detail }) => `${marks[result]}  ${name.padEnd(10)} ${detail}`),
    ...(checks.some(({ result }) => result === 'fails')
      ? ['Failed checks concern data that the move copied unchanged.']
      : []),
    `Before you start a server: ${howToUse(to)}`,
    ...(files?.to.startsWith('s3://')
      ? ['Set the bucket with --blobs, LETTERSHOP_BLOBS or in config.json.']
      : []),
    ...(files && !files.to.startsWith('s3://')
      ? ['Remove --blobs, LETTERSHOP_BLOBS or “blobs” from config.json.']
      : []),
    `Keys, config.json, journals and printers’ folders stay in the data folder${isFile(to) ? '' : ', which servers can share or do without (docs/moving.md#servers-that-share-no-folder)'}.`,
    ...(aside ? [`The file of an earlier move was renamed to ${aside}: delete it.`] : []),
    `${capital(from)} is no longer served (“lettershop move --undo” reverts the move). Once the servers run, delete ${files ? `it and the files in ${files.from}` : 'it'}, because ${files ? 'they contain' : 'it contains'} names and addresses.`,
  ].join('\n')

const undone = ({ from, to, movedAt, held, bucket }: UndoReport): string =>
  [
    `${capital(from)} is active again${movedAt === null ? '' : `, as it was at ${movedAt}`}.`,
    `Delete the data in ${to}: no server may use it.`,
    ...(bucket
      ? [
          `The files are still in ${bucket}: keep them, and set LETTERSHOP_BLOBS. To move them back to the data folder, run “lettershop blobs move --to folder” with that setting, and remove it afterwards.`,
        ]
      : []),
    ...(held
      ? [
          'Live printing and invoicing are held, because printing and invoicing after the move are not on record here.',
          'Follow the list in docs/back-up-and-restore.md#restore before “lettershop printing resume” and “invoicing resume”.',
        ]
      : []),
  ].join('\n')

export const blobsMove = command({
  name: 'lettershop blobs move',
  description:
    'Copy every file to a bucket, or back to the data folder, while no server runs; the originals stay',
  flags: {
    to: { type: 'string', required: true, description: 'Target of the files', valueHint: 'URL|folder' },
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
      `${files} files (${(bytes / 1024 / 1024).toFixed(1)} MiB) are now in ${to}.`,
      to.startsWith('s3://')
        ? 'Set that place with --blobs, LETTERSHOP_BLOBS or in config.json.'
        : 'Remove --blobs, LETTERSHOP_BLOBS or “blobs” from config.json.',
      `${from} is no longer used. Once the server runs, delete the files there: they contain names and addresses.`,
    ].join('\n'),
})
