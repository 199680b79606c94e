import { preferences, sentenceOf } from '../messages/index.svelte.ts'
import { type Answer, ApiProblem, answered, api, newIntention, type Schemas } from './client.ts'

/** How long an opened or saved file stays in memory; the browser has read it long before. */
const retentionMs = 60_000

/** Shows a file in a new tab. A link can't carry the organisation and mode headers. */
const open = (file: Blob): void => {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, target: '_blank', rel: 'noopener' })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), retentionMs)
}

export const openDocument = async (id: string): Promise<void> => {
  const file = await answered(
    api.GET('/v1/items/{id}/document', { params: { path: { id } }, parseAs: 'blob' }),
  )
  open(file as Blob)
}

export type Received = (bytes: number) => void

export const save = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), retentionMs)
}

const readAll = async (
  stream: ReadableStream<Uint8Array>,
  type: string,
  received: Received,
): Promise<Blob> => {
  const pieces: BlobPart[] = []
  let bytes = 0
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    pieces.push(part.value as Uint8Array<ArrayBuffer>)
    bytes += part.value.length
    received(bytes)
  }
  return new Blob(pieces, { type })
}

/** Downloads a file with the name that the server gives it. Returns undefined if there is no content. */
const fetched = async (
  call: Promise<Answer<ReadableStream<Uint8Array> | null>>,
  type: string,
  received: Received,
): Promise<{ file: Blob; name: string } | undefined> => {
  const answer = await call.catch(() => undefined)
  if (!answer) throw new ApiProblem(0, undefined)
  const stream = await answered(Promise.resolve(answer))
  const name = nameIn(answer.response.headers.get('content-disposition') ?? '')
  return stream ? { file: await readAll(stream, type, received), name } : undefined
}
/** Returns the `filename*` of a `Content-Disposition` header, or `download`. */
const nameIn = (disposition: string): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded === undefined ? 'download' : decodeURIComponent(encoded)
}

export const savePackage = async (id: string, received: Received): Promise<void> => {
  const call = api.GET('/v1/runs/{id}/package', { params: { path: { id } }, parseAs: 'stream' })
  const found = await fetched(call, 'application/zip', received)
  if (found) save(found.file, found.name)
}

export const saveOfficePdf = async (id: string, received: Received): Promise<void> => {
  const call = api.GET('/v1/runs/{id}/office-pdf', { params: { path: { id } }, parseAs: 'stream' })
  const found = await fetched(call, 'application/pdf', received)
  if (found) save(found.file, found.name)
}

/** Saves a remake: its package, or one PDF for an office printer. */
export const saveRemake = async (
  { runId, number }: Schemas['RunRemake'],
  what: 'package' | 'office-pdf',
  received: Received,
): Promise<void> => {
  const params = { path: { id: runId, number: `${number}` } }
  const call = api.GET(`/v1/runs/{id}/remakes/{number}/${what}`, { params, parseAs: 'stream' })
  const found = await fetched(call, what === 'package' ? 'application/zip' : 'application/pdf', received)
  if (found) save(found.file, found.name)
}

/** Poll interval and maximum polls for a preview that is being drawn. */
const pollMs = 300
const maxPolls = 100

/** Opens the PDF of a template version with its samples, or of what a Postflow sends. */
export const openDesign = async (
  what: { templateVersionId: string } | { postflowId: string },
): Promise<void> => {
  const params = { header: { 'Idempotency-Key': newIntention() } }
  const { id } = await answered(api.POST('/v1/renders', { params, body: { ...what, format: 'pdf' } }))
  const path = { id }
  for (let poll = 0; poll < maxPolls; poll++) {
    const { status, findings } = await answered(api.GET('/v1/renders/{id}', { params: { path } }))
    if (status === 'FAILED') throw new ApiProblem(409, { detail: findings.map(sentenceOf).join(' ') })
    if (status === 'READY') break
    await new Promise((wake) => setTimeout(wake, pollMs))
  }
  const file = await answered(api.GET('/v1/renders/{id}/file', { params: { path }, parseAs: 'blob' }))
  open(file as Blob)
}

/** Saves the layout guide of a product, a background for layout programs. */
export const saveGuide = async ({
  id: specificationId,
  productId: id,
  name,
}: Pick<Schemas['ProductSpecification'], 'id' | 'productId' | 'name'>): Promise<void> => {
  const path = { id, specificationId }
  const query = { language: preferences.language }
  const file = await answered(
    api.GET('/v1/products/{id}/specifications/{specificationId}/guide', {
      params: { path, query },
      parseAs: 'blob',
    }),
  )
  save(file as Blob, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.pdf`)
}

export const openInvoice = async (id: string): Promise<void> => {
  const file = await answered(
    api.GET('/v1/billing/invoices/{id}/pdf', { params: { path: { id } }, parseAs: 'blob' }),
  )
  open(file as Blob)
}

/** Saves an invoice as UBL. */
export const saveUbl = async (id: string, number: string): Promise<void> => {
  const file = await answered(
    api.GET('/v1/billing/invoices/{id}/ubl', { params: { path: { id } }, parseAs: 'blob' }),
  )
  save(file as Blob, `${number}.xml`)
}

const exportTypes = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

export const saveExport = async (
  { id, kind, format, createdAt }: Schemas['Export'],
  received: Received,
): Promise<void> => {
  const stream = await answered(
    api.GET('/v1/exports/{id}/file', { params: { path: { id } }, parseAs: 'stream' }),
  )
  const name = `${kind}-${createdAt.slice(0, 10)}.${format}`
  if (stream) save(await readAll(stream, exportTypes[format], received), name)
}
