import { type ParameterError, problem } from '../../kernel/errors.ts'
import { allOf, gt, lt } from '../../kernel/query.ts'
import { hourMs, minuteMs } from '../../kernel/time.ts'
import type { IdempotencyRow } from '../../model/requests.ts'
import { everyone, type WritableRows } from '../../ports/store.ts'
import type { Turns } from '../../ports/system.ts'
import type { ModeScope } from '../caller.ts'
import { canonicalSha256, encodedPieces, isLong } from '../long-text.ts'
import { seal, sealPieces, unsealText } from '../sealed.ts'
import { callProblems, requestSentences } from '../sentences.ts'
import type { Services } from '../services.ts'
import type { ShownOnce } from './shown-once.ts'

/** How long answers are kept (docs/api-rules.md#repeating-a-call). */
export const idempotencyMs = 24 * hourMs
const inFlightMs = 2 * minuteMs
export const maxKeyLength = 255

export interface Answer {
  status: number
  /** JSON text; empty for 204. */
  body: string
}

/** A caller's `Idempotency-Key` in one organisation and mode, with the fingerprint of its request. */
export interface Attempt {
  id: string
  fingerprint: string
  /** How long the answer is kept, in ms; 24 hours by default. */
  keepMs?: number
  /** Secret that is shown once; the record stores null instead. */
  secret?: ShownOnce | undefined
}

/** Returns the error of an invalid key; empty for a valid key. */
export const keyError = (key: string): ParameterError[] =>
  key.length <= maxKeyLength && /^[\x21-\x7e]+$/.test(key)
    ? []
    : [
        {
          parameter: 'Idempotency-Key',
          location: 'header',
          ...requestSentences.sentence('invalid.idempotency_key', { limit: maxKeyLength }),
        },
      ]

/**
 * `owner` is who may repeat the request: a user, or an API key with all its rotations. Equal keys of
 * different callers are different records, so that no caller sees another's answer.
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

export interface Earlier {
  /** Answer to the first request. */
  answer?: Answer
  /** Plan of an unfinished first request. */
  plan?: unknown
  /** There is a row, possibly an expired one. */
  isKnown: boolean
}

/**
 * Looks up the key's first request. Throws 422 if the key was used for another request, 409 while the first
 * one is running, and 500 if its record can't be opened. A request with a plan counts as running only in this
 * process (`isHere`): others may continue with the plan, which leads to the same result.
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
    throw problem(callProblems.sentence('idempotency_key_reused'))
  }
  if (row.status === null) {
    const plan: unknown = text === '' ? undefined : JSON.parse(text)
    if (!isHere && plan !== undefined) return { plan, isKnown: true }
    if (row.leaseUntil <= services.clock.now()) return { isKnown: true, plan }
    throw problem(callProblems.sentence('idempotency_in_flight'), {
      headers: { 'Retry-After': '1' },
    })
  }
  return { answer: { status: row.status, body: text }, isKnown: true }
}

/** Opens a record. Throws 500 if it was sealed with another instance key. */
export const open = async (
  services: Services,
  { id, record }: Pick<IdempotencyRow, 'id' | 'record'>,
  turns: Turns,
): Promise<Opened> => {
  const plain = await unsealText(services, 'idempotencyRecord', id, record, turns)
  if (plain !== undefined) return opened(plain)
  throw problem(callProblems.sentence('internal_error.stored_answer'), {
    private: `idempotency ${id} cannot be opened`,
  })
}

export interface Opened {
  fingerprint: string
  /** Empty without answer or plan. */
  text: string
}

/** Length of a SHA-256 in hex. */
const fingerprintLength = 64

const opened = (record: string): Opened => ({
  fingerprint: record.slice(0, fingerprintLength),
  text: record.slice(fingerprintLength),
})

/**
 * Seals the fingerprint too: the request may contain a password that could be guessed from a plain hash. The
 * text is appended as is: it may be megabytes, which JSON within JSON would have to escape.
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

/** Stores the answer. Must run in the transaction that produced it. */
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

/** Stores a short lease, so that a crash doesn't cause 409 for a day. Returns its end (ms), for `forget`. */
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

/** Releases the key for a retry, unless another call has taken over the lease or answered. */
export const forget = async (
  rows: Pick<WritableRows, 'idempotency'>,
  attempt: Attempt,
  leaseUntil: number,
): Promise<void> => {
  await rows.idempotency.remove(everyone, { id: attempt.id, leaseUntil })
}

/** Stores the record. Without a known row it only inserts, to fail if another process inserted one. */
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

/** Records per read: few, because each may be megabytes, which cost memory and block the event loop. */
const rewrittenAtOnce = 10

/** Replaces answers for which `rewrite` returns text. Keys stay used, so that repeats have no effect. */
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
      // An expired key may be in use again, with another answer.
      const same = { expiresAt: row.expiresAt }
      await services.store.write((rows) => rows.idempotency.update(everyone, row.id, { record }, same))
    }
    if (found.length < rewrittenAtOnce) return
    after = found.at(-1)!.id
  }
}
