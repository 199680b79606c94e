import type { ModeScope } from '../../../engine/caller.ts'
import type { Sent } from '../../../engine/operation.ts'
import type { Services } from '../../../engine/services.ts'
import { asError, notFound, type ParameterError, validationFailed } from '../../../kernel/errors.ts'
import type { Mode } from '../../../kernel/mode.ts'
import { oneOf, type Where } from '../../../kernel/query.ts'
import type { Sentence } from '../../../kernel/sentences.ts'
import { dayMs, toDateTime, toDateTimeOrNull } from '../../../kernel/time.ts'
import type {
  DeletedWebhookEndpointRow,
  WebhookDeliveryRow,
  WebhookEndpointRow,
} from '../../../model/webhooks.ts'
import type { Rows } from '../../../ports/store.ts'
import type { Webhook, WebhookInput } from '../schema.ts'
import { endpointSentences } from '../sentences.ts'
import { switchedOff } from './endpoint-state.ts'

/** Limit for each organisation. */
export const maxEndpoints = 20

/** Limit of deleted endpoints that are searched, the latest first. */
export const maxDeleted = 200

export const toWire = (row: WebhookEndpointRow): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  filters: {
    isTest: row.onlyMode === null ? null : row.onlyMode === 'test',
    postflowId: row.onlyPostflowId,
    postbatchId: row.onlyPostbatchId,
  },
  active: row.active,
  disabledAt: toDateTimeOrNull(row.disabledAt),
  disabledReason: row.disabledReason,
  disabledBy: row.active ? null : row.disabledReason === switchedOff ? 'PERSON' : 'FAILURES',
  consecutiveExhausted: row.consecutiveExhausted,
  createdAt: toDateTime(row.createdAt),
  updatedAt: toDateTime(row.updatedAt),
})

/** A test key sees only endpoints that receive only test events. */
export const visibleTo = (mode: Mode): Where<Pick<WebhookEndpointRow, 'onlyMode'>> =>
  mode === 'test' ? { onlyMode: 'test' } : {}

/** Matches deliveries of existing and deleted endpoints that are visible to the key. */
export const ofVisibleEndpoints = async (
  rows: Rows,
  { organisationId, mode }: ModeScope,
): Promise<Where<WebhookDeliveryRow>> => {
  if (mode === 'live') return []
  const own = { organisationId }
  const present = await rows.webhookEndpoints.find(own, visibleTo(mode))
  const deleted = await rows.deletedWebhookEndpoints.find(own, visibleTo(mode), {
    order: [{ field: 'deletedAt', descending: true }],
    limit: maxDeleted,
  })
  const visible = [...present, ...deleted]
  return { endpointId: oneOf(visible.map(({ id }) => id)) }
}

export const visibleEndpoint = async (
  rows: Rows,
  scope: ModeScope,
  id: string,
): Promise<WebhookEndpointRow> => {
  const [endpoint] = await rows.webhookEndpoints.find({ organisationId: scope.organisationId }, [
    { id },
    visibleTo(scope.mode),
  ])
  if (!endpoint) throw notFound('webhook endpoint')
  return endpoint
}

/** Returns a record that is kept as long as the events that the endpoint should have received. */
export const recordOfDeleted = (
  { clock, config }: Pick<Services, 'clock' | 'config'>,
  endpoint: WebhookEndpointRow,
  deletedAfter: number,
): DeletedWebhookEndpointRow => {
  const { id, organisationId, url, description, events, onlyMode, onlyPostflowId, onlyPostbatchId } = endpoint
  const deletedAt = clock.now()
  return {
    id,
    organisationId,
    url,
    description,
    events,
    onlyMode,
    onlyPostflowId,
    onlyPostbatchId,
    subscribedAt: endpoint.subscribedAt,
    createdAfter: endpoint.createdAfter,
    subscribedAfter: endpoint.subscribedAfter,
    deletedAfter,
    createdAt: endpoint.createdAt,
    deletedAt,
    expiresAt: deletedAt + config.eventRetentionDays * dayMs,
  }
}

type Filters = NonNullable<WebhookInput['filters']>

/** A test key's endpoint receives only test events; `assertUsable` refuses a request for others. */
export const filterColumns = (
  filters: Filters,
  mode: Mode,
): Pick<WebhookEndpointRow, 'onlyMode' | 'onlyPostflowId' | 'onlyPostbatchId'> => ({
  onlyMode: mode === 'test' || filters.isTest ? 'test' : filters.isTest === false ? 'live' : null,
  onlyPostflowId: filters.postflowId ?? null,
  onlyPostbatchId: filters.postbatchId ?? null,
})

export const urlRules = ({ body: { url } }: Sent, services: Services): ParameterError[] => {
  const refusal = typeof url === 'string' ? refuseUrl(services, url) : undefined
  return refusal ? [asError(refusal, 'url')] : []
}

/** Checks URL and filters beyond their schema. Throws one 422 that names every error. */
export const assertUsable = async (
  services: Services,
  rows: Rows,
  scope: ModeScope,
  { url, filters = {} }: { url?: string | undefined; filters?: Filters | undefined },
): Promise<void> => {
  const errors = urlRules({ query: {}, body: { url } }, services)
  if (scope.mode === 'test' && filters.isTest === false) {
    errors.push(asError(endpointSentences.sentence('test_only'), 'filters.isTest'))
  }
  errors.push(...(await mailingErrors(rows, scope, filters)))
  if (errors.length > 0) throw validationFailed(errors)
}

/** Returns errors for mailings that don't exist or whose mode `isTest` excludes: no event would arrive. */
const mailingErrors = async (rows: Rows, scope: ModeScope, filters: Filters): Promise<ParameterError[]> => {
  const { organisationId, mode } = scope
  const visible = mode === 'test' ? scope : { organisationId }
  const { postflowId, postbatchId, isTest } = filters
  const named = [
    ['postflowId', 'Postflow', postflowId, postflowId && (await rows.postflows.get(visible, postflowId))],
    [
      'postbatchId',
      'Postbatch',
      postbatchId,
      postbatchId && (await rows.postbatches.get(visible, postbatchId)),
    ],
  ] as const
  return named.flatMap(([name, noun, id, row]): ParameterError[] => {
    const refusal = (sentence: Sentence): ParameterError[] => [asError(sentence, `filters.${name}`)]
    if (!id) return []
    if (!row) return refusal(endpointSentences.sentence('unknown.mailing', { noun, id }))
    const left = typeof isTest === 'boolean' && isTest !== (row.mode === 'test')
    return left && mode === 'live'
      ? refusal(
          endpointSentences.sentence('other_mode', { id, noun, mode: row.mode, isTest: String(isTest) }),
        )
      : []
  })
}

const refuseUrl = (services: Services, url: string): Sentence | undefined => {
  if (!services.config.allowInsecureWebhooks && /^http:/i.test(url)) {
    return endpointSentences.sentence('url_refused.https')
  }
  return services.webhookSender.refuse(url) ?? refuseHost(url)
}

/**
 * Refuses hosts that a URL parser would correct (`https:///x`, `https:x`, escapes, invisible characters),
 * because the stored URL would not be the one called. Also refuses empty labels and ones over 63 characters.
 */
const refuseHost = (text: string): Sentence | undefined => {
  const [, authority = ''] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? []
  const labels = new URL(text).hostname.replace(/\.$/, '').split('.')
  const usable =
    authority !== '' &&
    !/[%\p{Cf}]/u.test(authority) &&
    labels.every((label) => label.length > 0 && label.length < 64)
  return usable ? undefined : endpointSentences.sentence('url_refused.host')
}
