import { problem } from '../kernel/errors.ts'
import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Sentence } from '../kernel/sentences.ts'
import {
  boolean,
  defineTable,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type RowOf,
  text,
  textOrNull,
} from '../kernel/table.ts'
import type { RecordedActor } from './audit.ts'
import type { CostKind } from './catalogue.ts'
import type { ItemStatus, MailingRef } from './items.ts'
import { runProblems } from './sentences.ts'

export const runStatuses = [
  'OPEN',
  'CUTOFF_REACHED',
  'RENDERING',
  'RENDERED',
  'HANDING_OVER',
  'HANDED_TO_PRINTER',
  'HANDED_TO_CARRIER',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const
export type RunStatus = (typeof runStatuses)[number]

/**
 * HANDING_OVER is the intent, committed before the printer sees anything. From there a run returns to
 * RENDERED only if the printer certainly has nothing. FAILED is retried from where it failed. RENDERED
 * returns to CUTOFF_REACHED when an item is excluded, since pages must be rendered again.
 */
export const runLifecycle = defineLifecycle<RunStatus>('run', {
  OPEN: ['CUTOFF_REACHED', 'CANCELLED'],
  CUTOFF_REACHED: ['RENDERING', 'COMPLETED', 'FAILED', 'CANCELLED'],
  RENDERING: ['RENDERED', 'COMPLETED', 'FAILED', 'CANCELLED'],
  RENDERED: ['CUTOFF_REACHED', 'HANDING_OVER', 'FAILED', 'CANCELLED'],
  HANDING_OVER: ['HANDED_TO_PRINTER', 'RENDERED', 'FAILED'],
  HANDED_TO_PRINTER: ['HANDED_TO_CARRIER', 'FAILED'],
  HANDED_TO_CARRIER: ['COMPLETED'],
  COMPLETED: [],
  FAILED: ['CUTOFF_REACHED', 'RENDERED', 'CANCELLED'],
  CANCELLED: [],
})

/** Operators' actions and the statuses that allow them; others answer 409. */
export const runActions = {
  close: { statuses: ['OPEN'], done: 'closed' },
  render: { statuses: ['CUTOFF_REACHED', 'RENDERING', 'FAILED'], done: 'rendered' },
  package: {
    statuses: ['RENDERED', 'HANDING_OVER', 'HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED', 'FAILED'],
    done: 'packaged',
  },
  handOver: { statuses: ['RENDERED', 'HANDING_OVER', 'FAILED'], done: 'handed over' },
  report: { statuses: ['HANDED_TO_PRINTER', 'HANDED_TO_CARRIER', 'COMPLETED'], done: 'reported on' },
  offerToCarrier: { statuses: ['HANDED_TO_PRINTER'], done: 'offered to the carrier' },
  complete: { statuses: ['HANDED_TO_CARRIER'], done: 'completed' },
  exclude: { statuses: ['OPEN', 'CUTOFF_REACHED', 'RENDERED', 'FAILED'], done: 'left by items' },
  cancel: {
    statuses: ['OPEN', 'CUTOFF_REACHED', 'RENDERING', 'RENDERED', 'FAILED'],
    done: 'cancelled',
  },
} as const satisfies Record<string, { statuses: readonly RunStatus[]; done: string }>
export type RunAction = keyof typeof runActions

/** Throws 409 `invalid_state` with the present status. */
export const assertAction = (action: RunAction, status: RunStatus): void => {
  const { statuses, done }: { statuses: readonly RunStatus[]; done: string } = runActions[action]
  if (statuses.includes(status)) return
  throw problem(runProblems.sentence('invalid_state.run', { status, done }))
}

/** The item status for each outcome of a piece. */
export const pieceOutcomes = {
  DAMAGED: 'NOT_SENT',
  MISPRINTED: 'NOT_SENT',
  NOT_HANDED_OVER: 'NOT_SENT',
  RETURNED: 'RETURNED',
} as const satisfies Record<string, ItemStatus>
export type PieceOutcome = keyof typeof pieceOutcomes

/** Each implies ACCEPTED, HANDED_TO_CARRIER implies PRINTED, and any may be repeated. */
export const callbackEvents = ['ACCEPTED', 'PRINTED', 'HANDED_TO_CARRIER', 'DAMAGED', 'FAILED'] as const
export type CallbackEvent = (typeof callbackEvents)[number]

/** A PDF file of a run, as in the manifest. */
export interface RunPart {
  name: string
  /** Changes when a recipient is erased from the file. */
  blobKey: string
  /** Erasures from the file, which then differs from the one handed over. */
  erasures?: number
  bytes: number
  pages: number
  items: number
  sha256: string
  /** The backs of its sheets are blank. Absent if not, or for earlier versions. */
  isOneSided?: true
  /** In order of its pieces; absent for earlier versions. */
  trays?: RunTray[]
  /** Prices of its items in cents, net of VAT; absent for earlier versions. */
  priceCents?: number
}

/** Consecutive pieces of a part for one tray. */
export interface RunTray {
  /** 1-based number in the run. */
  number: number
  country: string
  /** Postal regions of its first and last piece; empty if the country has none. */
  from: string
  to: string
  items: number
}

/** Inputs of pages besides the pieces. If they change before the hand-over, pages are rendered again. */
export interface Drawn extends MailingRef {
  templateVersionId: string
  /** Built-in URLs printed by the version: `trackingUrl`, `optOutUrl`. */
  links: string[]
  baseUrl: string
  /** Return address as canonical JSON; null without one. */
  sender: string | null
}

export interface RunHistoryEntry {
  status: RunStatus
  /** In ms on the clock of the run's mode. */
  at: number
  /** Why it waits, failed or was cancelled; for operators. */
  reason?: string
  /** Report about pieces during that status; not a step of its own. */
  report?: { outcome: PieceOutcome; pieces: number; reprinted: number }
  /** Remake requested during that status. */
  remake?: { number: number; pieces: number }
  /** Author of the report or request; absent for earlier versions. */
  by?: RecordedActor
}

/** `centsPerThousand` is null if unknown. */
export interface CostRate {
  kind: CostKind
  /** Stock, envelope, insert or finishing; the printer for clicks. */
  name: string
  centsPerThousand: number | null
}

export interface CostRates {
  /** In ms of real time. */
  at: number
  rates: CostRate[]
  /** The carrier's price per piece. `name` is null if the printer franks, costs are null if unknown. */
  postage: { name: string | null; costCents: number | null }
}

/** Pieces printed and not sent. */
export interface SpoiledPieces {
  pieces: number
  sheets: number
  /** Pages of the file, including those that only fill a sheet. */
  sides: number
  /** Their refunded prices. */
  priceCents: number
}

/** Items of one organisation, mode, specification version, printer and cutoff. */
export const runsTable = defineTable(
  'runs',
  'mode',
  {
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    productId: text(),
    specificationId: text(),
    status: text<RunStatus>(),
    cutoffAt: integer(),
    itemCount: integer(),
    parts: json<RunPart[]>(),
    /** Distinct entries. */
    drawn: json<Drawn[]>(),
    /** Settings to correct before hand-over. */
    findings: json<LiveFinding[]>(),
    /** Printer chosen by the rules at creation, part of the run's identity; null for the server's printer. */
    printerId: textOrNull(),
    /** Printer assigned since, by its rule at hand-over or by an operator; null if unchanged. */
    givenPrinterId: textOrNull(),
    /** When an operator chose it; null if the rules did. */
    printerChosenAt: integerOrNull(),
    /** First printer unavailable for this run; null if none was, or if it got the run in the end. */
    awayPrinterId: textOrNull(),
    awaySince: integerOrNull(),
    partner: textOrNull(),
    /** The printer's reference: for a folder, the path of the package. */
    partnerReference: textOrNull(),
    /** True if a crash leaves open whether the printer has the run: only an operator can continue. */
    uncertain: boolean(),
    /** Why it waits or failed, as a sentence. */
    reason: textOrNull(),
    /** Null if only earlier versions moved it. */
    history: jsonOrNull<RunHistoryEntry[]>(),
    cutoffReachedAt: integerOrNull(),
    renderedAt: integerOrNull(),
    handedToPrinterAt: integerOrNull(),
    /** Reported by the printer; not a status of its own. */
    printedAt: integerOrNull(),
    handedToCarrierAt: integerOrNull(),
    completedAt: integerOrNull(),
    /** Real times of completion or cancellation, and of the deletion of its PDF parts. */
    endedAt: integerOrNull(),
    pagesDeletedAt: integerOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    /** Version used for printing; null is 1. */
    specificationVersion: integerOrNull(),
    /** What its items share, as one text (`runKeyOf`), because a unique index ignores nulls. */
    runKey: textOrNull(),
    /** As of the hand-over; null until then, and before 0.3.0. */
    costRates: jsonOrNull<CostRates>(),
    /** Pieces reported as not sent; null without any. */
    spoiled: jsonOrNull<SpoiledPieces>(),
    /** First mailings whose items joined it; null for runs from before these were stored. */
    mailings: jsonOrNull<MailingRef[]>(),
  },
  {
    unique: [['organisationId', 'mode', 'runKey']],
    indexes: [
      ['organisationId', 'mode', 'createdAt'],
      ['organisationId', 'mode', 'cutoffAt'],
      // For operators, across organisations.
      ['cutoffAt'],
      // For runs that wait for an operator, across organisations.
      ['status'],
    ],
  },
)
export type RunRow = RowOf<typeof runsTable>

export const liveFindingCodes = [
  'base_url_unreachable',
  'tracking_target_missing',
  'return_address_missing',
] as const

/** Why live mail of a mailing isn't printed yet: printed mail can't be recalled. */
export interface LiveFinding extends MailingRef, Sentence<(typeof liveFindingCodes)[number]> {
  /** Setting to correct: of the mailing, or `baseUrl` of the server. */
  field: 'baseUrl' | 'trackingTargetUrl' | 'returnAddressId'
  templateVersionId: string
}

export const remakeStatuses = ['WAITING', 'HANDING_OVER', 'HANDED_TO_PRINTER', 'FAILED'] as const
export type RemakeStatus = (typeof remakeStatuses)[number]

/**
 * HANDING_OVER is the intent, as for runs. After a failure of the printer, a remake waits again once an
 * operator confirms that nothing of it is printed.
 */
export const remakeLifecycle = defineLifecycle<RemakeStatus>('remake', {
  WAITING: ['HANDING_OVER', 'FAILED'],
  HANDING_OVER: ['HANDED_TO_PRINTER', 'WAITING', 'FAILED'],
  HANDED_TO_PRINTER: ['WAITING'],
  FAILED: ['WAITING'],
})

/** Spoiled pieces of a run printed again: the same items at the same positions, in a file of their own. */
export const runRemakesTable = defineTable(
  'run_remakes',
  'mode',
  {
    /** Id of the package for the printer (`remakeId`). */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    runId: text(),
    /** Number within the run, starting at 1. */
    number: integer(),
    status: text<RemakeStatus>(),
    /** Positions in the run, ascending. */
    sequences: json<number[]>(),
    itemIds: json<string[]>(),
    /** Given by the requester. */
    reason: textOrNull(),
    /** Why it waits or failed, as a sentence for operators. */
    waitReason: textOrNull(),
    /** True if only an operator can tell whether the printer has it. */
    uncertain: boolean(),
    partner: textOrNull(),
    partnerReference: textOrNull(),
    handedToPrinterAt: integerOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    /** Pages of its file, including those that only fill a sheet; null from before these were stored. */
    sides: integerOrNull(),
    /** Set if it FAILED because its caller lost the permission. */
    failureCode: textOrNull<'permission_withdrawn'>(),
  },
  {
    unique: [['runId', 'number']],
    // For remakes that wait for an operator, across organisations.
    indexes: [['status']],
  },
)
export type RunRemakeRow = RowOf<typeof runRemakesTable>

/**
 * Distinct from any run id. `code` is random, because a restored instance reissues numbers, and its printer
 * may have the package of the earlier remake with that number.
 */
export const remakeId = (runId: string, number: number, code: string): string => `${runId}_R${number}_${code}`

/** Returns the run's id for the id of a run or of a remake. */
export const runOfHandOver = (id: string): string => id.replace(/_R\d+_[0-9A-Z]+$/, '')

export const returnReasonNames = [
  'MOVED',
  'DECEASED',
  'UNKNOWN',
  'REFUSED',
  'ADDRESS',
  'UNCLAIMED',
  'OTHER',
] as const
export type ReturnReason = (typeof returnReasonNames)[number]
