import { onBehalfOf } from '../../engine/access/authority.ts'
import type { Caller } from '../../engine/caller.ts'
import type { WriteContext } from '../../engine/context.ts'
import type { NewJob } from '../../engine/jobs/kinds.ts'
import { seal } from '../../engine/sealed.ts'
import { problem } from '../../kernel/errors.ts'
import type { ConnectorRow } from '../../model/integrations.ts'
import { connectorLimits as limits } from '../../model/integrations.ts'
import type { InboundResult } from './schema.ts'
import { inboundProblems } from './sentences.ts'

/**
 * Stores a payload of a stopped connector. The first one records when the connector stopped, and mails the
 * owners if it is live. Throws 409 after seven days or at the limit of payloads.
 */
export const storePayload = async (
  { services, rows, work, scope, now }: WriteContext,
  { connector, bytes, sha256 }: { connector: ConnectorRow; bytes: Uint8Array; sha256: string },
  itemId: string,
): Promise<InboundResult> => {
  const at = services.clock.now()
  const since = connector.stoppedAt ?? at
  if (at >= since + limits.storedMs)
    throw problem(inboundProblems.sentence('invalid_state.connector_stopped'))
  if ((await rows.connectorPayloads.count(scope, { connectorId: connector.id })) >= limits.storedPayloads) {
    throw problem(
      inboundProblems.sentence('invalid_state.too_many_payloads', { limit: limits.storedPayloads }),
    )
  }
  if (connector.stoppedAt === null) {
    await rows.connectors.update(scope, connector.id, { stoppedAt: at })
    if (scope.mode === 'live') for (const job of await mailJobs(rows, connector, at)) work.enqueue(job)
  }
  await rows.connectorPayloads.insert({
    id: itemId,
    ...scope,
    connectorId: connector.id,
    payload: seal(services, 'connectorPayload', { id: itemId }, bytes),
    sha256,
    receivedAt: now,
    expiresAt: at + limits.storedMs,
  })
  return { outcome: 'STORED', itemId, itemStatus: 'CREATED' }
}

const mailJobs = async (
  rows: WriteContext['rows'],
  { id, organisationId }: ConnectorRow,
  dueAt: number,
): Promise<NewJob[]> => {
  const owners = await rows.members.find({ organisationId }, { isOwner: true })
  return owners.map(({ userId }) => ({
    kind: 'integrations.stoppedMail',
    subject: `${id}|${userId}`,
    organisationId,
    mode: null,
    dueAt,
    payload: { connectorId: id, userId, stoppedAt: dueAt },
  }))
}

/** Creates the stored items after adoption. */
export const makeStoredJob = (
  { id, organisationId, mode }: ConnectorRow,
  dueAt: number,
  caller: Caller,
): NewJob => ({
  kind: 'integrations.makeStored',
  subject: id,
  organisationId,
  mode,
  dueAt,
  payload: { connectorId: id, ...onBehalfOf(caller, [['postflows.write'], ['items.write']]) },
})
