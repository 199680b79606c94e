import { createSecretReader } from '../../src/adapters/printers/read-secret.ts'
import { judgePrinters } from '../../src/core/features/instance/judge.ts'
import type { Outcome } from '../../src/core/features/instance/outcome.ts'
import { fine } from '../../src/core/features/instance/outcome.ts'
import { movedFrom } from '../../src/core/features/printers/secret.ts'
import type { PrinterRow } from '../../src/core/model/printers.ts'
import { ownSourcesOf } from '../cli/printer-secrets.ts'
import { readSettings } from '../cli/settings.ts'
import type { Look } from './check-context.ts'
import { isInPostgres } from './examine-database.ts'
import { machineSentences } from './sentences.ts'

type Row = Pick<PrinterRow, 'key' | 'kind' | 'settings' | 'secretReference'> & {
  secretFor: string | null
  hasSecret: boolean
}

/**
 * Whether each printer's secret can be used, by the settings of this environment; printers are not reached. A running
 * server asks them itself.
 */
export const printerSecrets = async (look: Look): Promise<Outcome> => {
  const { dataDir } = look
  if (await isInPostgres(look)) return fine(machineSentences.say('printer_secrets_postgres'))
  const settings = await readSettings(dataDir)
  const readSecret = createSecretReader({
    opened: settings.printerSecrets,
    env: process.env,
    own: () => ownSourcesOf(dataDir, settings, process.env),
  })
  const answers = await Promise.all(
    (await rowsOf(look)).map(async (row) => {
      const read = row.secretReference && (await readSecret(row.secretReference, row))
      const reason = read ? ('refused' in read ? read.refused : undefined) : row.hasSecret && movedFrom(row)
      return { key: row.key, ok: !reason, detail: reason ? reason.message : '' }
    }),
  )
  return judgePrinters(answers)
}

const inUse = "select * from printers where status <> 'ARCHIVED' order by key"

/** A database of a version that had no printers has no such table. */
const rowsOf = async ({ rowsOf }: Look): Promise<Row[]> =>
  (await rowsOf(inUse).catch(() => [])).map((row) => ({
    key: String(row.key),
    kind: row.kind as Row['kind'],
    settings: JSON.parse(String(row.settings)),
    secretReference: row.secretReference ? JSON.parse(String(row.secretReference)) : null,
    secretFor: (row.secretFor as string | null | undefined) ?? null,
    hasSecret: row.secret !== null && row.secret !== undefined,
  }))
