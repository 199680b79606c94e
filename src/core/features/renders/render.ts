import { addressKey, keysV1 } from '../../address/index.ts'
import { requireScope } from '../../engine/access/authorise.ts'
import { principalOf } from '../../engine/access/authority.ts'
import type { ModeScope } from '../../engine/caller.ts'
import type { ReadContext, WriteContext } from '../../engine/context.ts'
import { unknownId } from '../../engine/ids.ts'
import { shownAt } from '../../engine/mode-clock.ts'
import { apiPrefix } from '../../engine/operation.ts'
import { asError, found, invalid, type ParameterError, validationFailed } from '../../kernel/errors.ts'
import type { Sentence } from '../../kernel/sentences.ts'
import { dayMs, toDateTime, toDateTimeOrNull } from '../../kernel/time.ts'
import type { RenderRow } from '../../model/renders.ts'
import type { TemplateVersionRow } from '../../model/templates.ts'
import type { Rows } from '../../ports/store.ts'
import { mediaUrl } from '../media/token.ts'
import { type RenderInput, type RenderWire, renderLimits } from './schema.ts'
import { renderSentences } from './sentences.ts'

export const renderToWire = (
  { services, organisation, caller }: Pick<ReadContext, 'services' | 'organisation' | 'caller'>,
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
  url: row.status === 'READY' ? mediaUrl(services, row.id, 'file', principalOf(caller)) : null,
  createdAt: toDateTime(row.createdAt),
  completedAt: toDateTimeOrNull(row.completedAt),
  expiresAt: toDateTime(shownAt(row.expiresAt, organisation, row.mode)),
})

/** Returns a render. Requires `items.read` for one of an item, because it shows the letter. */
export const readableRender = async (
  rows: Rows,
  { scope, caller }: Pick<ReadContext, 'scope' | 'caller'>,
  id: string,
): Promise<RenderRow> => {
  const render = found(await rows.renders.get(scope, id), 'render')
  if (render.itemId !== null) requireScope(caller, 'items.read')
  return render
}

/** Returns the row of a new render. Throws 422 for unknown references and conflicting inputs. */
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
    throw invalid(
      'page',
      renderSentences.sentence('out_of_range.template_page', { pages: version.document.pages.length }),
    )
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
    // Files are kept by real time, not by the test clock (docs/api-rules.md#test-clock).
    expiresAt: services.clock.now() + renderLimits.days * dayMs,
  }
}

type Subject = Pick<RenderRow, 'itemId' | 'recipient' | 'addressKey' | 'addressKeyV2' | 'data'> & {
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
    if (!item) throw unknownId('itemId', 'itm', input.itemId, 'mode')
    const version = await rows.templateVersions.get(shared, item.templateVersionId)
    const { recipient, data } = item
    const { addressKey: former, addressKeyV2 = addressKey(recipient) } = item
    return { version: version!, itemId: item.id, recipient, addressKey: former, addressKeyV2, data }
  }
  const postflow =
    input.postflowId === undefined ? undefined : await rows.postflows.get(scope, input.postflowId)
  if (input.postflowId !== undefined && !postflow) {
    throw unknownId('postflowId', 'pfl', input.postflowId, 'mode')
  }
  const versionId = postflow?.templateVersionId ?? input.templateVersionId!
  const version = await rows.templateVersions.get(shared, versionId)
  if (!version) throw unknownId('templateVersionId', 'tv', versionId)
  const recipient = input.recipient ?? null
  return {
    version,
    itemId: null,
    recipient,
    addressKey: recipient && keysV1.addressKey(recipient),
    addressKeyV2: recipient && addressKey(recipient),
    data: input.data ?? {},
  }
}

const subjects = ['templateVersionId', 'postflowId', 'itemId'] as const

const assertOneSubject = (input: RenderInput): void => {
  const named = subjects.filter((subject) => input[subject] !== undefined)
  const errors: ParameterError[] = []
  const refuse = (parameter: string, sentence: Sentence) => errors.push(asError(sentence, parameter))
  const all = { subjects: subjects.join(', ') }
  if (named.length === 0) refuse('templateVersionId', renderSentences.sentence('required.subject', all))
  if (named.length > 1) {
    for (const subject of named) refuse(subject, renderSentences.sentence('exclusive.subject', all))
  }
  if (input.itemId !== undefined) {
    for (const field of ['recipient', 'data'] as const) {
      if (input[field] !== undefined) refuse(field, renderSentences.sentence('exclusive.item', { field }))
    }
  }
  if (errors.length > 0) throw validationFailed(errors)
}
