import type { Core } from '../../src/core/app/index.ts'
import { scopesOf } from '../../src/core/engine/access/permissions.ts'
import { operatorActor } from '../../src/core/engine/audit/changes.ts'
import { testNow } from '../../src/core/engine/mode-clock.ts'
import type { Services } from '../../src/core/engine/services.ts'
import { parse } from '../../src/core/engine/validate.ts'
import { type SellerInput, setSeller } from '../../src/core/features/billing/seller.ts'
import type { TopUp } from '../../src/core/features/billing/top-ups.ts'
import { receivePayment } from '../../src/core/features/billing/uninvoiced.ts'
import { createKey, listKeys, type NewKey, revokeKey } from '../../src/core/features/developers/keys.ts'
import { clockTarget, testClockToWire } from '../../src/core/features/developers/test-clock.ts'
import { retryFailedJobsNow, retryJobNow } from '../../src/core/features/instance/command-line.ts'
import { checkInstance } from '../../src/core/features/instance/doctor.ts'
import type { MoveContext } from '../../src/core/features/items/move.ts'
import {
  createOrganisation,
  getOrganisation,
  listOrganisations,
  type NewOrganisation,
  resumeOrganisation,
  suspendOrganisation,
  toWire,
} from '../../src/core/features/organisations/manage.ts'
import { setRateLimits } from '../../src/core/features/organisations/rate-limits.ts'
import { userToWire } from '../../src/core/features/people/administration/user-accounts.ts'
import {
  createAccount,
  listUsers,
  type NewAccount,
  resetLinkOf,
  resetSecondFactor,
  setOperator,
  setUserStatus,
} from '../../src/core/features/people/administration/user-admin.ts'
import { type JobFilter, jobToWire, listJobs, showJob } from '../../src/core/features/platform/jobs.ts'
import { readShop } from '../../src/core/features/printers/choice.ts'
import { exportCatalogue } from '../../src/core/features/products/catalogue/export.ts'
import {
  checkFile,
  importChecked,
  isValid,
  reportToWire,
} from '../../src/core/features/products/catalogue/import.ts'
import {
  excludeFromRun,
  listRuns,
  packageRun,
  reportOnRun,
  showRun,
  steer,
} from '../../src/core/features/runs/command-line.ts'
import {
  cancelRun,
  closeRun,
  completeRun,
  offerRun,
  printerNamesOf,
  renderRun,
  requestHandOver,
  retryRun,
} from '../../src/core/features/runs/operating.ts'
import { runFactsToWire } from '../../src/core/features/runs/run.ts'
import { cancelInput, excludeInput } from '../../src/core/features/runs/schema.ts'
import { type SeedInput, seedOrganisation } from '../../src/core/features/seed/seed.ts'
import { toDateTime, toDateTimeOrNull } from '../../src/core/kernel/time.ts'
import type { ApiKeyRow } from '../../src/core/model/api-keys.ts'
import type { UserRow } from '../../src/core/model/people.ts'
import { type RunRow, runStatuses } from '../../src/core/model/runs.ts'
import { failure } from '../cli/failure.ts'
import type { ExplainedSetting } from '../cli/settings.ts'
import { signingKeyToJson } from '../instance/keys/public-keys.ts'
import type { Instance } from '../instance/open.ts'
import { rebuildAnalytics } from './analytics.ts'
import { billingCommands, invoicingCommands } from './billing.ts'
import { type CreateItems, createItems } from './items.ts'
import { printerCommands, printingCommands, writeRunPackage } from './printing.ts'

/** As in the operations of the same names, problems are returned as findings, each with its place. */
const catalogueCommands = {
  'catalogue.export': ({ services }: Core) => exportCatalogue(services),
  'catalogue.check': async ({ services }: Core, { file }: { file: unknown }) => {
    const checked = await checkFile(services, file)
    return { revision: checked.revision, valid: isValid(checked), ...reportToWire(checked) }
  },
  'catalogue.import': async ({ services }: Core, { file }: { file: unknown }) => {
    const checked = await checkFile(services, file)
    const valid = isValid(checked)
    const revision = valid ? await importChecked(services, checked, operatorActor) : checked.revision
    return { revision, valid, ...reportToWire(checked) }
  },
}

interface AdvanceClock {
  organisationId: string
  /** RFC 3339, or `next-cutoff`. */
  to: string
}

