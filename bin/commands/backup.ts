import { resolve } from 'node:path'
import type { CheckedBackup } from '../backup/check.ts'
import type { RestoreReport } from '../backup/restore.ts'
import { command } from '../cli/command.ts'
import { CommandFailure, exitCodes } from '../cli/failure.ts'
import { dataFolder, readSettings } from '../cli/settings.ts'
import { execute } from '../control/execute.ts'

export const backupCreate = command({
  name: 'lettershop backup',
  description: 'Make a backup of everything while the server goes on, in a new folder DIR/lettershop-…',
  flags: {
    to: { type: 'string', required: true, description: 'Where lettershop-<time> is made', valueHint: 'DIR' },
  },
  run: ({ args }) => execute('backup.create', { to: resolve(args.to) }, { data: args.data }),
  text: ({ path, blobs, bytes, database, instanceKeyIncluded }) =>
    [
      `${path}  ${(bytes / 1024 / 1024).toFixed(1)} MiB, ${blobs.files} blobs`,
      ...(database === 'postgres'
        ? ['The database is not in it. Run pg_dump before every backup, and keep the two together.']
        : []),
      ...(instanceKeyIncluded
        ? []
        : [
            'Not in it are keys that come from the environment: the instance key, and a signing key from there.',
          ]),
    ].join('\n'),
})

const path = { type: 'positional', required: true, description: 'A folder lettershop-<time>' } as const

export const backupVerify = command({
  name: 'lettershop backup verify',
  description:
    'Look at a backup, offline: files, database, blobs, money. Exit code 1 where something does not hold',
  flags: { path },
  async run({ args, json }) {
    const { checkBackup } = await import('../backup/check.ts')
    const checked = await checkBackup(resolve(args.path))
    if (checked.holds) return checked
    process.stdout.write(`${json ? JSON.stringify(checked) : textOf(checked)}\n`)
    const wrong = checked.checks.filter(({ result }) => result === 'fails').map(({ name }) => name)
    throw new CommandFailure({
      code: 'backup_fails',
      detail: `This backup does not hold: ${wrong.join(', ')}.`,
      exitCode: exitCodes.failed,
    })
  },
  text: (checked) => textOf(checked),
})

const marks = { holds: 'holds', fails: 'FAILS', open: 'open ' } as const

const textOf = ({ createdAt, checks }: CheckedBackup): string =>
  [
    `Made at ${createdAt}`,
    ...checks.map(({ name, result, detail }) => `${marks[result]}  ${name.padEnd(10)} ${detail}`),
  ].join('\n')

export const restore = command({
  name: 'lettershop restore',
  description: 'Make a data folder out of a backup, in an empty folder (--data); live printing starts held',
  flags: { path },
  async run({ args }) {
    const { restoreBackup } = await import('../backup/restore.ts')
    const dataDir = dataFolder(args.data)
    return restoreBackup(resolve(args.path), dataDir, await readSettings(dataDir))
  },
  text: (report) => restoredText(report),
})

const restoredText = (report: RestoreReport): string =>
  [
    `Restored into ${report.dataDir}: everything as it was at ${report.backupAt}, ${report.files} files.`,
    ...(report.instanceKeyIncluded
      ? []
      : [
          'Start it with the LETTERSHOP_SECRET_KEY that it had, and with its LETTERSHOP_SIGNING_KEY where it had one: they are not in the backup.',
        ]),
    ...(report.database === 'postgres'
      ? [
          'Load the pg_dump that belongs to it before a server starts: the first start holds printing and invoicing.',
        ]
      : []),
    `What happened after ${report.backupAt} is not known here. Before you let it print:`,
    '- Live printing is held. Runs handed over after the backup would be printed a second time: ask the printer, say so',
    '  of each run (lettershop run hand-over ID --printed yes|no), then lettershop printing resume.',
    ...(report.uncertainRuns === 0
      ? []
      : [
          `- ${report.uncertainRuns === null ? 'Runs that' : `${report.uncertainRuns} runs`} were just being handed over wait for that answer.`,
        ]),
    '- Webhooks that were sent after the backup are sent again, under the same ids where the event is known here. What happens',
    '  a second time (a run, a mail) is reported to real customers under new ids: serve a rehearsal with --drill.',
    '- Keys revoked, users disabled and people erased after the backup are not: do it again.',
    '- Money and invoices booked after it are missing. No invoice is issued before you have said which numbers were issued',
    '  last (lettershop invoicing resume --last-invoice NUMBER --last-credit-note NUMBER).',
  ].join('\n')
