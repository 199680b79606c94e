import { words as w } from 'words:delivery-reasons'
import type { Schemas } from '../../api/client.ts'

export type UndeliveredReason = Schemas['UndeliveredReason']
type ExplainReason = Schemas['ExplainedEndpoint']['reason']
type Reason = Exclude<UndeliveredReason, 'http_status'>
type Answer = keyof ReturnType<typeof w>['answers']

/** Statuses with sentences of their own; 502 to 504 come from a proxy whose backend is down or too slow. */
const answers: Readonly<Record<number, Answer | undefined>> = {
  401: 'refused',
  403: 'refused',
  404: 'notFound',
  405: 'noPost',
  410: 'gone',
  413: 'tooLarge',
  429: 'tooMany',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
}
const answerOf = (status: number): Answer => answers[status] ?? (status >= 500 ? 'failed' : 'other')

interface Attempt {
  status: number | null
  error: string | null
}

/** Describes an attempt's response or error. */
export const attemptText = ({ status, error }: Attempt): string => {
  if (error !== null) return w().reasons[error as Reason] ?? w().unknown
  return status === null ? w().unknown : w().answers[answerOf(status)]({ status })
}

/** Names the cause of a failed attempt in a few words, for a title. */
export const causeText = ({ status, error }: Attempt): string => {
  if (error === null) return status === null ? w().unknown : w().causes.answers({ status })
  return w().causes[error as keyof Omit<ReturnType<typeof w>['causes'], 'answers'>] ?? w().unknown
}

/** True if the receiver accepted the attempt. */
export const isTaken = ({ status, error }: Attempt): boolean =>
  error === null && status !== null && status >= 200 && status < 300

export const reasonText = (reason: UndeliveredReason, attempt: Attempt | null): string => {
  if (reason === 'http_status') return attempt ? attemptText(attempt) : w().unknown
  // The last attempt explains more than the fact that the webhook was disabled.
  if (reason === 'endpoint_disabled' && attempt) return attemptText(attempt)
  return w().reasons[reason]
}

/** Returns advice for a reason. */
export const adviceText = (reason: UndeliveredReason, attempt: Attempt | null): string =>
  reason === 'http_status' ? w().adviceOnAnswers[answerOf(attempt?.status ?? 0)] : w().advice[reason]

/** Returns advice on a failed attempt; undefined for a successful one. */
export const adviceOn = (attempt: Attempt): string | undefined => {
  if (isTaken(attempt)) return undefined
  const { status, error } = attempt
  if (error === null) return status === null ? undefined : w().adviceOnAnswers[answerOf(status)]
  return w().advice[error as Reason]
}

/** Suggests the receiver's log, with the time, for errors that only the receiver can explain. */
export const ownLogText = ({ status, error, at }: Attempt & { at: string }): string | undefined =>
  error === null && status !== null && answerOf(status) === 'failed' ? w().ownLog({ at }) : undefined

export const explainedText = (reason: ExplainReason): string => w().explained[reason]
export const nextAttemptText = (at: string): string => w().nextAttempt({ at })

/** Reasons with their sentences, except HTTP statuses. */
export const reasonNames = (): [reason: string, sentence: string][] => Object.entries(w().reasons)

/** True if changing the URL may fix the error. */
export const isOfAddress = ({ status, error }: Attempt): boolean =>
  error === null
    ? [404, 405, 410].includes(status ?? 0)
    : ['redirect', 'dns', 'address_refused'].includes(error)