/** Moves an organisation's test clock and runs everything due on the way. */
const advanceClock = async ({ services, webhooks }: Core, { organisationId, to }: AdvanceClock) => {
  await getOrganisation(services, organisationId)
  const goal = await services.store.read((rows) => clockTarget(services, rows, organisationId, { to }))
  let { ran } = await advanceTo(services, organisationId, goal.to)
  // The clock advanced while jobs ran, so jobs that they scheduled for now (rendering, hand-over) are due a
  // moment later.
  for (let moved = true; moved; ) {
    const next = await advanceTo(services, organisationId, await testNow(services, organisationId))
    ran += next.ran
    moved = next.ran > 0 || next.waited
  }
  // Without a server nothing else would send these events.
  await webhooks.pump()
  const clock = await services.store.read((rows) => testClockToWire(services, rows, organisationId))
  return { ...clock, ranJobs: ran }
}

/** Advances to the target, waiting for jobs of this clock that another server runs. */
const advanceTo = async ({ scheduler }: Services, organisationId: string, to: number) => {
  let ran = 0
  for (let waited = false; ; waited = true) {
    const next = await scheduler.advance(organisationId, to)
    ran += next.ran
    if (next.done) return { ran, waited }
    await new Promise((resolve) => setTimeout(resolve, 50))
    // Resumes jobs of a lost server.
    await scheduler.reap()
  }
}

const jobCommands = {
  'jobs.list': async ({ services }: Core, filter: JobFilter) =>
    (await listJobs(services, filter)).map(jobToWire),
  'jobs.show': async ({ services }: Core, { id }: { id: string }) => jobToWire(await showJob(services, id)),
  'jobs.retry': async ({ services }: Core, { id }: { id: string | undefined }) =>
    (id === undefined ? await retryFailedJobsNow(services) : [await retryJobNow(services, id)]).map(
      jobToWire,
    ),
}

const userCommands = {
  'user.create': async ({ services }: Core, args: NewAccount) => {
    const { user, permissions, link, mailed } = await createAccount(services, args)
    return { ...userToWire(user), permissions, link, mailed }
  },
  'user.list': async ({ services }: Core) => (await listUsers(services)).map(userToWire),
  'user.status': async ({ services }: Core, args: { email: string; status: UserRow['status'] }) =>
    userToWire(await setUserStatus(services, args.email, args.status)),
  'user.resetLink': async ({ services }: Core, { email }: { email: string }) => ({
    email,
    link: await resetLinkOf(services, email),
  }),
  'user.resetSecondFactor': async ({ services }: Core, { email }: { email: string }) =>
    userToWire(await resetSecondFactor(services, email)),
  'user.operator': async (
    { services }: Core,
    { email, ...given }: { email: string; scopes: string[]; existing: boolean },
  ) => {
    const { user, link, mailed } = await setOperator(services, email, given)
    return { ...userToWire(user), link, mailed }
  },
}

/** The core, and capabilities of the data folder's owner. */
export type ControlContext = Core &
  Omit<Instance, 'core' | 'meter'> & {
    /** The settings of the server; absent if a command opened the folder itself. */
    settings?: readonly ExplainedSetting[]
  }

