import { problem } from '../kernel/errors.ts'
import { defineLifecycle } from '../kernel/lifecycle.ts'
import type { Mode } from '../kernel/mode.ts'
import type { Said } from '../kernel/sentences.ts'
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
import type { ActorThen } from './audit.ts'
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
 * HANDING_OVER is the intent, committed before the printer sees anything: from there a run returns to
 * RENDERED only when the printer certainly has nothing. FAILED is retried from where it failed. RENDERED
 * returns to CUTOFF_REACHED when an item is taken out of it, since its pages must be drawn anew.
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

/** The actions of operators on a run, and the statuses that allow them; any other status is a 409. */
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

/** Throws 409 `invalid_state`, which names the current status. */
export const assertAction = (action: RunAction, status: RunStatus): void => {
  const { statuses, done }: { statuses: readonly RunStatus[]; done: string } = runActions[action]
  if (statuses.includes(status)) return
  throw problem(runProblems.say('invalid_state.run', { status, done }))
}

/** The possible fates of a piece, and the status that each gives its item. */
export const pieceOutcomes = {
  DAMAGED: 'NOT_SENT',
  MISPRINTED: 'NOT_SENT',
  NOT_HANDED_OVER: 'NOT_SENT',
  RETURNED: 'RETURNED',
} as const satisfies Record<string, ItemStatus>
export type PieceOutcome = keyof typeof pieceOutcomes

/**
 * The messages of a printer about a run: each implies ACCEPTED, HANDED_TO_CARRIER implies PRINTED, and any may be
 * repeated.
 */
export const callbackEvents = ['ACCEPTED', 'PRINTED', 'HANDED_TO_CARRIER', 'DAMAGED', 'FAILED'] as const
export type CallbackEvent = (typeof callbackEvents)[number]

/** A PDF file of a run, as in the manifest. */
export interface RunPart {
  name: string
  /** The blob's key, which changes when a person is erased from the file. */
  blobKey: string
  /** How often a person was erased from the file, which then differs from what was handed over. */
  erasures?: number
  bytes: number
  pages: number
  items: number
  sha256: string
  /** Nothing is printed on the backs of its sheets. Absent where something is, or an earlier version rendered it. */
  isOneSided?: true
  /** In the order of its pieces; absent of parts that earlier versions rendered. */
  trays?: RunTray[]
  /** The prices of its items in cents, net of VAT; absent of parts that earlier versions rendered. */
  priceCents?: number
}

/** Neighbouring pieces of a part that go into one tray. */
export interface RunTray {
  /** 1-based number in the run. */
  number: number
  country: string
  /** Postal regions of its first and its last piece; empty where the country has none. */
  from: string
  to: string
  items: number
}

/**
 * What the pages of some pieces of a run were drawn from, besides the pieces themselves. If it has changed by
 * the time of the hand-over, they are drawn anew.
 */
export interface Drawn extends MailingRef {
  templateVersionId: string
  /** The built-in addresses that the version prints: `trackingUrl`, `optOutUrl`. */
  links: string[]
  baseUrl: string
  /** The return address as canonical JSON; null where there was none. */
  sender: string | null
}

export interface RunHistoryEntry {
  status: RunStatus
  /** ms on the clock of the run's mode. */
  at: number
  /** Why it waits, failed or was cancelled; for operators, like the run's own. */
  reason?: string
  /** What was reported of pieces while it was in that status, which then is no step of its own. */
  report?: { outcome: PieceOutcome; pieces: number; reprinted: number }
  /** A remake that was asked for while it was in that status. */
  remake?: { number: number; pieces: number }
  /** Who reported it or asked for it; absent where an earlier version noted it. */
  by?: ActorThen
}

/** What a thousand of something cost the shop; null where nobody says it. */
export interface CostRate {
  kind: CostKind
  /** The stock, envelope, insert or finishing; the printer of clicks. */
  name: string
  centsPerThousand: number | null
}

/** What the shop pays for the pieces of a run. */
export interface CostRates {
  /** ms in real time. */
  at: number
  rates: CostRate[]
  /** What the carrier asks for a piece. `name` is null where the printer franks, costs are null where nobody says. */
  postage: { name: string | null; costCents: number | null }
}

/** Pieces that were printed and not sent. */
export interface SpoiledPieces {
  pieces: number
  sheets: number
  /** Pages of the file, with those that only fill a sheet. */
  sides: number
  /** Their prices, which were given back. */
  priceCents: number
}

