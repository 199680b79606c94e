import { type ParameterError, problem } from '../../kernel/errors.ts'
import { allOf, gt, lt } from '../../kernel/query.ts'
import { hourMs, minuteMs } from '../../kernel/time.ts'
import type { IdempotencyRow } from '../../model/idempotency.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import type { Turns } from '../../ports/turns.ts'
import { canonicalSha256, encodedPieces, isLong } from '../long-text.ts'
import type { ModeScope } from '../scope.ts'
import { seal, sealPieces, unsealText } from '../sealed.ts'
import type { Services } from '../services.ts'
import type { ShownOnce } from './shown-once.ts'

/** How long an answer is kept, per organisation, mode and caller (docs/interface.md#repeating-a-call). */
export const idempotencyMs = 24 * hourMs
const inFlightMs = 2 * minuteMs
export const maxKeyLength = 255

export interface Answer {
  status: number
  /** JSON text; empty for 204. */
  body: string
}

/** One `Idempotency-Key` of one caller in one organisation and mode, with what it was used for. */
export interface Attempt {
  id: string
  fingerprint: string
  /** How long its answer is kept; 24 hours by default. */
  keepMs?: number
  /** What its answer shows once: the record holds null in its place. */
  secret?: ShownOnce | undefined
}

/** What is wrong with a key, as an error of its header; nothing for a good one. */
export const keyError = (key: string): ParameterError[] =>
  key.length <= maxKeyLength && /^[\x21-\x7e]+$/.test(key)
    ? []
    : [
        {
          parameter: 'Idempotency-Key',
          location: 'header',
          code: 'invalid',
          message: `Idempotency-Key takes 1 to ${maxKeyLength} visible ASCII characters.`,
        },
      ]

/**
 * `owner` is who may repeat it: a user, or the line of a key's rotations. The same key from anybody else is another record, so
 * that nobody is shown what another was answered.
 */
export const attemptOf = async (
  services: Services,
  scope: ModeScope,
  { owner, key }: { owner: string; key: string },
  request: unknown,
): Promise<Attempt> => ({
  id: `${scope.organisationId}|${scope.mode}|${owner}|${key}`,
  fingerprint: await canonicalSha256(services.crypto, request, services.turns),
})

/** What is known of a key: the first answer to it, or whether a row of an earlier use lies there. */
export interface Earlier {
  answer?: Answer
  /** What a call that did not come to its end set out to do. */
  plan?: unknown
  isKnown: boolean
}

/**
 * The first answer to this key, none when this is the first call; refuses another request under it, and the same while it is
 * running. What has a plan runs only where this process has it under way (`isHere`): another that goes on with it does the same.
 */
export const earlierAnswer = async (
  services: Services,
  rows: Pick<WritableRows, 'idempotency' | 'rest'>,
  attempt: Attempt,
  isHere = false,
): Promise<Earlier> => {
  const row = await rows.idempotency.get(everyone, attempt.id, { lock: 'wait' })
  if (!row || row.expiresAt <= services.clock.now()) return { isKnown: row !== undefined }
  const { fingerprint, text } = await open(services, row, rows)
  if (fingerprint !== attempt.fingerprint) {
    throw problem(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new one.',
    )
  }
  if (row.status === null) {
    const plan: unknown = text === '' ? undefined : JSON.parse(text)
    if (!isHere && plan !== undefined) return { plan, isKnown: true }
    if (row.leaseUntil <= services.clock.now()) return { isKnown: true, plan }
    throw problem(
      'idempotency_in_flight',
      'The first request with this Idempotency-Key is still running. Try again shortly.',
      {
        headers: { 'Retry-After': '1' },
      },
    )
  }
  return { answer: { status: row.status, body: text }, isKnown: true }
}

/** What a record holds: the request's fingerprint, and the answer's text. Throws where another instance key sealed it. */
export const open = async (
  services: Services,
  { id, record }: Pick<IdempotencyRow, 'id' | 'record'>,
  turns: Turns,
): Promise<Opened> => {
  const plain = await unsealText(services, 'idempotencyRecord', id, record, turns)
  if (plain !== undefined) return opened(plain)
  throw problem('internal_error', 'The stored answer cannot be read.', {
    private: `idempotency ${id} cannot be opened`,
  })
}

export interface Opened {
  fingerprint: string
  /** JSON; empty where there is none. */
  text: string
}

/** Characters of a SHA-256 in hex. */
const fingerprintLength = 64

