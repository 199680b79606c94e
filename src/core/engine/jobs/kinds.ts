import * as v from 'valibot'
import type { Mode } from '../../kernel/mode.ts'
import type { JobRow } from '../../model/jobs.ts'

/** A job kind. Declared apart from its handler, because features in lower layers enqueue the kind too. */
interface Kind<A extends v.ObjectEntries> {
  /** `production`: work on a run from its cutoff to the carrier. Other jobs can't occupy its lanes. */
  lane: 'production' | 'other'
  /** One job of the kind always exists; its handler's `recur` returns when it is next due. */
  recurs: boolean
  args: v.ObjectSchema<A, undefined>
  /** Merges the arguments of two requests for the same work. By default the later ones win. */
  join: ((earlier: Args<A>, later: Args<A>) => Args<A>) | undefined
}

type Args<A extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<A, undefined>>

const kind =
  (lane: 'production' | 'other', recurs: boolean) =>
  <A extends v.ObjectEntries>(args: A, join?: (earlier: Args<A>, later: Args<A>) => Args<A>): Kind<A> => ({
    lane,
    recurs,
    args: v.object(args),
    join,
  })
const id = v.string()
const production = kind('production', false)
const other = kind('other', false)
const recurring = () => kind('other', true)({})

const confirmed = <A extends { again?: boolean | undefined }>(earlier: A, later: A): A =>
  earlier.again ? { ...later, again: true } : later

/** `again`: an operator confirmed that no printer has the run. Passed from job to job up to the hand-over. */
const ofRun = { runId: id, again: v.optional(v.boolean()) }

const ofEndpoint = { endpointId: id }

/** Absent in jobs queued before 0.3.0. `needs`: `a|b c` requires one of the scopes a and b, and c. */
const callers = {
  callerKind: v.optional(v.picklist(['user', 'key'])),
  callerId: v.optional(id),
  needs: v.optional(v.string()),
}
export type JobCaller = v.InferOutput<v.ObjectSchema<typeof callers, undefined>>

