import type * as v from 'valibot'
import type { ReadContext } from '../../engine/context.ts'
import type { HealthReport } from '../../engine/health.ts'
import { gt, isNotNull, oneOf } from '../../kernel/query.ts'
import { type RateClass, rateClasses } from '../../kernel/rate-limit-classes.ts'
import { toDateTime } from '../../kernel/time.ts'
import { isWaiting } from '../../model/jobs.ts'
import { instanceOf } from '../platform/instance.ts'
import type { diagnosticsSchema } from './schema.ts'

type Diagnostics = v.InferOutput<typeof diagnosticsSchema>

/** Facts for support: no secrets, and nothing about recipients. */
export const diagnose = async (
  { services, rows, scope, shared, organisation, caller, now }: ReadContext,
  report: HealthReport,
): Promise<Diagnostics> => ({
  version: services.machine?.version ?? null,
  organisation: {
    id: organisation.id,
    status: organisation.status,
    billingMode: organisation.billingMode,
    timeZone: organisation.timeZone,
    isTest: scope.mode === 'test',
    now: toDateTime(now),
  },
  rateLimits: (Object.entries(rateClasses) as [RateClass, number][]).map(([name, standard]) => ({
    class: name,
    perMinute: organisation.rateLimits[name] ?? standard,
    defaultPerMinute: standard,
  })),
  jobs: {
    pending: await rows.jobs.count(shared, isWaiting),
    failed: await rows.jobs.count(shared, { attempts: gt(0) }),
  },
  webhooks: {
    endpoints: await rows.webhookEndpoints.count(shared, {}),
    disabled: await rows.webhookEndpoints.count(shared, { active: false }),
    held: await rows.webhookDeliveries.count(scope, { status: 'HELD', undelivered: isNotNull }),
  },
  runs: {
    waiting: await rows.runs.count(scope, { status: oneOf(['RENDERING', 'RENDERED', 'HANDING_OVER']) }),
    failed: await rows.runs.count(scope, { status: 'FAILED' }),
    uncertain: await rows.runs.count(scope, { uncertain: true }),
  },
  status: report.components,
  instance: caller.scopes.includes('platform.admin') ? instanceOf(services, report) : null,
})
