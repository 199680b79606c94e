import { fromBase64, toBase64 } from '../kernel/bytes.ts'
import { chunksById } from '../kernel/query.ts'
import type { TableName } from '../model/index.ts'
import type { PreviousSecret } from '../model/webhooks.ts'
import type { Crypto } from '../ports/crypto.ts'
import {
  everyone,
  type Reader,
  type Rows,
  type Store,
  type WritableRows,
  type Writer,
} from '../ports/store.ts'
import type { Turns } from '../ports/system.ts'
import { keyFact, setFact } from './facts.ts'
import type { Services } from './services.ts'

type Sealing = Pick<Services, 'crypto'>
/** Opens bytes with the old key and seals them with the new one. */
type Reseal = (sealed: Uint8Array) => Uint8Array

/** The row that a sealed value belongs to. */
export interface SealedRow {
  id: string
  /** Set for columns bound to a destination. */
  secretFor?: string | null
}

interface Column {
  table: TableName
  field: string
  /** Binds the value to its row, and to the destination of a secret that is sent to a server. */
  context(row: SealedRow): string
  /** Binding of a value in earlier versions. */
  earlier?(row: SealedRow): string
  reseal(value: unknown, resealed: Reseal): unknown
}

const one = (value: unknown, resealed: Reseal) => (value instanceof Uint8Array ? resealed(value) : value)
const ofEndpoint = ({ id }: SealedRow) => `webhook-secret|${id}`

/** Columns with sealed values. `seal` accepts no others, so that key rotation reaches every value. */
export const sealedColumns = {
  idempotencyRecord: { table: 'idempotency', field: 'record', context: ({ id }) => id, reseal: one },
  webhookSecret: { table: 'webhookEndpoints', field: 'secret', context: ofEndpoint, reseal: one },
  previousWebhookSecrets: {
    table: 'webhookEndpoints',
    field: 'previousSecrets',
    context: ofEndpoint,
    reseal: (value, resealed) =>
      (value as readonly PreviousSecret[]).map((previous) => ({
        ...previous,
        sealed: toBase64(resealed(fromBase64(previous.sealed) ?? new Uint8Array())),
      })),
  },
  connectorSignature: {
    table: 'connectors',
    field: 'signatureSecret',
    context: ({ id }) => `connector-signature|${id}`,
    reseal: one,
  },
  printerSecret: {
    table: 'printers',
    field: 'secret',
    context: ({ id, secretFor }) => `printer-secret|${id}|${secretFor ?? ''}`,
    earlier: ({ id }) => `printer-secret|${id}`,
    reseal: one,
  },
  connectorPayload: {
    table: 'connectorPayloads',
    field: 'payload',
    context: ({ id }) => `connector-payload|${id}`,
    reseal: one,
  },
  secondFactorSeed: {
    table: 'secondFactors',
    field: 'seed',
    context: ({ id }) => `second-factor|${id}`,
    reseal: one,
  },
} as const satisfies Record<string, Column>
export type SealedColumn = keyof typeof sealedColumns

const columnOf = (name: SealedColumn): Column => sealedColumns[name]

export const seal = (
  { crypto }: Sealing,
  name: SealedColumn,
  row: SealedRow | string,
  plain: Uint8Array,
): Uint8Array => crypto.seal(plain, columnOf(name).context(asRow(row)))

/** Seals a value so that servers of the previous version can open it. */
export const sealAsEarlier = (
  { crypto }: Sealing,
  name: SealedColumn,
  row: SealedRow,
  plain: Uint8Array,
): Uint8Array => crypto.seal(plain, (columnOf(name).earlier ?? columnOf(name).context)(row))

const asRow = (row: SealedRow | string): SealedRow => (typeof row === 'string' ? { id: row } : row)

/** Seals a long value; other requests run between its pieces. */
export const sealPieces = async (
  { crypto }: Sealing,
  name: SealedColumn,
  id: string,
  pieces: Iterable<Uint8Array>,
  turns: Turns,
): Promise<Uint8Array> => {
  const sealing = crypto.sealStream(columnOf(name).context({ id }))
  for (const piece of pieces) {
    sealing.update(piece)
    await turns.rest()
  }
  return sealing.end()
}

/** Returns undefined if sealed with another key, or for another row, column or destination. */
export const unseal = (
  { crypto }: Sealing,
  name: SealedColumn,
  row: SealedRow | string,
  sealed: Uint8Array,
): Uint8Array | undefined => crypto.open(sealed, columnOf(name).context(asRow(row)))

export const unsealEarlier = (
  { crypto }: Sealing,
  name: SealedColumn,
  row: SealedRow,
  sealed: Uint8Array,
): Uint8Array | undefined => {
  const { earlier } = columnOf(name)
  return earlier && crypto.open(sealed, earlier(row))
}

