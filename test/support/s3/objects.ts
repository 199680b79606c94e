import { createHash, randomUUID } from 'node:crypto'

export interface S3Object {
  bytes: Buffer
  etag: string
  meta: Record<string, string>
}

interface Upload {
  key: string
  meta: Record<string, string>
  parts: Map<number, Buffer>
  begunAt: Date
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: Buffer | string
}

export const fault = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>As the test asked.</Message></Error>`,
})

const xml = (root: string, content: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`,
})

/** Amazon requires at least 5 MiB for all parts except the last; less is enough for tests. */
export const leastPartBytes = 64 * 1024

export interface Call {
  method: string
  key: string
  query: URLSearchParams
  headers: Record<string, string | undefined>
  body: Buffer
}

/** Creates an in-memory bucket with Amazon's documented behaviour. Lists are paginated by `pageSize`. */
export const createBucket = (pageSize: number) => {
  const objects = new Map<string, S3Object>()
  const uploads = new Map<string, Upload>()
  let versioning = ''

  const put = ({ key, headers, body }: Call): Answer => {
    const object = { bytes: body, etag: `"${md5(body)}"`, meta: metaOf(headers) }
    objects.set(key, object)
    return { status: 200, headers: { etag: object.etag } }
  }

  const get = ({ key, headers, query, method }: Call): Answer => {
    const object = objects.get(key)
    if (!object) return fault(404, 'NoSuchKey')
    if (headers['if-match'] && headers['if-match'] !== object.etag) return fault(412, 'PreconditionFailed')
    const common: Record<string, string> = { etag: object.etag, ...object.meta, 'accept-ranges': 'bytes' }
    for (const [name, value] of query) {
      if (name.startsWith('response-')) common[name.replace('response-', '')] = value
    }
    if (method === 'HEAD') {
      return { status: 200, headers: { ...common, 'content-length': String(object.bytes.length) } }
    }
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
    if (from === undefined) return { status: 200, headers: common, body: object.bytes }
    if (Number(from) >= object.bytes.length) return fault(416, 'InvalidRange')
    const end = to === '' ? object.bytes.length : Math.min(Number(to) + 1, object.bytes.length)
    common['content-range'] = `bytes ${from}-${end - 1}/${object.bytes.length}`
    return { status: 206, headers: common, body: object.bytes.subarray(Number(from), end) }
  }

  const list = ({ query }: Call): Answer => {
    const prefix = query.get('prefix') ?? ''
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
    const most = Math.min(pageSize, Number(query.get('max-keys') ?? 1000))
    const all = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = all.slice(0, most)
    const more = all.length > page.length
    const token = Buffer.from(page.at(-1) ?? '').toString('base64')
    return xml(
      'ListBucketResult',
      `<IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''}${page
        .map((key) => `<Contents><Key>${encodeURIComponent(key)}</Key><ETag>&quot;x&quot;</ETag></Contents>`)
        .join('')}`,
    )
  }

  const listUploads = ({ query }: Call): Answer => {
    const prefix = query.get('prefix') ?? ''
    const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix))
    return xml(
      'ListMultipartUploadsResult',
      `<IsTruncated>false</IsTruncated>${found
        .map(
          ([id, { key, begunAt }]) =>
            `<Upload><Key>${encodeURIComponent(key)}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
        )
        .join('')}`,
    )
  }

  const complete = ({ key, query, body }: Call): Answer => {
    const id = query.get('uploadId')!
    const upload = uploads.get(id)
    if (upload?.key !== key) return fault(404, 'NoSuchUpload')
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
    const parts = named.map(([, number]) => upload.parts.get(Number(number)))
    if (parts.some((part, index) => !part || `&#34;${md5(part)}&#34;` !== named[index]![2])) {
      return fault(400, 'InvalidPart')
    }
    if (parts.slice(0, -1).some((part) => part!.length < leastPartBytes)) return fault(400, 'EntityTooSmall')
    const bytes = Buffer.concat(parts as Buffer[])
    objects.set(key, { bytes, etag: `"${md5(bytes)}-${parts.length}"`, meta: upload.meta })
    uploads.delete(id)
    return xml('CompleteMultipartUploadResult', `<Key>${encodeURIComponent(key)}</Key>`)
  }

  const putPart = ({ key, query, body }: Call): Answer => {
    const upload = uploads.get(query.get('uploadId')!)
    if (upload?.key !== key) return fault(404, 'NoSuchUpload')
    upload.parts.set(Number(query.get('partNumber')), body)
    return { status: 200, headers: { etag: `"${md5(body)}"` } }
  }

  const begin = ({ key, headers }: Call): Answer => {
    const id = randomUUID()
    uploads.set(id, { key, meta: metaOf(headers), parts: new Map(), begunAt: new Date() })
    return xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`)
  }

  const remove = ({ key, query }: Call): Answer => {
    const id = query.get('uploadId')
    if (id !== null) return uploads.delete(id) ? { status: 204 } : fault(404, 'NoSuchUpload')
    objects.delete(key)
    return { status: 204 }
  }

  const ofBucket = (call: Call): Answer => {
    if (call.method === 'HEAD') return { status: 200 }
    if (call.query.has('versioning')) {
      return xml('VersioningConfiguration', versioning && `<Status>${versioning}</Status>`)
    }
    return call.query.has('uploads') ? listUploads(call) : list(call)
  }

  return {
    objects,
    uploads,
    setVersioning(status: string) {
      versioning = status
    },
    handle(call: Call): Answer {
      const { method, key, query } = call
      if (key === '') return ofBucket(call)
      if (method === 'GET' || method === 'HEAD') return get(call)
      if (method === 'DELETE') return remove(call)
      if (method === 'PUT') return query.has('uploadId') ? putPart(call) : put(call)
      if (method === 'POST' && query.has('uploads')) return begin(call)
      if (method === 'POST' && query.has('uploadId')) return complete(call)
      return fault(405, 'MethodNotAllowed')
    },
  }
}

const metaOf = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] => entry[0].startsWith('x-amz-meta-') && entry[1] !== undefined,
    ),
  )

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex')
