import { hashOfKey } from '../../engine/caller.ts'
import type { PublicContext, Transaction, WriteContext } from '../../engine/context.ts'
import { attemptOf, earlierAnswer, keepAnswer } from '../../engine/idempotency/idempotency.ts'
import { nowIn } from '../../engine/mode-clock.ts'
import type { ByteSource } from '../../engine/operation.ts'
import { unstorable } from '../../engine/validate.ts'
import { collect, toBase64, toHex } from '../../kernel/bytes.ts'
import { notFound, Problem, problem, validationFailed } from '../../kernel/errors.ts'
import { countValues } from '../../kernel/json.ts'
import type { ConnectorDeliveryRow, ConnectorRow } from '../../model/integrations.ts'
import { connectorLimits as limits } from '../../model/integrations.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { everyone } from '../../ports/store.ts'
import { createItem } from '../items/operations/items-creation.ts'
import type { Item, ItemInput } from '../items/schema.ts'
import { isStopped, signatureSecretOf } from './connector.ts'
import { named, type PayloadReader, readerOf, readPayload, textAt } from './reader.ts'
import type { InboundResult } from './schema.ts'
import { inboundProblems } from './sentences.ts'
import { storePayload } from './stored.ts'

export interface Arrival {
  connector: ConnectorRow
  organisation: OrganisationRow
  reader: PayloadReader
  bytes: Uint8Array
  sizeBytes: number
  sha256: string
}

type Outcome = Pick<ConnectorDeliveryRow, 'outcome' | 'itemId'> &
  Partial<Pick<ConnectorDeliveryRow, 'code' | 'detail' | 'errors'>>

/** Records the outcome for the owners, except for unknown addresses, broken connections and server errors. */
export const takeInbound = async (
  context: PublicContext,
  token: string,
  source: ByteSource,
): Promise<InboundResult> => {
  const { services } = context
  const found = await services.store.read(async (rows) => {
    const hash = hashOfKey(services, token)
    const [connector] = await rows.connectors.find(everyone, { tokenHash: hash })
    const organisation = connector && (await rows.organisations.get(everyone, connector.organisationId))
    if (!organisation) return undefined
    return { connector, organisation, reader: await readerOf(rows, connector, organisation) }
  })
  if (!found) throw notFound('connector')
  const { bytes, sizeBytes } = await receive(source)
  const sha256 = bytes ? toHex(services.crypto.sha256(bytes)) : ''
  try {
    if (!bytes) throw tooLarge()
    return await accept(context, { ...found, bytes, sizeBytes, sha256 })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const { code, message: detail } = error
    const refused = { outcome: 'REFUSED' as const, itemId: null, code, detail, errors: [...error.errors] }
    const noted = { ...found, sizeBytes, sha256 }
    await context.transact((transaction) => note(context, transaction, noted, refused))
    throw error
  }
}

const tooLarge = () =>
  problem(inboundProblems.sentence('body_too_large.payload', { limit: limits.payloadBytes / 1024 }))

/** Returns no bytes if the payload is too large. Its size is then the declared one, or what was received. */
const receive = async (source: ByteSource): Promise<{ bytes?: Uint8Array; sizeBytes: number }> => {
  const declared = source.length ?? 0
  // A caller may declare more than a store can count.
  if (declared > limits.payloadBytes) return { sizeBytes: Math.min(declared, Number.MAX_SAFE_INTEGER) }
  let sizeBytes = 0
  const bounded = async function* () {
    for await (const chunk of source.chunks()) {
      sizeBytes += chunk.length
      if (sizeBytes > limits.payloadBytes) return
      yield chunk
    }
  }
  const bytes = await collect(bounded())
  return sizeBytes > limits.payloadBytes ? { sizeBytes } : { bytes, sizeBytes }
}

const accept = async (context: PublicContext, arrival: Arrival): Promise<InboundResult> => {
  const { services } = context
  const { connector, organisation, reader } = arrival
  if (!connector.active) throw problem(inboundProblems.sentence('invalid_state.connector_off'))
  if (organisation.status === 'SUSPENDED') {
    throw problem(inboundProblems.sentence('organisation_suspended.no_items'))
  }
  assertSigned(context, arrival)
  const payload = parsePayload(arrival.bytes)
  const { input, errors } = readPayload(reader, connector.postflowId, payload)
  if (!input) throw validationFailed(errors)
  const own = connector.idempotencyPath === null ? undefined : textAt(payload, connector.idempotencyPath)
  const scope = { organisationId: organisation.id, mode: connector.mode }
  // The payload's id may have any length and be personal, so its digest is used.
  const once = own === undefined ? arrival.sha256 : toHex(services.crypto.sha256(`id ${own}`))
  const attempt = {
    ...(await attemptOf(services, scope, { owner: connector.id, key: once }, { connector: connector.id })),
    keepMs: limits.rememberedMs,
  }
  const call = callContext(context, arrival)
  const checked = await prepare(call, input)
  return context.transact(async (transaction) => {
    const { answer: earlier, isKnown } = await earlierAnswer(services, transaction.rows, attempt)
    const result = earlier
      ? { ...(JSON.parse(earlier.body) as InboundResult), outcome: 'DUPLICATE' as const }
      : await createOrStore({ ...call, ...transaction }, arrival, { input, checked })
    if (!earlier) {
      const answer = { status: 200, body: JSON.stringify(result) }
      await keepAnswer(services, transaction.rows, attempt, answer, isKnown)
    }
    await note(context, transaction, arrival, { outcome: result.outcome, itemId: result.itemId })
    return result
  })
}

