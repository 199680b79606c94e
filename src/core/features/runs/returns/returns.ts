import type { ModeScope } from '../../../engine/caller.ts'
import type { ActorThen } from '../../../model/audit.ts'
import type { ItemRow, ItemStatus } from '../../../model/items.ts'
import type { ReturnReason } from '../../../model/runs.ts'
import type { MoveContext } from '../../items/move.ts'
import { type ReportedPiece, reportPieces } from '../printing/report.ts'
import { codeIn, itemsByCode } from '../rendering/codes.ts'
import { runById } from '../run.ts'

/**
 * Why mail came back, each with the reason of the suppression that is proposed. What the carrier did not find
 * out says that it came back, and no more.
 */
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

/** The reason that a word names, whatever its letters; undefined for any other word. */
export const returnReasonIn = (word: string): ReturnReason | undefined => {
  const upper = word.trim().toUpperCase()
  return Object.hasOwn(returnReasons, upper) ? (upper as ReturnReason) : undefined
}

/** What became of a code that was scanned at the return desk. */
export const returnOutcomes = ['RETURNED', 'ALREADY_RETURNED', 'NOT_SENT_YET', 'UNKNOWN_CODE'] as const
export type ReturnOutcome = (typeof returnOutcomes)[number]

export interface ScannedReturn {
  code: string
  reason: ReturnReason
  /** What the carrier or the clerk noted besides. */
  note?: string | undefined
}

export interface ReturnResult {
  code: string
  outcome: ReturnOutcome
  reason: ReturnReason
  item: ItemRow | undefined
}

/** The result as return desks are told it. */
export const returnToWire = ({ code, outcome, reason, item }: ReturnResult) => ({
  code,
  outcome,
  reason,
  itemId: item?.id ?? null,
  recipientName: item?.recipientName ?? null,
})

const cameFrom: readonly ItemStatus[] = ['HANDED_TO_CARRIER', 'COMPLETED']

/**
 * Reports pieces that came back, by any code of their sheets or their item's id, whichever runs they are of.
 * Each code has its own result: at a return desk one that is not known keeps none of the others waiting.
 * A code that was scanned before changes nothing.
 */
export const returnPieces = async (
  move: MoveContext,
  scope: ModeScope,
  scanned: readonly ScannedReturn[],
  by: ActorThen,
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
  // Runs in one order, so that two desks do not wait for each other.
  for (const [runId, pieces] of [...byRun].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const run = await runById({ rows: move.transaction.rows, scope }, runId)
    await reportPieces(move, run, pieces, { reprint: false, tolerant: false, by })
  }
  return results
}
