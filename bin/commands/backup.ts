import { resolve } from 'node:path'
import type { CheckedBackup } from '../backup/check.ts'
import type { RestoreReport } from '../backup/restore.ts'
import { command } from '../cli/command.ts'
import { CommandFailure, exitCodes } from '../cli/failure.ts'
import { dataFolder, readSettings } from '../cli/settings.ts'
import { execute } from '../control/execute.ts'

export const backupCreate = command({
  name: 'lettershop backup',
  description: 'Back up everything while the server runs, into a new folder DIR/lettershop-…',
  flags: {
    to: {
      type: 'string',
      required: true,
      description: 'Where to create lettershop-<time>',
      valueHint: 'DIR',
    },
  },
  run: ({ args }) => execute('backup.create', { to: resolve(args.to) }, { data: args.data }),
  text: ({ path, blobs, bytes, database, instanceKeyIncluded }) =>
    [
      `${path}  ${(bytes / 1024 / 1024).toFixed(1)} MiB, ${blobs.files} blobs`,
      ...(database === 'postgres'
        ? ['The database is not included. Run pg_dump before every backup, and keep the two together.']
        : []),
      ...(instanceKeyIncluded
        ? []
        : [
            'Keys from the environment are not included: the instance key, and a signing key if it is set there.',
          ]),
    ].join('\n'),
})

const path = { type: 'positional', required: true, description: 'A folder lettershop-<time>' } as const

export const backupVerify = command({
  name: 'lettershop backup verify',
  description: 'Verify a backup offline: files, database, blobs, money. Exit code 1 if a check fails',
  flags: { path },
  async run({ args, json }) {
    const { checkBackup } = await import('../backup/check.ts')
    const checked = await checkBackup(resolve(args.path))
    if (checked.holds) return checked
    process.stdout.write(`${json ? JSON.stringify(checked) : textOf(checked)}\n`)
    const wrong = checked.checks.filter(({ result }) => result === 'fails').map(({ name }) => name)
    throw new CommandFailure({
      code: 'backup_fails',
      detail: `Backup checks failed: ${wrong.join(', ')}.`,
      exitCode: exitCodes.failed,
    })
  },
  text: (checked) => textOf(checked),
})

const marks = { holds: 'holds', fails: 'FAILS', open: 'open ' } as const

const textOf = ({ createdAt, checks }: CheckedBackup): string =>
  [
    `Created at ${createdAt}`,
    ...checks.map(({ name, result, detail }) => `${marks[result]}  ${name.padEnd(10)} ${detail}`),
  ].join('\n')

export const restore = command({
  name: 'lettershop restore',
  description: 'Restore a backup into an empty folder (--data); live printing starts held',
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
    `Restored into ${report.dataDir}: ${report.files} files, as of ${report.backupAt}.`,
    ...(report.instanceKeyIncluded
      ? []
      : [
          'The backup does not include its keys: start with the same LETTERSHOP_SECRET_KEY, and LETTERSHOP_SIGNING_KEY if it had one.',
        ]),
    ...(report.database === 'postgres'
      ? ['Load the matching pg_dump before a server starts. The first start holds printing and invoicing.']
      : []),
    `Changes after ${report.backupAt} are not included. Before you resume printing:`,
    '- Live printing is held, because runs handed over after the backup would be printed twice. Ask the printer,',
    '  record each answer (lettershop run hand-over ID --printed yes|no), then run lettershop printing resume.',
    ...(report.uncertainRuns === 0
      ? []
      : [
          `- ${report.uncertainRuns === null ? 'Runs that' : `${report.uncertainRuns} runs`} being handed over during the backup wait for that answer.`,
        ]),
    '- Webhooks sent after the backup are sent again, under the same ids if the event is in the backup. Anything that',
    '  happens again (a run, a mail) is reported to real customers under new ids: use --drill for a rehearsal.',
    '- Repeat what was done after the backup: revoked keys, disabled users, erased persons.',
    '- Money and invoices booked after the backup are missing. Invoicing is held until you state the last numbers',
    '  issued (lettershop invoicing resume --last-invoice NUMBER --last-credit-note NUMBER).',
  ].join('\n')
