import { BlobsUnavailable } from '../../core/ports/blobs.ts'

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

export class S3Fault extends Error {
  /** HTTP status of the response; undefined if none came or the status itself was fine. */
  readonly status: number | undefined
  /** Error code of the response (`SlowDown`); undefined if none came. */
  readonly code: string | undefined
  /** Whether a retry may succeed. */
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

  /** Whether the server doesn't support the operation, which says nothing about the object. */
  get isUnknownRequest(): boolean {
    return isUnknown(this.status, this.code)
  }
}

const isUnknown = (status: number | undefined, code: string | undefined): boolean =>
  status === 501 || status === 405 || code === 'NotImplemented' || code === 'MethodNotAllowed'

/** Codes of temporary errors with a 4xx status, and of bytes damaged in transit. */
const passing = new Set([
  'RequestTimeout',
  'SlowDown',
  'OperationAborted',
  'ConditionalRequestConflict',
  'XAmzContentSHA256Mismatch',
  'BadDigest',
  'IncompleteBody',
])

/** Codes after which new credentials may help: the current ones were replaced or have expired. */
const credentialCodes = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidToken',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'TokenRefreshRequired',
])

export const needsNewCredentials = (fault: unknown): boolean =>
  fault instanceof S3Fault && fault.code !== undefined && credentialCodes.has(fault.code)

export const faultOf = (status: number, code: string | undefined, message: string | undefined): S3Fault => {
  const answer = [String(status), code, message?.trim()].filter(Boolean).join(' ')
  const isOfMoment = status >= 500 || status === 429 || status === 408 || (!!code && passing.has(code))
  const isPassing = isOfMoment && !isUnknown(status, code)
  return new S3Fault(`the store answered ${answer}`, { status, code, isPassing })
}

export const brokenConnection = (error: unknown): S3Fault => {
  if (error instanceof S3Fault) return error
  const reason = error instanceof Error ? `${error.message}${causeOf(error)}` : String(error)
  return new S3Fault(`the store did not answer (${reason})`, { isPassing: true, cause: error })
}

/** Returns the reason in the cause of Node's “fetch failed”. */
const causeOf = ({ cause }: Error): string => {
  if (!(cause instanceof Error)) return ''
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
  return code ? `: ${code}` : ''
}

/** Returns the error for callers. Names the operation only if the server answered, to explain its answer. */
export const unavailable = (
  place: string,
  { what, operation }: { what: string; operation: S3Operation },
  fault: Error,
): BlobsUnavailable => {
  const answered = fault instanceof S3Fault && fault.status !== undefined ? fault : undefined
  const requested = answered?.isUnknownRequest
    ? ` The request was ${operation}, which this store does not support.`
    : answered && ` The request was ${operation}.`
  const message = `${place} could not ${what}: ${ended(fault.message)}${requested ?? ''}`
  return new BlobsUnavailable(message, { cause: fault })
}

export const lacksRequest = ({ cause }: BlobsUnavailable): boolean =>
  cause instanceof S3Fault && cause.isUnknownRequest

/** Adds the full stop with which only some stores end their messages. */
const ended = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`)
