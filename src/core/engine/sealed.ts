import { fromBase64, toBase64 } from '../kernel/bytes.ts'
import { gt } from '../kernel/query.ts'
import type { TableName } from '../model/index.ts'
import type { PreviousSecret } from '../model/webhooks.ts'
import type { Crypto } from '../ports/crypto.ts'
import { everyone, type Reader, type Rows, type WritableRows, type Writer } from '../ports/store.ts'
import type { Turns } from '../ports/turns.ts'
import type { Services } from './services.ts'

type Sealing = Pick<Services, 'crypto'>
/** Opens sealed bytes with the old key and seals them with the new one. */
type Reseal = (sealed: Uint8Array) => Uint8Array

interface Column {
  table: TableName
  field: string
  /**
   * The context that a value is bound to, from the id of its row: copied to another row, it cannot be opened.
   */
  context(id: string): string
  /** The column's value with all sealed bytes in it resealed. */
  reseal(value: unknown, resealed: Reseal): unknown
}

const one = (value: unknown, resealed: Reseal) => (value instanceof Uint8Array ? resealed(value) : value)
const ofEndpoint = (id: string) => `webhook-secret|${id}`

/**
 * All columns that are sealed with the instance key. Sealing is possible only through this list, so that a
 * rotation of the key reaches every value.
 */
export const sealedColumns = {
  idempotencyRecord: { table: 'idempotency', field: 'record', context: (id) => id, reseal: one },
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
    context: (id) => `connector-signature|${id}`,
    reseal: one,
  },
  printerSecret: { table: 'printers', field: 'secret', context: (id) => `printer-secret|${id}`, reseal: one },
  secondFactorSeed: {
    table: 'secondFactors',
    field: 'seed',
    context: (id) => `second-factor|${id}`,
    reseal: one,
  },
} as const satisfies Record<string, Column>
export type SealedColumn = keyof typeof sealedColumns

const columnOf = (name: SealedColumn): Column => sealedColumns[name]

/** Seals a value for the row with this id. */
export const seal = ({ crypto }: Sealing, name: SealedColumn, id: string, plain: Uint8Array): Uint8Array =>
  crypto.seal(plain, columnOf(name).context(id))

/** Seals a long value for the row with this id, in pieces between which other requests get their turn. */
export const sealPieces = async (
  { crypto }: Sealing,
  name: SealedColumn,
  id: string,
  pieces: Iterable<Uint8Array>,
  turns: Turns,
): Promise<Uint8Array> => {
  const sealing = crypto.sealStream(columnOf(name).context(id))
  for (const piece of pieces) {
    sealing.update(piece)
    await turns.rest()
  }
  return sealing.end()
}

/** The plain value; undefined where it was sealed with another key, or for another row or column. */
export const unseal = (
  { crypto }: Sealing,
  name: SealedColumn,
  id: string,
  sealed: Uint8Array,
): Uint8Array | undefined => crypto.open(sealed, columnOf(name).context(id))

/**
 * The plain value as text, decoded in pieces between which other requests get their turn; undefined as in
 * `unseal`.
 */
export const unsealText = async (
  { crypto }: Sealing,
  name: SealedColumn,
  id: string,
  sealed: Uint8Array,
  turns: Turns,
): Promise<string | undefined> => {
  const pieces = crypto.openPieces(sealed, columnOf(name).context(id))
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
  /** Values that the old key does not open; they stay as they are. */
  unreadable: number
}

const pageSize = 200

/** Reseals every value from one key to another, in the caller's transaction. */
export const resealAll = async (
  rows: WritableRows,
  { from, to }: { from: Crypto; to: Crypto },
): Promise<Resealed> => {
  const done: Resealed = { values: 0, unreadable: 0 }
  // Locks all organisations first: the rows below come table by table, in any order of organisations
  // (decision 188).
  await rows.organisations.find(everyone, {})
  for (const name of Object.keys(sealedColumns) as SealedColumn[]) {
    await resealColumn(rows, columnOf(name), (sealed, context) => {
      const plain = from.open(sealed, context)
      if (!plain) {
        done.unreadable++
        return sealed
      }
      done.values++
      return to.seal(plain, context)
    })
  }
  return done
}

/**
 * The number of sealed values that this crypto cannot open. Kept answers of idempotent calls are left out: they
 * expire within a day, and one that cannot be read counts as none.
 */
export const countUnreadable = async (rows: Rows, crypto: Crypto): Promise<number> => {
  let unreadable = 0
  for (const name of Object.keys(sealedColumns) as SealedColumn[]) {
    if (name === 'idempotencyRecord') continue
    const { table, field, context, reseal } = columnOf(name)
    const reader = rows[table] as unknown as Reader<SealedRow>
    for await (const row of pagesOf(reader)) {
      reseal(row[field], (sealed) => {
        if (!crypto.open(sealed, context(row.id))) unreadable++
        return sealed
      })
    }
  }
  return unreadable
}

type SealedRow = { id: string } & Record<string, unknown>

/** All rows by id, a page at a time. */
async function* pagesOf(reader: Reader<SealedRow>): AsyncGenerator<SealedRow> {
  for (let after = ''; ; ) {
    const page = await reader.find(everyone, { id: gt(after) }, { order: [{ field: 'id' }], limit: pageSize })
    yield* page
    if (page.length < pageSize) return
    after = page.at(-1)!.id
  }
}

const resealColumn = async (
  rows: WritableRows,
  { table, field, context, reseal }: Column,
  resealed: (sealed: Uint8Array, context: string) => Uint8Array,
): Promise<void> => {
  // The type fits any table, since only the id and the field are used.
  const writer = rows[table] as unknown as Writer<SealedRow>
  for await (const row of pagesOf(writer)) {
    const value = reseal(row[field], (sealed) => resealed(sealed, context(row.id)))
    if (value !== row[field]) await writer.update(everyone, row.id, { [field]: value })
  }
}