/** Decodes in pieces so that other requests run in between; undefined as for `unseal`. */
export const unsealText = async (
  { crypto }: Sealing,
  name: SealedColumn,
  id: string,
  sealed: Uint8Array,
  turns: Turns,
): Promise<string | undefined> => {
  const pieces = crypto.openPieces(sealed, columnOf(name).context({ id }))
  if (!pieces) return undefined
  const decoder = new TextDecoder()
  const texts: string[] = []
  for (const piece of pieces) {
    texts.push(decoder.decode(piece, { stream: true }))
    await turns.rest()
  }
  texts.push(decoder.decode())
  return texts.join('')
}

export interface Resealed {
  values: number
  /** Values that the old key can't open; left unchanged. */
  unreadable: number
}

const pageSize = 200

/** Seals every value again with the key `to`, in the caller's transaction. */
export const resealAll = async (
  rows: WritableRows,
  { from, to }: { from: Crypto; to: Crypto },
): Promise<Resealed> => {
  const done: Resealed = { values: 0, unreadable: 0 }
  // Lock all organisations first: the rows below come in any order of organisations.
  await rows.organisations.find(everyone, {})
  for (const name of Object.keys(sealedColumns) as SealedColumn[]) {
    const column = columnOf(name)
    await resealColumn(rows, column, (sealed, row) => {
      for (const bound of contextsOf(column, row)) {
        const plain = from.open(sealed, bound)
        if (!plain) continue
        done.values++
        return to.seal(plain, bound)
      }
      done.unreadable++
      return sealed
    })
  }
  return done
}

/** Counts values that the key can't open, without idempotency records, which expire within a day. */
const countUnreadable = async (rows: Rows, crypto: Crypto): Promise<number> => {
  let unreadable = 0
  for (const name of Object.keys(sealedColumns) as SealedColumn[]) {
    if (name === 'idempotencyRecord') continue
    const { table, field, reseal } = columnOf(name)
    const reader = rows[table] as unknown as Reader<StoredRow>
    for await (const row of pagesOf(reader)) {
      reseal(row[field], (sealed) => {
        if (!contextsOf(columnOf(name), row).some((context) => crypto.open(sealed, context))) unreadable++
        return sealed
      })
    }
  }
  return unreadable
}

type StoredRow = SealedRow & Record<string, unknown>

/** Returns the contexts that this version and earlier ones bind a value to. */
const contextsOf = ({ context, earlier }: Column, row: SealedRow): string[] =>
  earlier ? [context(row), earlier(row)] : [context(row)]

/** Reads a page at a time, by id. */
async function* pagesOf(reader: Reader<StoredRow>): AsyncGenerator<StoredRow> {
  const pages = chunksById(pageSize, (id, limit) => reader.find(everyone, { id }, { limit }))
  for await (const page of pages) yield* page
}

const resealColumn = async (
  rows: WritableRows,
  { table, field, reseal }: Column,
  resealed: (sealed: Uint8Array, row: SealedRow) => Uint8Array,
): Promise<void> => {
  // The type fits any table: only id and field are used.
  const writer = rows[table] as unknown as Writer<StoredRow>
  for await (const row of pagesOf(writer)) {
    const value = reseal(row[field], (sealed) => resealed(sealed, row))
    if (value !== row[field]) await writer.update(everyone, row.id, { [field]: value })
  }
}

/** Secrets in the store were sealed with another key. */
export class SecretKeyMismatch extends Error {
  constructor(unreadable: number) {
    super(
      `The store holds ${unreadable} ${unreadable === 1 ? 'secret' : 'secrets'} (of webhooks, connectors, printers or second ` +
        'factors) that this secretKey cannot open. Pass createLettershop the secretKey that the store was created with. If ' +
        'that key is lost, pass lostSecrets: true to start without those secrets, and set each of them again.',
    )
    this.name = 'SecretKeyMismatch'
  }
}

/**
 * Throws `SecretKeyMismatch` if secrets can't be opened, unless `lostSecrets` accepts that. Returns the
 * number of unreadable secrets. `fingerprint` is undefined for a key that lasts as long as the process; none
 * is stored then.
 */
export const settleSecretKey = async (
  store: Pick<Store, 'read' | 'write'>,
  crypto: Crypto,
  { fingerprint, lostSecrets = false }: { fingerprint: string | undefined; lostSecrets?: boolean },
): Promise<number> => {
  const known = await store.read((rows) => rows.facts.get(everyone, keyFact))
  if (known && known.value === fingerprint) return 0
  const unreadable = await store.read((rows) => countUnreadable(rows, crypto))
  if (unreadable > 0 && !lostSecrets) throw new SecretKeyMismatch(unreadable)
  if (fingerprint !== undefined) await store.write((rows) => setFact(rows, keyFact, fingerprint))
  return unreadable
}
