import type { EventRow } from '../../src/core/model/events.ts'

/** A webhook that reached its receiver. */
export interface Receipt {
  at: number
  url: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** The status that the receiver answered, whether the sender heard it or not. */
  answered: number
}

/** A printed package. */
export interface Printing {
  runId: string
  at: number
  /** In print order. */
  itemIds: readonly string[]
}

/** What a client was told of something that it asked for under one key. */
export interface Deed {
  operation: string
  organisationId: string
  mode: 'live' | 'test'
  /** Text that only this deed writes, and where: how its effects are counted. */
  mark?: { table: MarkedTable; field: string; values: readonly string[] }
  /** 2xx: it was accepted. Undefined where the client never heard. */
  status?: number
  /** ms: from when it was asked first until a server last had anything to do with it. */
  since: number
  until: number
  /** What a 2xx named. */
  ids: readonly string[]
}
export type MarkedTable = 'items' | 'postbatches' | 'webhookEndpoints' | 'postflows' | 'topUps' | 'uploads'

/** Everything that happened outside the store, and what was committed when: what the end is compared with. */
export class Chronicle {
  /** Every event that was committed, in the order of commits. */
  readonly events: EventRow[] = []
  /** Event id → endpoints that subscribed to it when it was committed. */
  readonly audience = new Map<string, readonly string[]>()
  /** Every delivery that was committed, and the endpoint that it is for. */
  readonly deliveries = new Map<string, string>()
  readonly receipts: Receipt[] = []
  readonly printings: Printing[] = []
  /** Organisation id → cents that it may spend, after the last commit that touched money. */
  readonly available = new Map<string, number>()
  readonly deeds: Deed[] = []
  readonly mailed: { to: string; messageId: string }[] = []
  /** Endpoint id → secrets that a client was shown. */
  readonly secrets = new Map<string, Set<string>>()
  /** What went wrong that no misfortune explains, while it happened. */
  readonly wrong: string[] = []
}