/** Creates the item, or stores the payload if the connector is stopped. */
const createOrStore = async (
  context: WriteContext,
  arrival: Arrival,
  { input, checked }: { input: ItemInput; checked: Checked },
): Promise<InboundResult> => {
  const connector = await context.rows.connectors.get(arrival.connector, arrival.connector.id)
  if (!connector) throw notFound('connector')
  return (await isStopped(context.services, context.rows, connector))
    ? storePayload(context, { ...arrival, connector }, checked[0]!.id)
    : create(context, input, checked, arrival.reader)
}

const inputOf = (body: ItemInput) => ({
  params: undefined,
  query: undefined,
  body,
  list: undefined,
  bytes: undefined,
  ifMatch: undefined,
})

type Call = Omit<WriteContext, 'rows' | 'work'>

/** Acts as `items.create` called with a key of the organisation and mode. */
export const callContext = (
  { services, client, requestId }: Pick<PublicContext, 'services' | 'client' | 'requestId'>,
  { connector, organisation }: Pick<Arrival, 'connector' | 'organisation'>,
): Call => ({
  services,
  client,
  requestId,
  caller: {
    kind: 'connector',
    id: connector.id,
    name: connector.name,
    scopes: ['items.write'],
    ...(connector.apiKeyId === null ? {} : { lineId: connector.apiKeyId }),
  },
  sessionId: undefined,
  changeSession() {},
  organisation,
  scope: { organisationId: organisation.id, mode: connector.mode },
  shared: { organisationId: organisation.id },
  now: nowIn(services, organisation, connector.mode),
})

type Checked = Parameters<typeof createItem.handler>[2]

export const prepare = (call: Call, input: ItemInput): Promise<Checked> =>
  createItem.prepare!(
    { ...call, transact: () => Promise.reject(new Error('Nothing is written yet.')) },
    inputOf(input),
  )

export const create = async (
  context: WriteContext,
  input: ItemInput,
  checked: Checked,
  reader: PayloadReader,
): Promise<InboundResult> => {
  try {
    const item: Item = await createItem.handler(context, inputOf(input), checked)
    return { outcome: 'CREATED', itemId: item.id, itemStatus: item.status }
  } catch (error) {
    if (!(error instanceof Problem) || error.errors.length === 0) throw error
    throw validationFailed(error.errors.map((entry) => named(entry, reader)))
  }
}

/** Compares in constant time. A connector without a signature rule relies on its secret address. */
const assertSigned = (context: PublicContext, { connector, bytes }: Arrival): void => {
  const { signature } = connector
  if (!signature) return
  const { services } = context
  const mac = services.crypto.hmacSha256(signatureSecretOf(services, connector), bytes)
  const expected = signature.prefix + (signature.encoding === 'hex' ? toHex(mac) : toBase64(mac))
  const encoder = new TextEncoder()
  const given = context.header(signature.header) ?? ''
  if (!services.crypto.equal(encoder.encode(given), encoder.encode(expected))) {
    throw problem(inboundProblems.sentence('signature_invalid.payload', { header: signature.header }))
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

export const parsePayload = (bytes: Uint8Array): unknown => {
  if (countValues(bytes, limits.payloadValues) > limits.payloadValues) {
    throw problem(inboundProblems.sentence('body_too_large.values', { limit: limits.payloadValues }))
  }
  let payload: unknown
  try {
    payload = JSON.parse(utf8.decode(bytes))
  } catch {
    throw problem(inboundProblems.sentence('malformed_body.payload'))
  }
  const fault = unstorable(payload)
  if (!fault) return payload
  throw validationFailed([{ parameter: fault.path || 'body', location: 'body', ...fault.sentence }])
}

/** Records a delivery in place of the oldest one. */
export const note = async (
  { services }: Pick<PublicContext, 'services'>,
  { rows }: Transaction,
  { connector, organisation, sizeBytes, sha256 }: Omit<Arrival, 'reader' | 'bytes'>,
  outcome: Outcome,
): Promise<void> => {
  const receivedAt = nowIn(services, organisation, connector.mode)
  if (!(await rows.connectors.update(connector, connector.id, { lastReceivedAt: receivedAt }))) return
  const { receivedCount } = await rows.connectors.add(connector, { receivedCount: 1 })
  const id = `${connector.id}|${receivedCount % limits.deliveries}`
  const fields = {
    sequence: receivedCount,
    code: null,
    detail: null,
    errors: [],
    ...outcome,
    sizeBytes,
    sha256,
    receivedAt,
  }
  if (await rows.connectorDeliveries.update(connector, id, fields)) return
  const { organisationId, mode } = connector
  await rows.connectorDeliveries.insert({ id, organisationId, mode, connectorId: connector.id, ...fields })
}
