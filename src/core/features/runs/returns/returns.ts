import type { ModeScope } from '../../../engine/caller.ts'
import type { RecordedActor } from '../../../model/audit.ts'
import type { ItemRow, ItemStatus } from '../../../model/items.ts'
import type { ReturnReason } from '../../../model/runs.ts'
import type { MoveContext } from '../../items/move.ts'
import { type ReportedPiece, reportPieces } from '../printing/report.ts'
import { codeIn, itemsByCode } from '../rendering/codes.ts'
import { runById } from '../run.ts'

/** If the carrier gives no cause, the proposed suppression says only that mail was returned. */
const returnReasons = {
  MOVED: { suppression: 'moved', sentence: 'The recipient moved away.' },
  DECEASED: { suppression: 'deceased', sentence: 'The recipient died.' },
  UNKNOWN: { suppression: 'returned', sentence: 'The recipient is not known there.' },
  REFUSED: { suppression: 'returned', sentence: 'The recipient refused it.' },
  ADDRESS: { suppression: 'returned', sentence: 'The address is wrong or incomplete.' },
  UNCLAIMED: { suppression: 'returned', sentence: 'It was not collected.' },
  OTHER: { suppression: 'returned', sentence: '' },
} as const satisfies Record<ReturnReason, { suppression: string; sentence: string }>

export type { ReturnReason }

/** Returns the reason that a word names, ignoring case. */
export const returnReasonIn = (word: string): ReturnReason | undefined => {
  const upper = word.trim().toUpperCase()
  return Object.hasOwn(returnReasons, upper) ? (upper as ReturnReason) : undefined
}

export const returnOutcomes = ['RETURNED', 'ALREADY_RETURNED', 'NOT_SENT_YET', 'UNKNOWN_CODE'] as const
export type ReturnOutcome = (typeof returnOutcomes)[number]

export interface ScannedReturn {
  code: string
  reason: ReturnReason
  note?: string | undefined
}

export interface ReturnResult {
  code: string
  outcome: ReturnOutcome
  reason: ReturnReason
  item: ItemRow | undefined
}

export const returnToWire = ({ code, outcome, reason, item }: ReturnResult) => ({
  code,
  outcome,
  reason,
  itemId: item?.id ?? null,
  recipientName: item?.recipientName ?? null,
})

const cameFrom: readonly ItemStatus[] = ['HANDED_TO_CARRIER', 'COMPLETED']

/**
 * Reports returned pieces by any code on the sheets or by item id. Each code has its own result, so that an
 * unknown one doesn't block the others. Codes reported before change nothing.
 */
export const returnPieces = async (
  move: MoveContext,
  scope: ModeScope,
  scanned: readonly ScannedReturn[],
  by: RecordedActor,
): Promise<ReturnResult[]> => {
  const codes = [...new Set(scanned.map(({ code }) => codeIn(code)))]
  const items = await itemsByCode(move.transaction.rows, scope, codes, {}, { lock: 'none' })
  const byRun = new Map<string, ReportedPiece[]>()
  const seen = new Set<string>()
  const results = scanned.map(({ code, reason, note }): ReturnResult => {
    const item = items.get(codeIn(code))
    if (!item) return { code, outcome: 'UNKNOWN_CODE', reason, item }
    if (item.status === 'RETURNED' || seen.has(item.id))
      return { code, outcome: 'ALREADY_RETURNED', reason, item }
    if (item.runId === null || !cameFrom.includes(item.status))
      return { code, outcome: 'NOT_SENT_YET', reason, item }
    seen.add(item.id)
    const { sentence, suppression } = returnReasons[reason]
    const text = [sentence, note].filter(Boolean).join(' ')
    const pieces = byRun.get(item.runId) ?? []
    pieces.push({ itemId: item.id, outcome: 'RETURNED', reason: text || undefined, suppression })
    byRun.set(item.runId, pieces)
    return { code, outcome: 'RETURNED', reason, item }
  })
  // Runs are locked in a fixed order, so that two desks don't deadlock.
  for (const [runId, pieces] of [...byRun].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const run = await runById({ rows: move.transaction.rows, scope }, runId)
    await reportPieces(move, run, pieces, { reprint: false, tolerant: false, by })
  }
  return results
}
