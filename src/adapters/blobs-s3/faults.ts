import { BlobsUnavailable } from '../../core/ports/blobs.ts'

/** The requests that a store is sent, by their names in S3. */
export type S3Operation =
  | 'AbortMultipartUpload'
  | 'CompleteMultipartUpload'
  | 'CreateMultipartUpload'
  | 'DeleteObject'
  | 'GetBucketVersioning'
  | 'GetObject'
  | 'HeadObject'
  | 'ListMultipartUploads'
  | 'ListObjectsV2'
  | 'PutObject'
  | 'UploadPart'

/** What became of one attempt at a request. */
export class S3Fault extends Error {
  /** The status of the server's answer; undefined where none came, or one that was no fault in itself. */
  readonly status: number | undefined
  /** The code of the server's answer (`SlowDown`); undefined where none came. */
  readonly code: string | undefined
  /** Whether the same request may succeed in a moment. */
  readonly isPassing: boolean

  constructor(
    message: string,
    options: { status?: number; code?: string | undefined; isPassing: boolean; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'S3Fault'
    this.status = options.status
    this.code = options.code
    this.isPassing = options.isPassing
  }

  /** Whether the server knows no such request: nothing is said of the file that it is about. */
  get isUnknownRequest(): boolean {
    return isUnknown(this.status, this.code)
  }
}

const isUnknown = (status: number | undefined, code: string | undefined): boolean =>
  status === 501 || status === 405 || code === 'NotImplemented' || code === 'MethodNotAllowed'

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
  const isOfMoment = status >= 500 || status === 429 || status === 408 || (!!code && passing.has(code))
  const isPassing = isOfMoment && !isUnknown(status, code)
  return new S3Fault(`the store answered ${said}`, { status, code, isPassing })
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

/** What callers hear, who did nothing wrong. An answer is of use to people who know what was requested. */
export const unavailable = (
  place: string,
  { what, operation }: { what: string; operation: S3Operation },
  fault: Error,
): BlobsUnavailable => {
  const answered = fault instanceof S3Fault && fault.status !== undefined ? fault : undefined
  const requested = answered?.isUnknownRequest
    ? ` The request was ${operation}, which this store does not offer.`
    : answered && ` The request was ${operation}.`
  const message = `${place} could not ${what}: ${ended(fault.message)}${requested ?? ''}`
  return new BlobsUnavailable(message, { cause: fault })
}

/** Whether the blobs were unavailable because their store does not know a request. */
export const lacksRequest = ({ cause }: BlobsUnavailable): boolean =>
  cause instanceof S3Fault && cause.isUnknownRequest

/** Stores end their messages with a full stop, or do not. */
const ended = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`)
