import type { EventRow } from '../../src/core/model/events.ts'

/** A webhook request that reached its receiver. */
export interface Receipt {
  /** ms. */
  at: number
  url: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** The receiver's status, whether or not the answer reached the sender. */
  answered: number
}

/** A package, or part of one, that a printer printed. */
export interface Printing {
  /** Id of the run or the remake. */
  runId: string
  printer: string
  /** ms. */
  at: number
  /** In print order. */
  itemIds: readonly string[]
  /** Their positions in the run. */
  sequences: readonly number[]
  /** The attempt (empty if the printer does not know it), and the number of parts in its package. */
  attempt: string
  of: number
  /** Removed from the tray because it was incomplete. */
  isThrownAway?: boolean
}

/** An operation that a client called, with all its retries, and the answer that the client got. */
export interface CallRecord {
  operation: string
  organisationId: string
  mode: 'live' | 'test'
  /** Values that only this call writes, and their table, to count the effects of the call. */
  mark?: { table: MarkedTable; field: string; values: readonly string[] }
  /** Undefined if the client never got an answer. */
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
 * The history of a simulation: observations of clients, receivers, printer and mail server, and what was
 * committed when. Invariants compare it with the final state of the store.
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
  /** Runs and remakes that an operator reported as not printed. */
  readonly reportedAbsent = new Set<string>()
  /** Reason of a requested remake → whether pieces of earlier remakes were requested too. */
  readonly remakeAsks = new Map<string, boolean>()
  /** Id of a row of `spending` → its values after its last commit. */
  readonly spending = new Map<string, { spentCents: number; recounts: number }>()
  /** Items that were processed although a live entry suppresses them. */
  readonly unsuppressed: string[] = []
  /** Live entries that a test key read, changed or removed. */
  readonly reached: string[] = []
  /** Entries that members made in the portal and that have test mode. */
  readonly enteredAsTest: string[] = []
  /** Spending that exceeded a cap. */
  readonly passedCaps: string[] = []
  /** Spending counters that differed from a recount after the phase with faults. */
  readonly miscounted: string[] = []
  /** Organisation id → cents that it may spend, after the last commit that changed money. */
  readonly available = new Map<string, number>()
  readonly calls: CallRecord[] = []
  readonly mailed: { to: string; messageId: string }[] = []
  /** Endpoint id → secrets shown to a client. */
  readonly secrets = new Map<string, Set<string>>()
  /** Errors during the run that no injected fault explains. */
  readonly unexplainedErrors: string[] = []
}
