import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Keys of AWS Signature Version 4. The check follows the specification and shares no code with a signer. */
export interface SignatureKeys {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

/** Returns the code of the refusal; undefined if the request is signed with the keys. */
export const refusalOf = (
  request: IncomingMessage,
  keys: SignatureKeys,
  region: string,
  now: Date,
): string | undefined => {
  const url = new URL(request.url!, 'http://server')
  const isPresigned = url.searchParams.has('X-Amz-Signature')
  const given = isPresigned ? ofAddress(url) : ofHeader(request)
  if (!given) return 'AccessDenied'
  const [accessKeyId, day, inRegion, service, end] = given.credential.split('/')
  if (accessKeyId !== keys.accessKeyId) return 'InvalidAccessKeyId'
  if (given.token !== keys.sessionToken) return 'InvalidToken'
  if (inRegion !== region || service !== 's3' || end !== 'aws4_request' || !given.date.startsWith(day!)) {
    return 'AuthorizationHeaderMalformed'
  }
  const late = now.getTime() - timeOf(given.date)
  if (isPresigned ? late > given.validMs : Math.abs(late) > 15 * 60_000) {
    return isPresigned ? 'AccessDenied' : 'RequestTimeTooSkewed'
  }
  const unsigned = Object.keys(request.headers).filter(
    (name) => name.startsWith('x-amz-') && !given.signedHeaders.includes(name),
  )
  if (unsigned.length > 0 || !given.signedHeaders.includes('host')) return 'AccessDenied'
  const payload = isPresigned ? 'UNSIGNED-PAYLOAD' : String(request.headers['x-amz-content-sha256'])
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery(url),
    ...given.signedHeaders.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    given.signedHeaders.join(';'),
    payload,
  ].join('\n')
  const scope = [day, inRegion, service, end].join('/')
  const text = ['AWS4-HMAC-SHA256', given.date, scope, sha256(canonical)].join('\n')
  const key = [day!, inRegion, service, end!].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${keys.secretAccessKey}`,
  )
  const right = createHmac('sha256', key).update(text).digest('hex')
  return right === given.signature ? undefined : 'SignatureDoesNotMatch'
}

interface Given {
  credential: string
  signedHeaders: string[]
  signature: string
  date: string
  token: string | undefined
  validMs: number
}

const ofHeader = ({ headers }: IncomingMessage): Given | undefined => {
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!credential || !signedHeaders || !signature) return undefined
  const token = headers['x-amz-security-token']?.toString()
  const date = String(headers['x-amz-date'])
  return { credential, signedHeaders: signedHeaders.split(';'), signature, date, token, validMs: 0 }
}

const ofAddress = ({ searchParams }: URL): Given | undefined => {
  const of = (name: string) => searchParams.get(`X-Amz-${name}`) ?? ''
  if (of('Algorithm') !== 'AWS4-HMAC-SHA256') return undefined
  return {
    credential: of('Credential'),
    signedHeaders: of('SignedHeaders').split(';'),
    signature: of('Signature'),
    date: of('Date'),
    token: searchParams.get('X-Amz-Security-Token') ?? undefined,
    validMs: Number(of('Expires')) * 1000,
  }
}

const canonicalQuery = (url: URL): string =>
  [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const timeOf = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
