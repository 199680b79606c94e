import type { Mode } from '../../kernel/mode.ts'
import type { JobRow } from '../../model/jobs.ts'

/** Every kind of job; the handler lives in the feature's `jobs/` folder under the same name. */
export const jobKinds = [
  'assets.expireUpload',
  'assets.purge',
  'assets.sweep',
  'runs.cutoff',
  'runs.render',
  'runs.handOver',
  'runs.offerToCarrier',
  'runs.complete',
  'runs.moveItems',
  'runs.attachReady',
  'runs.clean',
  'renders.render',
  'developers.advanceTestClock',
  'postflows.moveItems',
  'exports.write',
  'people.retention',
  'developers.retention',
  'people.passwordReset',
  'people.invitationMail',
  'people.expireInvitation',
  'imports.process',
  'imports.forget',
  'postbatches.validate',
  'postbatches.moveItems',
  'events.retention',
  'idempotency.retention',
  'analytics.rebuild',
  'billing.releaseHeld',
  'billing.monthly',
  'suppressions.import',
  'billing.invoicePdf',
  'billing.invoiceMail',
  'support.mail',
  'webhooks.drop',
  'webhooks.hold',
  'webhooks.disabledMail',
  'webhooks.replayMissed',
  'privacy.erase',
  'privacy.retention',
] as const

export type JobKind = (typeof jobKinds)[number]

/** What brings a run to its printer at the hour that was promised: it has lanes of its own, which nothing else can fill. */
export const productionKinds: readonly JobKind[] = jobKinds.filter((kind) => kind.startsWith('runs.'))

export interface NewJob {
  kind: JobKind
  /** Names the job's subject; at most one job of a kind and subject waits at a time. */
  subject: string
  organisationId: string | null
  /** `test`: due by the organisation's test clock. */
  mode: Mode | null
  /** ms on that clock. */
  dueAt: number
  payload?: JobRow['payload']
}
