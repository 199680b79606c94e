import type { EventRow } from '../../src/core/model/events.ts'

/** A webhook request that reached its receiver. */
export interface Receipt {
  /** ms. */
  at: number
  url: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** The status that the receiver answered, whether or not the answer reached the sender. */
  answered: number
}

/** A package that a printer printed, or a part of one. */
export interface Printing {
  /** Id of the run or the remake. */
  runId: string
  printer: string
  /** ms. */
  at: number
  /** In print order. */
  itemIds: readonly string[]
  /** Their places in the run. */
  sequences: readonly number[]
  /** The attempt, as far as the printer knows it, and of how many parts its package is. */
  attempt: string
  of: number
  /** A person took it out of the tray, because the rest had not come. */
  isThrownAway?: boolean
}

/** An operation that a client called, with all its retries, and the answer that the client got. */
export interface CallRecord {
  operation: string
  organisationId: string
  mode: 'live' | 'test'
  /**
   * Values that only this call writes, and the table that they go into: they count the effects of the call.
   */
  mark?: { table: MarkedTable; field: string; values: readonly string[] }
  /** Undefined where the client never got an answer. */
  status?: number
  /** ms: the first attempt. */
  since: number
  /** ms: when a server last worked on an attempt. */
  until: number
  /** Ids that a 2xx answer named. */
  ids: readonly string[]
}
export type MarkedTable =
  | 'items'
  | 'postbatches'
  | 'webhookEndpoints'
  | 'postflows'
  | 'topUps'
  | 'uploads'
  | 'runRemakes'

/**
 * The history of a simulation: what clients, receivers, the printer and the mail server observed, and what
 * was committed when. The invariants compare it with the final state of the store.
 */
export class History {
  /** Every committed event, in the order of the commits. */
  readonly events: EventRow[] = []
  /** Event id → ids of the endpoints that were subscribed to it when it was committed. */
  readonly subscribers = new Map<string, readonly string[]>()
  /** Id of every committed delivery → id of its endpoint. */
  readonly deliveries = new Map<string, string>()
  readonly receipts: Receipt[] = []
  readonly printings: Printing[] = []
  /** Runs and remakes of which a person said that no printer has them. */
  readonly saidAbsent = new Set<string>()
  /** Reason → whether pieces of earlier remakes were asked for too. */
  readonly remakeAsks = new Map<string, boolean>()
  /** Id of a row of `spending` → what it said after its last commit. */
  readonly spending = new Map<string, { spentCents: number; recounts: number }>()
  /** Items that went on although a live entry suppresses them, in sentences. */
  readonly unsuppressed: string[] = []
  /** Live entries that a test key read, changed or removed, in sentences. */
  readonly reached: string[] = []
  /** What a member entered in the portal and is of test mode, in sentences. */
  readonly enteredAsTest: string[] = []
  /** Spending that passed a cap, in sentences. */
  readonly passedCaps: string[] = []
  /** Where a counter of spending differed from a recount once all was quiet, in sentences. */
  readonly miscounted: string[] = []
  /** Organisation id → cents that it may spend, after the last commit that touched money. */
  readonly available = new Map<string, number>()
  readonly calls: CallRecord[] = []
  readonly mailed: { to: string; messageId: string }[] = []
  /** Endpoint id → secrets that a client was shown. */
  readonly secrets = new Map<string, Set<string>>()
  /** Errors during the run that no injected fault explains. */
  readonly unexplainedErrors: string[] = []
}
