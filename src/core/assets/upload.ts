import type { ModeScope, ProcessContext, ReadContext } from '../context.ts'
import { notFound, problem, validationFailed } from '../errors.ts'
import { type Finding, hasErrors } from '../finding.ts'
import type { ByteSource } from '../operation.ts'
import { dayMs, toDateTime } from '../time.ts'
import { uploadLimits } from './limits.ts'
import { type Received, receive } from './receive.ts'
import type { UploadWire } from './schema.ts'
import { isUtf16, nameOf, type Sniffed, sniff } from './sniff.ts'
import type { UploadKind, UploadRow } from './store.ts'

export const uploadToWire = (row: UploadRow): UploadWire => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  isTest: row.mode === 'test',
  name: row.fileName,
  contentType: row.contentType,
  sizeBytes: row.sizeBytes,
  sha256: row.sha256,
  findings: row.findings,
  createdAt: toDateTime(row.createdAt),
})

/** An upload that this mode may see: a list of its own, or what both modes share. Throws 404. */
export const uploadById = async (
  { rows, scope, shared }: Pick<ReadContext, 'rows' | 'scope' | 'shared'>,
  id: string,
): Promise<UploadRow> => {
  const upload = await rows.uploads.get(shared, id)
  if (!upload || !isVisible(upload, scope)) throw notFound('upload')
  return upload
}

const isVisible = (upload: UploadRow, scope: ModeScope): boolean =>
  upload.mode === scope.mode || upload.kind !== 'CSV'

/** Takes a file in: into the blob store, looked at, and written down; or nothing of it is kept. */
export const takeUpload = async (
  context: ProcessContext,
  { kind, name }: { kind: UploadKind; name: string },
  source: ByteSource,
): Promise<UploadRow> => {
  const { services, scope } = context
  if (kind !== 'CSV' && scope.mode === 'test') {
    throw problem(
      'insufficient_scope',
      'With a test key only CSV files can be uploaded: live and test mode share what templates are made of.',
    )
  }
  const id = services.ids.next('upl')
  const received = await receive(services, source, {
    blobKey: `uploads/${id.toLowerCase()}`,
    limit: uploadLimits.bytes[kind],
  })
  try {
    const { contentType, findings } = await examine(kind, received)
    if (hasErrors(findings)) throw refused(findings)
    const upload: UploadRow = {
      id,
      ...scope,
      kind,
      status: 'READY',
      fileName: name,
      contentType,
      sizeBytes: received.sizeBytes,
      sha256: received.sha256,
      blobKey: received.blobKey,
      findings,
      createdAt: context.now,
    }
    await context.transact(async ({ rows, work }) => {
      await rows.uploads.insert(upload)
      if (kind !== 'CSV') return
      work.enqueue({
        kind: 'assets.expireUpload',
        subject: id,
        organisationId: scope.organisationId,
        // On the real clock: a list is kept for thirty real days, whatever a test clock says.
        mode: null,
        dueAt: services.clock.now() + uploadLimits.csvDays * dayMs,
        payload: { uploadId: id },
      })
    })
    return upload
  } catch (error) {
    await services.blobs.remove(received.blobKey)
    throw error
  }
}

/** One 422 that names everything that is wrong with the file. */
const refused = (findings: readonly Finding[]) =>
  validationFailed(
    findings
      .filter((finding) => hasErrors([finding]))
      .map(({ code, message }) => ({ parameter: 'body', location: 'body', code, message })),
  )

const expected: Readonly<Record<UploadKind, { types: readonly Sniffed[]; said: string }>> = {
  IMAGE: { types: ['image/jpeg', 'image/png'], said: 'An image is a JPEG or a PNG' },
  PDF: { types: ['application/pdf'], said: 'A PDF begins with %PDF-' },
  CSV: { types: ['text/plain'], said: 'A CSV is text' },
  FONT: { types: ['font/ttf'], said: 'A font is a TrueType file (.ttf)' },
}

/** What the file is and what is wrong with it, by its bytes. */
const examine = async (
  kind: UploadKind,
  { head, hasZero }: Received,
): Promise<{ contentType: string; findings: Finding[] }> => {
  const type = sniff(head)
  const { types, said } = expected[kind]
  if (!types.includes(type)) {
    return { contentType: type, findings: [wrongKind(`${said}; this is ${nameOf(type)}.`)] }
  }
  if (kind !== 'CSV') return { contentType: type, findings: [] }
  const findings = hasZero && !isUtf16(head) ? [wrongKind('A CSV is text; this holds zero bytes.')] : []
  return { contentType: 'text/csv', findings }
}

const wrongKind = (message: string): Finding => ({ code: 'file_kind', severity: 'error', message })