const opened = (record: string): Opened => ({
  fingerprint: record.slice(0, fingerprintLength),
  text: record.slice(fingerprintLength),
})

/**
 * The fingerprint is sealed too, because a request may hold a password that could be tried out on a plain hash. The text is as it
 * is: an answer may be megabytes, and writing JSON into JSON would go through it once more.
 */
const sealed = async (
  services: Services,
  turns: Turns,
  id: string,
  { fingerprint, text }: Opened,
): Promise<Uint8Array> => {
  const record = fingerprint + text
  return isLong(record)
    ? sealPieces(services, 'idempotencyRecord', id, encodedPieces(record), turns)
    : seal(services, 'idempotencyRecord', id, new TextEncoder().encode(record))
}

/** Keeps the answer in the transaction that earned it. */
export const keepAnswer = (
  services: Services,
  rows: Pick<WritableRows, 'idempotency' | 'rest'>,
  attempt: Attempt,
  answer: Answer,
  isKnown: boolean,
): Promise<void> =>
  put(services, rows, attempt, isKnown, {
    status: answer.status,
    leaseUntil: 0,
    text: answer.body,
  })

/**
 * For work outside a transaction: a short lease, so that a crash never answers 409 for a day. Returns until when (ms), which is
 * how `forget` knows it.
 */
export const beginInFlight = async (
  services: Services,
  rows: Pick<WritableRows, 'idempotency' | 'rest'>,
  attempt: Attempt,
  isKnown: boolean,
  plan?: unknown,
): Promise<number> => {
  const leaseUntil = services.clock.now() + inFlightMs
  const text = plan === undefined ? '' : JSON.stringify(plan)
  await put(services, rows, attempt, isKnown, { status: null, leaseUntil, text })
  return leaseUntil
}

/** Frees a key whose call failed, so that it may be tried again; not where another went on under it, or has answered. */
export const forget = async (
  rows: Pick<WritableRows, 'idempotency'>,
  attempt: Attempt,
  leaseUntil: number,
): Promise<void> => {
  await rows.idempotency.remove(everyone, { id: attempt.id, leaseUntil })
}

/**
 * A row that was not there when the transaction looked is inserted and nothing else: another process may have put it
 * there meanwhile, and then this transaction must not stand beside that one.
 */
const put = async (
  services: Services,
  rows: Pick<WritableRows, 'idempotency' | 'rest'>,
  attempt: Attempt,
  isKnown: boolean,
  { text, ...state }: Pick<IdempotencyRow, 'status' | 'leaseUntil'> & Pick<Opened, 'text'>,
): Promise<void> => {
  const { id, fingerprint, keepMs = idempotencyMs } = attempt
  const record = await sealed(services, rows, id, { fingerprint, text })
  const fields = { ...state, record, expiresAt: services.clock.now() + keepMs }
  if (isKnown && (await rows.idempotency.update(everyone, id, fields))) return
  await rows.idempotency.insert({ id, ...fields })
}

/** Few enough to read them without holding anybody up: each may be megabytes. */
const rewrittenAtOnce = 10

/**
 * Goes through the kept answers of an organisation and mode and rewrites those that `rewrite` returns another body for;
 * undefined keeps one. Keys stay used, so that a repeated request still does nothing twice.
 */
export const rewriteAnswers = async (
  services: Services,
  { organisationId, mode }: ModeScope,
  rewrite: (body: string) => Promise<string | undefined>,
): Promise<void> => {
  let after = `${organisationId}|${mode}|`
  const end = `${organisationId}|${mode}}`
  for (;;) {
    const found = await services.store.read((rows) =>
      rows.idempotency.find(
        everyone,
        { id: allOf(gt(after), lt(end)) },
        { order: [{ field: 'id' }], limit: rewrittenAtOnce },
      ),
    )
    for (const row of found) {
      await services.turns.rest()
      if (row.status === null) continue
      const plain = await unsealText(services, 'idempotencyRecord', row.id, row.record, services.turns)
      if (plain === undefined) continue
      const { fingerprint, text } = opened(plain)
      const body = await rewrite(text)
      if (body === undefined) continue
      const record = await sealed(services, services.turns, row.id, { fingerprint, text: body })
      await services.store.write((rows) => rows.idempotency.update(everyone, row.id, { record }))
    }
    if (found.length < rewrittenAtOnce) return
    after = found.at(-1)!.id
  }
}