/** Later versions read stored jobs: arguments are only added, and new ones are optional. */
export const kinds = {
  'analytics.rebuild': other({ mode: v.picklist(['live', 'test']) }),
  'assets.expireUpload': other({ uploadId: id }),
  'assets.purge': other({ assetId: id }),
  'assets.sweep': recurring(),
  'billing.countSpending': other({ apiKeyId: v.nullable(id) }),
  'billing.invoiceMail': other({ invoiceId: id }),
  'billing.invoicePdf': other({ invoiceId: id }),
  'billing.monthly': recurring(),
  'billing.releaseCapped': other({}),
  'billing.releaseHeld': other({}),
  'billing.treatments': other({}),
  'developers.advanceTestClock': other({
    organisationId: id,
    to: v.number(),
    offsetMs: v.optional(v.number()),
  }),
  'developers.retention': recurring(),
  'events.retention': recurring(),
  'exports.write': other({ exportId: id, ...callers }),
  'exports.writeWorkbook': other({ exportId: id, ...callers }),
  'idempotency.retention': recurring(),
  'imports.forget': other({ importId: id }),
  'imports.process': other({ importId: id, ...callers }),
  'imports.takeRows': other({ importId: id, ...callers }),
  'integrations.makeStored': other({ connectorId: id, ...callers }),
  'integrations.retention': recurring(),
  'integrations.stoppedMail': other({ connectorId: id, userId: id, stoppedAt: v.number() }),
  'itemActions.carryOut': other({ itemActionId: id, ...callers }),
  'itemActions.gather': other({ itemActionId: id, ...callers }),
  'itemActions.retention': recurring(),
  'items.renewKeys': recurring(),
  'notices.approvals': other({ organisationId: id, told: v.optional(v.boolean()) }),
  'notices.mail': other({ notice: v.string(), id, userId: id }),
  'notices.tell': other({ notice: v.string(), id, told: v.optional(v.boolean()) }),
  'overview.foldNames': recurring(),
  'people.expireInvitation': other({ invitationId: id }),
  'people.invitationMail': other({ invitationId: id }),
  'people.passwordReset': other({ emailKey: v.string(), demanded: v.optional(v.boolean()) }),
  'people.retention': recurring(),
  'postbatches.copyItems': other({ postbatchId: id, ...callers }),
  'postbatches.correctSalutations': other({ postbatchId: id, ...callers }),
  'postbatches.countSentBefore': other({ postbatchId: id }),
  'postbatches.moveItems': other({ postbatchId: id }),
  'postbatches.validate': other({ postbatchId: id }),
  'postflows.moveItems': other({ postflowId: id, holdScheduled: v.boolean() }),
  'printers.bindSecrets': recurring(),
  'privacy.deleteTestData': other({ organisationId: id }),
  'privacy.erase': other({ itemId: v.optional(id), runId: v.optional(id) }),
  'privacy.retention': recurring(),
  'catalogue.renewHolidays': recurring(),
  'renders.render': other({ renderId: id }),
  'printing.watch': other({ ...ofRun, remakeId: v.optional(id) }, confirmed),
  'runs.attachReady': production({}),
  'runs.clean': other(ofRun),
  'runs.complete': other(ofRun),
  'runs.cutoff': production(ofRun, confirmed),
  'runs.handOver': production(ofRun, confirmed),
  'runs.moveItems': other({ ...ofRun, to: v.string() }),
  'runs.offerToCarrier': production(ofRun, confirmed),
  'runs.remake': production({ ...ofRun, remakeId: id, ...callers }, confirmed),
  'runs.render': production(ofRun, confirmed),
  'support.mail': other({ messageId: id }),
  'suppressions.import': other({ importId: id, ...callers }),
  'suppressions.takeRows': other({ importId: id, ...callers }),
  'webhooks.disabledMail': other({ ...ofEndpoint, userId: id, epoch: v.number() }),
  'webhooks.drop': other(ofEndpoint),
  'webhooks.hold': other(ofEndpoint),
  'webhooks.replayMissed': other({ ...ofEndpoint, ...callers }),
  'webhooks.replaySince': other({ ...ofEndpoint, since: v.number(), ...callers }, (earlier, later) => ({
    ...later,
    since: Math.min(earlier.since, later.since),
  })),
  'webhooks.retryNow': other({ ...ofEndpoint, asked: v.number(), ...callers }),
}

export type JobKind = keyof typeof kinds
export type JobArgs<K extends JobKind> = v.InferOutput<(typeof kinds)[K]['args']>

export const jobKinds = Object.keys(kinds) as JobKind[]
export const recurringKinds = jobKinds.filter((name) => kinds[name].recurs)
export const productionKinds = jobKinds.filter((name) => kinds[name].lane === 'production')

/** Throws if the arguments don't fit the kind. */
export const argsOf = <K extends JobKind>(job: Pick<JobRow, 'kind' | 'payload'>): JobArgs<K> =>
  v.parse(kinds[job.kind as K].args, job.payload) as JobArgs<K>

const callerSchema = v.object(callers)
export const callerOf = (job: Pick<JobRow, 'payload'>): JobCaller => v.parse(callerSchema, job.payload)

/** The job needs the later caller's permission, or the earlier one's if the later request needs none. */
export const joinPayloads = (
  name: string,
  earlier: JobRow['payload'],
  later: JobRow['payload'],
): JobRow['payload'] => {
  const join = kinds[name as JobKind]?.join as
    | ((earlier: JobRow['payload'], later: JobRow['payload']) => JobRow['payload'])
    | undefined
  const joined = join ? join(earlier, later) : later
  if (later.needs !== undefined || earlier.needs === undefined) return joined
  const { callerKind, callerId, needs } = earlier
  return { ...joined, callerKind, callerId, needs } as JobRow['payload']
}

interface JobRequest<K> {
  kind: K
  /** At most one job of a kind and subject waits. */
  subject: string
  organisationId: string | null
  /** With `test`, the job waits on the organisation's test clock. */
  mode: Mode | null
  /** In ms on the job's clock. */
  dueAt: number
}
export type NewJob<K extends JobKind = JobKind> = K extends JobKind
  ? JobRequest<K> &
      (Record<never, never> extends JobArgs<K> ? { payload?: JobArgs<K> } : { payload: JobArgs<K> })
  : never
