import { words as w } from 'words:instance'
import type { Schemas } from '../../../api/client.ts'
import { moment, states } from '../../../messages/index.svelte.ts'
import { type Tone, toneOf } from '../../../messages/tones.ts'
import { p } from '../../../shell/routes.ts'

/** The state of one part of the server. */
export interface Light {
  name: 'printing' | 'webhooks' | 'backups'
  tone: Tone
  /** The state in a few words, and what it means or what to do. */
  word: string
  text: string
  /** Page about it, if there is one. */
  href?: string
}

/** Events that wait longer are late, as in the server's own health. */
const lateMs = 300_000

/** Formats a delay, in ms below a second. */
export const lagWords = (ms: number): string =>
  ms < 1000 ? w().ms({ ms }) : w().seconds({ seconds: Math.round(ms / 1000) })

/** `printing` and `printers` are undefined without the permission to see them. */
export const printingLight = (
  printing: Pick<Schemas['Printing'], 'held'> | undefined,
  printers: readonly Pick<Schemas['Printer'], 'status' | 'health'>[] | undefined,
): Light => {
  const active = (printers ?? []).filter(({ status }) => status === 'ACTIVE')
  const failing = active.filter(({ health }) => health?.ok === false).length
  const more = printers ? { href: p('/operator/printers') } : {}
  if (printing?.held)
    return {
      ...{ name: 'printing', tone: 'warn', word: w().printingHeld },
      text: w().printingHeldText,
      ...more,
    }
  return {
    name: 'printing',
    tone: failing > 0 ? 'warn' : 'good',
    word: w().printingGoes,
    text:
      failing > 0
        ? w().printersFail({ printers: failing })
        : printers
          ? w().printersWork({ printers: active.length })
          : '',
    ...more,
  }
}

export const webhooksLight = ({ deliveriesLagMs }: Pick<Schemas['Instance'], 'deliveriesLagMs'>): Light => {
  const isLate = deliveriesLagMs > lateMs
  const lag = lagWords(deliveriesLagMs)
  return {
    name: 'webhooks',
    tone: isLate ? 'warn' : 'good',
    word: isLate ? w().lateBy({ lag }) : w().onTime,
    text: isLate ? w().webhooksLate({ lag }) : w().webhooksFine,
  }
}

export const backupsLight = ({ folder, last }: Pick<Schemas['Backups'], 'folder' | 'last'>): Light => {
  const href = p('/operator/instance/backups')
  if (!last)
    return {
      ...{ name: 'backups', tone: 'warn', word: w().backupNone, href },
      text: folder === null ? w().backupNoFolder : w().backupMake,
    }
  const { status, endedAt, startedAt, error } = last
  return {
    name: 'backups',
    tone: toneOf('BackupStatus', status),
    word: states().BackupStatus[status],
    text: error ?? moment(endedAt ?? startedAt),
    href,
  }
}
