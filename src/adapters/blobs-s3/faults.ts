import { BlobsUnavailable } from '../../core/ports/blobs.ts'

/** What became of one attempt at a request. */
export class S3Fault extends Error {
  /** The code of the server's answer (`SlowDown`); undefined where none came. */
  readonly code: string | undefined
  /** Whether the same request may succeed in a moment. */
  readonly isPassing: boolean

  constructor(message: string, options: { code?: string | undefined; isPassing: boolean; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'S3Fault'
    this.code = options.code
    this.isPassing = options.isPassing
  }
}

/** Codes with a 4xx status that say something of the moment, or of bytes that were damaged on the way. */
const passing = new Set([
  'RequestTimeout',
  'SlowDown',
  'OperationAborted',
  'ConditionalRequestConflict',
  'XAmzContentSHA256Mismatch',
  'BadDigest',
  'IncompleteBody',
])

/** Codes after which other credentials may help: the ones in use were replaced, or have expired. */
const outworn = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidToken',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'TokenRefreshRequired',
])

export const needsOtherCredentials = (fault: unknown): boolean =>
  fault instanceof S3Fault && fault.code !== undefined && outworn.has(fault.code)

/** The fault that an answer is. */
export const faultOf = (status: number, code: string | undefined, message: string | undefined): S3Fault => {
  const said = [String(status), code, message?.trim()].filter(Boolean).join(' ')
  const isPassing = status >= 500 || status === 429 || status === 408 || (!!code && passing.has(code))
  return new S3Fault(`the store answered ${said}`, { code, isPassing })
}

/** The fault of a connection that could not be made, or ended before the answer did. */
export const brokenConnection = (error: unknown): S3Fault => {
  if (error instanceof S3Fault) return error
  const reason = error instanceof Error ? `${error.message}${causeOf(error)}` : String(error)
  return new S3Fault(`the store did not answer (${reason})`, { isPassing: true, cause: error })
}

/** What Node names in the cause of “fetch failed”. */
const causeOf = ({ cause }: Error): string => {
  if (!(cause instanceof Error)) return ''
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
  return code ? `: ${code}` : ''
}

/** What callers hear, who did nothing wrong. */
export const unavailable = (place: string, what: string, fault: Error): BlobsUnavailable =>
  new BlobsUnavailable(`${place} could not ${what}: ${ended(fault.message)}`, { cause: fault })

/** Stores end their messages with a full stop, or do not. */
const ended = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`)