/** A run: the items of one organisation, mode, version of a specification, printer and cutoff. */
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
    /** Why it cannot be handed over before a setting is corrected. */
    findings: json<LiveFinding[]>(),
    /**
     * The printer that the rules chose when it was made, which is part of what it is; null for the one of the
     * server's own settings.
     */
    printerId: textOrNull(),
    /** The printer that it was given since, by its rule at the hand-over or by an operator; null as it was made. */
    givenPrinterId: textOrNull(),
    /** When an operator chose it; null where the rules did. */
    printerChosenAt: integerOrNull(),
    /**
     * The first printer that was away when it was to get the run; null where none was, or where it got the run in the
     * end.
     */
    awayPrinterId: textOrNull(),
    /** When that was noticed. */
    awaySince: integerOrNull(),
    partner: textOrNull(),
    /** The printer's reference: for a folder, the path of the package. */
    partnerReference: textOrNull(),
    /** True after a crash that leaves open whether the printer has it: only an operator can continue. */
    uncertain: boolean(),
    /** Why it waits or has failed, in a sentence. */
    reason: textOrNull(),
    /** Null where only earlier versions have moved it. */
    history: jsonOrNull<RunHistoryEntry[]>(),
    cutoffReachedAt: integerOrNull(),
    renderedAt: integerOrNull(),
    handedToPrinterAt: integerOrNull(),
    /** Reported by the printer; it is not a status of its own. */
    printedAt: integerOrNull(),
    handedToCarrierAt: integerOrNull(),
    completedAt: integerOrNull(),
    /** The real times at which it was completed or cancelled, and at which its PDF parts were deleted. */
    endedAt: integerOrNull(),
    pagesDeletedAt: integerOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    /** The version of the specification that it is printed by; null is 1. */
    specificationVersion: integerOrNull(),
    /** What its items have in common, as one text (`runKeyOf`), because a unique index compares no nulls. */
    runKey: textOrNull(),
    /** What its pieces cost the shop when the printer got it; null until then, and of runs of before 0.3.0. */
    costRates: jsonOrNull<CostRates>(),
    /** Its pieces that were reported as not sent; null while there is none. */
    spoiled: jsonOrNull<SpoiledPieces>(),
    /** The first mailings that items joined it from; null of runs of before they were kept. */
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

/** Why live mail of a Postflow or Postbatch is not printed yet: printed mail cannot be recalled. */
export interface LiveFinding extends MailingRef, Said<(typeof liveFindingCodes)[number]> {
  /** The setting to correct: of the mailing, or `baseUrl` of the server. */
  field: 'baseUrl' | 'trackingTargetUrl' | 'returnAddressId'
  templateVersionId: string
}

export const remakeStatuses = ['WAITING', 'HANDING_OVER', 'HANDED_TO_PRINTER', 'FAILED'] as const
export type RemakeStatus = (typeof remakeStatuses)[number]

/**
 * As with runs, HANDING_OVER is the intent, committed before the printer sees anything. One that the printer gave up
 * waits again where a person says that nothing of it is printed.
 */
export const remakeLifecycle = defineLifecycle<RemakeStatus>('remake', {
  WAITING: ['HANDING_OVER', 'FAILED'],
  HANDING_OVER: ['HANDED_TO_PRINTER', 'WAITING', 'FAILED'],
  HANDED_TO_PRINTER: ['WAITING'],
  FAILED: ['WAITING'],
})

/**
 * Pieces of a run that its printer prints once more, because they were spoiled: the same items at the same
 * places, in a file of their own.
 */
export const runRemakesTable = defineTable(
  'run_remakes',
  'mode',
  {
    /** Under it the printer gets the package (`remakeId`). */
    id: text(),
    organisationId: text(),
    mode: text<Mode>(),
    runId: text(),
    /** Counts the remakes of a run from 1. */
    number: integer(),
    status: text<RemakeStatus>(),
    /** Places in the run, ascending. */
    sequences: json<number[]>(),
    itemIds: json<string[]>(),
    /** Why it is printed again, as whoever asked for it said. */
    reason: textOrNull(),
    /** Why it waits or has failed, in a sentence for operators. */
    waitReason: textOrNull(),
    /** True where only an operator can say whether the printer has it. */
    uncertain: boolean(),
    partner: textOrNull(),
    partnerReference: textOrNull(),
    handedToPrinterAt: integerOrNull(),
    revision: integer(),
    createdAt: integer(),
    updatedAt: integer(),
    /** Pages of its file, with those that only fill a sheet; null of remakes of before they were kept. */
    sides: integerOrNull(),
    /** Set where it FAILED because its caller lost the permission. */
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
 * The id of a remake: no id of a run has this form. `code` is by chance, because a restored instance gives
 * numbers again, and its printer may still have the package of the first remake with that number.
 */
export const remakeId = (runId: string, number: number, code: string): string => `${runId}_R${number}_${code}`

/** The run that a printer was handed, or pieces of which. */
export const runOfHandOver = (id: string): string => id.replace(/_R\d+_[0-9A-Z]+$/, '')

/** Why mail comes back. */
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
