import { isStillPermitted, PermissionWithdrawn } from '../../../engine/access/authority.ts'
import { noClient } from '../../../engine/caller.ts'
import type { WriteContext } from '../../../engine/context.ts'
import {
  defineJob,
  hourly,
  type JobContext,
  organisationOf,
  removeExpired,
} from '../../../engine/jobs/job.ts'
import { unseal } from '../../../engine/sealed.ts'
import { Problem, validationFailed } from '../../../kernel/errors.ts'
import type { ConnectorPayloadRow, ConnectorRow } from '../../../model/integrations.ts'
import type { OrganisationRow } from '../../../model/organisations.ts'
import { everyone } from '../../../ports/store.ts'
import { connectorStoppedText, languageOfUser, loadMailWords } from '../../people/mails.ts'
import { callContext, create, note, parsePayload, prepare } from '../inbound.ts'
import { type PayloadReader, readerOf, readPayload } from '../reader.ts'

interface Stored {
  connector: ConnectorRow
  organisation: OrganisationRow
  reader: PayloadReader
  row: ConnectorPayloadRow
  bytes: Uint8Array
}

/** Creates the item of the oldest payload, or records its refusal. Returns false if there was none. */
const makeNext = async (context: JobContext, connectorId: string): Promise<boolean> => {
  const stored = await oldest(context, connectorId)
  if (!stored) return false
  const { connector, organisation, reader, row, bytes } = stored
  const arrival = { connector, organisation, sizeBytes: bytes.length, sha256: row.sha256 }
  const call = callContext(
    { services: context.services, client: noClient, requestId: context.job.id },
    stored,
  )
  const remove = (rows: WriteContext['rows']) => rows.connectorPayloads.remove(row, { id: row.id })
  try {
    const { input, errors } = readPayload(reader, connector.postflowId, parsePayload(bytes))
    if (!input) throw validationFailed(errors)
    const checked = await prepare(call, input)
    // The sender was given this id.
    for (const item of checked) item.id = row.id
    await context.transact(async (transaction) => {
      if ((await remove(transaction.rows)) === 0) return
      await create({ ...call, ...transaction }, input, checked, reader)
    })
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const { code, message: detail } = error
    await context.transact(async (transaction) => {
      if ((await remove(transaction.rows)) === 0) return
      const refused = { outcome: 'REFUSED' as const, itemId: null, code, detail, errors: [...error.errors] }
      await note(context, transaction, arrival, refused)
    })
  }
  return true
}

const oldest = ({ services, job }: JobContext, connectorId: string): Promise<Stored | undefined> =>
  services.store.read(async (rows) => {
    const connector = await rows.connectors.get(organisationOf(job), connectorId)
    if (!connector || connector.stoppedAt !== null) return undefined
    const organisation = await rows.organisations.get(everyone, connector.organisationId)
    const [row] = await rows.connectorPayloads.find(
      connector,
      { connectorId },
      { order: [{ field: 'receivedAt' }], limit: 1 },
    )
    if (!organisation || !row) return undefined
    const bytes = unseal(services, 'connectorPayload', row, row.payload)
    // The job is retried and listed as failing until the instance key is right again.
    if (!bytes) throw new Error(`The payload ${row.id} cannot be decrypted with this instance key.`)
    return { connector, organisation, row, bytes, reader: await readerOf(rows, connector, organisation) }
  })

/** Creates items of payloads stored while the connector was stopped, the oldest first. */
export const makeStored = defineJob({
  kind: 'integrations.makeStored',
  async handler(context) {
    const { services, job, args, transact } = context
    const id = args.connectorId
    for (;;) {
      if (!(await isStillPermitted(services, job))) {
        // The rest waits for another owner, to whom the connector is shown as stopped.
        const stopped = { stoppedAt: services.clock.now() }
        await transact(({ rows }) =>
          rows.connectors.updateWhere(organisationOf(job), { id, stoppedAt: null }, stopped),
        )
        throw new PermissionWithdrawn()
      }
      if (!(await makeNext(context, id))) return undefined
      await context.extend()
      const later = context.giveWay()
      if (later) return later
    }
  },
})

/** Removes stored payloads after seven days. */
export const connectorRetention = defineJob({
  kind: 'integrations.retention',
  recur: hourly,
  handler: (context) => removeExpired(context, ['connectorPayloads']),
})

/** Sent to one owner, unless the connector was adopted in the meantime. */
export const stoppedMail = defineJob({
  kind: 'integrations.stoppedMail',
  async handler({ services, job, args }) {
    const { connectorId, userId, stoppedAt } = args
    const { connector, organisation, user } = await services.store.read(async (rows) => {
      const connector = await rows.connectors.get(organisationOf(job), connectorId)
      const organisation = connector && (await rows.organisations.get(everyone, connector.organisationId))
      return { connector, organisation, user: await rows.users.get(everyone, userId) }
    })
    if (!connector || !organisation || connector.stoppedAt !== stoppedAt) return undefined
    if (user?.status !== 'ACTIVE') return undefined
    const words = (await loadMailWords(job, languageOfUser(user)))(organisation.timeZone)
    await services.mailer.send({
      to: user.email,
      messageId: job.id,
      ...connectorStoppedText(words, { name: connector.name, organisation: organisation.name }),
    })
    return undefined
  },
})