/** Commands that run in the process that owns the data folder. Arguments and results are JSON. */
export const controlCommands = {
  /** Shows a waiting command that the server is alive. */
  ping: async () => null,

  'org.create': async ({ services }: Core, args: NewOrganisation) =>
    toWire(await createOrganisation(services, args)),
  'org.suspend': async ({ services }: Core, { id, ...change }: { id: string; reason?: string }) =>
    toWire(await suspendOrganisation(services, id, change)),
  'org.resume': async ({ services }: Core, { id }: { id: string }) =>
    toWire(await resumeOrganisation(services, id)),
  'org.limits': async (
    { services }: Core,
    { id, limits }: { id: string; limits: Parameters<typeof setRateLimits>[2] },
  ) => {
    const { rateLimits } = await setRateLimits(services, id, limits)
    return { id, rateLimits }
  },
  'org.list': async ({ services }: Core) => (await listOrganisations(services)).map(toWire),

  'key.create': async ({ services }: Core, args: NewKey) => {
    const key = await createKey(services, args)
    return { ...key, expiresAt: toDateTimeOrNull(key.expiresAt) }
  },
  'key.revoke': async ({ services }: Core, { id }: { id: string }) =>
    keyToJson(await revokeKey(services, id)),
  'key.list': async ({ services }: Core, { organisationId }: { organisationId: string }) =>
    (await listKeys(services, organisationId)).map(keyToJson),

  ...userCommands,

  seed: ({ services }: Core, { organisationId, ...input }: { organisationId: string } & SeedInput) =>
    seedOrganisation(services, organisationId, input),
  'clock.advance': (core: Core, args: AdvanceClock) => advanceClock(core, args),
  'item.create': (core: Core, args: CreateItems) => createItems(core, args),

  'evidence.keys': async ({ services }: Core) => services.crypto.signer.keys().map(signingKeyToJson),
  'evidence.rotateKey': async ({ services }: Core) => signingKeyToJson(await services.crypto.signer.rotate()),

  'analytics.rebuild': (core: Core, args: Parameters<typeof rebuildAnalytics>[1]) =>
    rebuildAnalytics(core, args),

  ...billingCommands,
  'billing.seller': ({ services }: Core, args: SellerInput) => setSeller(services, args),
  'billing.topUp': ({ services }: Core, args: TopUp) => receivePayment(services, args),

  'backup.create': ({ services }: Core, { to }: { to: string }) => services.backups.make(to, operatorActor),
  /** The server's settings may differ from those that the command reads. */
  'instance.show': async ({ printFolder, drill, settings = [], services: { config } }: ControlContext) => ({
    settings,
    printFolder,
    drill,
    baseUrl: config.baseUrlIsChosen ? config.baseUrl : undefined,
  }),
  doctor: ({ services }: Core) => checkInstance(services),
  ...jobCommands,
  ...printingCommands,
  ...printerCommands,
  ...catalogueCommands,
  ...invoicingCommands,

  'run.list': async ({ services }: Core, filter: RunFilter) => {
    const runs = await listRuns(services, readRunFilter(filter))
    const { printers } = await services.store.read(readShop)
    return runs.map((run) => ({ ...runToJson(run), ...printerNamesOf(printers, run) }))
  },
  'run.show': async ({ services }: Core, { id }: { id: string }) => {
    const run = await showRun(services, id)
    const { printers } = await services.store.read(readShop)
    return { ...runToJson(run), ...printerNamesOf(printers, run) }
  },
  'run.package': async ({ services }: Core, { id, to }: { id: string; to: string }) =>
    writeRunPackage(to, id, await packageRun(services, id)),
  'run.steer': async (
    { services }: Core,
    { id, move, printed, reason = '' }: { id: string; move: RunMove; printed?: boolean; reason?: string },
  ) =>
    runToJson(await steer(services, id, (context, run) => runMoves[move](context, run, { printed, reason }))),
  'run.exclude': async (
    { services }: Core,
    { id, items, reason }: { id: string; items: string[]; reason: string },
  ) => {
    const input = parse(excludeInput, { items, reason }, 'body')
    return runToJson(await excludeFromRun(services, id, input.items, input.reason))
  },
  'run.report': ({ services }: Core, { id, ...report }: { id: string } & Parameters<typeof reportOnRun>[2]) =>
    reportOnRun(services, id, report),
} satisfies Record<string, (context: ControlContext, args: never) => Promise<unknown>>

const runMoves = {
  close: closeRun,
  render: renderRun,
  retry: retryRun,
  handOver: (context, run, { printed }) => requestHandOver(context, run, printed),
  offer: offerRun,
  complete: completeRun,
  cancel: (context, run, { reason }) =>
    cancelRun(context, run, parse(cancelInput, { reason }, 'body').reason),
} satisfies Record<
  string,
  (
    context: MoveContext,
    run: RunRow,
    answer: { printed: boolean | undefined; reason: string },
  ) => Promise<RunRow>
>
export type RunMove = keyof typeof runMoves

export type ControlCommand = keyof typeof controlCommands
export type ControlArgs<Name extends ControlCommand> = Parameters<(typeof controlCommands)[Name]>[1]
export type ControlResult<Name extends ControlCommand> = Awaited<ReturnType<(typeof controlCommands)[Name]>>

/** Formats an API key without its secret, which is not stored. */
const keyToJson = (row: ApiKeyRow) => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  mode: row.mode,
  scopes: scopesOf(row),
  createdAt: toDateTime(row.createdAt),
  expiresAt: toDateTimeOrNull(row.expiresAt),
  revokedAt: toDateTimeOrNull(row.revokedAt),
})

interface RunFilter {
  organisationId: string | undefined
  mode: string | undefined
  status: string | undefined
}

const readRunFilter = ({ organisationId, mode, status }: RunFilter): Parameters<typeof listRuns>[1] => ({
  ...(organisationId === undefined ? {} : { organisationId }),
  ...(mode === undefined ? {} : { mode: oneOf('mode', mode, ['live', 'test'] as const) }),
  ...(status === undefined ? {} : { status: oneOf('status', status.toUpperCase(), runStatuses) }),
})

const oneOf = <T extends string>(flag: string, text: string, values: readonly T[]): T => {
  const found = values.find((value) => value === text)
  if (!found) throw failure('usage', `--${flag} must be one of ${values.join(', ')}, not “${text}”.`)
  return found
}

/**
 * Formats a run as the API does, but without its planned days and first page, and with its organisation and the
 * operator's full reason.
 */
const runToJson = (run: RunRow) => ({
  ...runFactsToWire(run),
  reason: run.reason,
  organisationId: run.organisationId,
})
