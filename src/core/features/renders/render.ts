import { addressKey } from '../../address/index.ts'
import type { ModeScope } from '../../engine/caller.ts'
import type { ReadContext, WriteContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/id-kinds.ts'
import { shownAt } from '../../engine/mode-clock.ts'
import { apiPrefix } from '../../engine/operation.ts'
import { found, invalid, type ParameterError, validationFailed } from '../../kernel/errors.ts'
import { dayMs, toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { RenderRow } from '../../model/renders.ts'
import type { TemplateVersionRow } from '../../model/templates.ts'
import type { Rows } from '../../ports/store.ts'
import { mediaUrl } from '../media/token.ts'
import { type RenderInput, type RenderWire, renderLimits } from './schema.ts'

export const renderToWire = (
  { services, organisation }: Pick<ReadContext, 'services' | 'organisation'>,
  row: RenderRow,
): RenderWire => ({
  id: row.id,
  status: row.status,
  isTest: row.mode === 'test',
  templateVersionId: row.templateVersionId,
  itemId: row.itemId,
  format: row.format,
  page: row.page,
  dpi: row.dpi,
  findings: row.findings,
  sizeBytes: row.sizeBytes,
  file: row.status === 'READY' ? `${apiPrefix}/renders/${row.id}/file` : null,
  url: row.status === 'READY' ? mediaUrl(services, row.id, 'file') : null,
  createdAt: toDateTime(row.createdAt),
  completedAt: toDateTimeOrNull(row.completedAt),
  expiresAt: toDateTime(shownAt(row.expiresAt, organisation, row.mode)),
})

export const renderById = async (rows: Rows, scope: ModeScope, id: string): Promise<RenderRow> =>
  found(await rows.renders.get(scope, id), 'render')

/**
 * The row of a requested preview. Throws 422 for references that do not exist or inputs that exclude each
 * other.
 */
export const newRender = async (
  {
    services,
    rows,
    scope,
    shared,
    now,
  }: Pick<WriteContext, 'services' | 'rows' | 'scope' | 'shared' | 'now'>,
  input: RenderInput,
): Promise<RenderRow> => {
  const { version, ...subject } = await subjectOf(rows, scope, shared, input)
  if (input.format === 'png' && input.page > version.document.pages.length) {
    throw invalid('page', `The template has ${version.document.pages.length} pages.`, 'out_of_range')
  }
  return {
    id: services.ids.next('rnd'),
    ...scope,
    status: 'PENDING',
    format: input.format,
    page: input.page,
    dpi: input.dpi,
    templateVersionId: version.id,
    ...subject,
    findings: [],
    blobKey: null,
    sizeBytes: null,
    createdAt: now,
    completedAt: null,
    // Files are kept by real time, not by the test clock (docs/interface.md#test-clock).
    expiresAt: services.clock.now() + renderLimits.days * dayMs,
  }
}

type Subject = Pick<RenderRow, 'itemId' | 'recipient' | 'addressKey' | 'data'> & {
  version: TemplateVersionRow
}

const subjectOf = async (
  rows: Rows,
  scope: ModeScope,
  shared: { organisationId: string },
  input: RenderInput,
): Promise<Subject> => {
  assertOneSubject(input)
  if (input.itemId !== undefined) {
    const item = await rows.items.get(scope, input.itemId)
    if (!item) throw unknownId('itemId', 'itm', input.itemId, ' in this mode')
    const version = await rows.templateVersions.get(shared, item.templateVersionId)
    const { recipient, data } = item
    return { version: version!, itemId: item.id, recipient, addressKey: item.addressKey, data }
  }
  const postflow =
    input.postflowId === undefined ? undefined : await rows.postflows.get(scope, input.postflowId)
  if (input.postflowId !== undefined && !postflow) {
    throw unknownId('postflowId', 'pfl', input.postflowId, ' in this mode')
  }
  const versionId = postflow?.templateVersionId ?? input.templateVersionId!
  const version = await rows.templateVersions.get(shared, versionId)
  if (!version) throw unknownId('templateVersionId', 'tv', versionId)
  const recipient = input.recipient ?? null
  return {
    version,
    itemId: null,
    recipient,
    addressKey: recipient && addressKey(recipient),
    data: input.data ?? {},
  }
}

const subjects = ['templateVersionId', 'postflowId', 'itemId'] as const

const assertOneSubject = (input: RenderInput): void => {
  const named = subjects.filter((subject) => input[subject] !== undefined)
  const errors: ParameterError[] = []
  const refuse = (parameter: string, code: string, message: string) =>
    errors.push({ parameter, location: 'body', code, message })
  if (named.length === 0) {
    refuse('templateVersionId', 'required', `Say what to render: one of ${subjects.join(', ')}.`)
  }
  if (named.length > 1) {
    for (const subject of named) refuse(subject, 'exclusive', `Only one of ${subjects.join(', ')} at a time.`)
  }
  if (input.itemId !== undefined) {
    for (const field of ['recipient', 'data'] as const) {
      if (input[field] !== undefined) refuse(field, 'exclusive', `An item brings its own ${field}.`)
    }
  }
  if (errors.length > 0) throw validationFailed(errors)
}
