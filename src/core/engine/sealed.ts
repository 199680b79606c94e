import { fromBase64, toBase64 } from '../kernel/bytes.ts'
import { gt } from '../kernel/query.ts'
import type { TableName } from '../model/index.ts'
import type { PreviousSecret } from '../model/webhooks.ts'
import type { Crypto } from '../ports/crypto.ts'
import { everyone, type WritableRows, type Writer } from '../ports/store.ts'
import type { Turns } from '../ports/turns.ts'
import type { Services } from './services.ts'

type Sealing = Pick<Services, 'crypto'>
/** Sealed bytes made anew. */
type Again = (sealed: Uint8Array) => Uint8Array

interface Column {
  table: TableName
  field: string
  /** What a value is bound to, by the id of its row: sealed bytes that are copied to another row open nothing. */
  context(id: string): string
  /** The column's value with everything in it sealed anew. */
  reseal(value: unknown, again: Again): unknown
}

const one = (value: unknown, again: Again) => (value instanceof Uint8Array ? again(value) : value)
const ofEndpoint = (id: string) => `webhook-secret|${id}`

/**
 * Everything that rows keep sealed with the instance key. Nothing is sealed but through this list, so that a rotation of
 * the key reaches all of it.
 */
export const sealedColumns = {
  idempotencyRecord: { table: 'idempotency', field: 'record', context: (id) => id, reseal: one },
  webhookSecret: { table: 'webhookEndpoints', field: 'secret', context: ofEndpoint, reseal: one },
  previousWebhookSecrets: {
    table: 'webhookEndpoints',
    field: 'previousSecrets',
    context: ofEndpoint,
    reseal: (value, again) =>
      (value as readonly PreviousSecret[]).map((previous) => ({
        ...previous,
        sealed: toBase64(again(fromBase64(previous.sealed) ?? new Uint8Array())),
      })),
  },
  connectorSignature: {
    table: 'connectors',
    field: 'signatureSecret',
    context: (id) => `connector-signature|${id}`,
    reseal: one,
  },
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

/** The same of bytes that are made bit by bit, with rests in between. */
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

/** The value, or undefined where another key, row or column sealed it. */
export const unseal = (
  { crypto }: Sealing,
  name: SealedColumn,
  id: string,
  sealed: Uint8Array,
): Uint8Array | undefined => crypto.open(sealed, columnOf(name).context(id))

/** The same as text, bit by bit, with rests in between. */
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
  /** Values that the old key did not open either: they stay as they are. */
  unreadable: number
}

const pageSize = 200

/** Opens everything with one key and seals it with another, in the caller's transaction. */
export const resealAll = async (
  rows: WritableRows,
  { from, to }: { from: Crypto; to: Crypto },
): Promise<Resealed> => {
  const done: Resealed = { values: 0, unreadable: 0 }
  // All at once, before anything else: the rows come table by table, of organisations in any order (decision 188).
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

const resealColumn = async (
  rows: WritableRows,
  { table, field, context, reseal }: Column,
  again: (sealed: Uint8Array, context: string) => Uint8Array,
): Promise<void> => {
  // Any table: all that is asked of it is an id and the field.
  const writer = rows[table] as unknown as Writer<{ id: string } & Record<string, unknown>>
  for (let after = ''; ; ) {
    const where = { id: gt(after) }
    const page = await writer.find(everyone, where, { order: [{ field: 'id' }], limit: pageSize })
    for (const row of page) {
      const value = reseal(row[field], (sealed) => again(sealed, context(row.id)))
      if (value !== row[field]) await writer.update(everyone, row.id, { [field]: value })
    }
    if (page.length < pageSize) return
    after = page.at(-1)!.id
  }
}
