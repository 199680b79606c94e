import { entryOf } from '../../engine/audit/changes.ts'
import type { ModeScope } from '../../engine/caller.ts'
import type { JobContext } from '../../engine/jobs/job.ts'
import type { Services } from '../../engine/services.ts'
import { gt, oneOf } from '../../kernel/query.ts'
import type { AuditRow } from '../../model/audit.ts'
import type { ConnectorPayloadRow, ConnectorRow } from '../../model/integrations.ts'
import { everyone } from '../../ports/store.ts'
import { type PayloadReader, readerOf } from '../integrations/reader.ts'
import { connectorSentences } from '../integrations/sentences.ts'
import {
  contentsOf,
  namesOneOf,
  type SoughtPerson,
  type StoredContents,
  soughtPersons,
} from '../integrations/stored-contents.ts'
import type { Erasure } from './erase-files.ts'

/** Rows of one query: at most 5 MiB. */
const rowsPerChunk = 20

export interface NamingPayload {
  row: ConnectorPayloadRow
  connector: ConnectorRow
  contents: StoredContents
}

/** Yields payloads that name a person. They are encrypted, so all of the scope are decrypted, in chunks. */
export async function* payloadsNaming(
  services: Services,
  scope: ModeScope,
  persons: readonly SoughtPerson[],
): AsyncGenerator<NamingPayload[]> {
  const sought = await soughtPersons(services, persons)
  const readers = new Map<string, { connector: ConnectorRow; reader: PayloadReader }>()
  for (let after = ''; ; ) {
    const found = await services.store.read(async (rows) => {
      const page = await rows.connectorPayloads.find(scope, { id: gt(after) }, { limit: rowsPerChunk })
      const organisation = page.length > 0 && (await rows.organisations.get(everyone, scope.organisationId))
      for (const { connectorId } of page) {
        if (!organisation || readers.has(connectorId)) continue
        const connector = await rows.connectors.get(scope, connectorId)
        if (connector)
          readers.set(connectorId, { connector, reader: await readerOf(rows, connector, organisation) })
      }
      return page
    })
    const naming: NamingPayload[] = []
    for (const row of found) {
      const known = readers.get(row.connectorId)
      if (!known) continue
      await services.turns.rest()
      const contents = contentsOf(services, row, known.reader)
      if (await namesOneOf(services, contents, sought))
        naming.push({ row, connector: known.connector, contents })
    }
    yield naming
    if (found.length < rowsPerChunk) return
    after = found.at(-1)!.id
  }
}

/** Removes payloads that name erased persons, with entries in the audit log. */
export const erasePayloads = async (
  { services, job, transact, extend }: JobContext,
  { items, modes, persons }: Erasure,
): Promise<void> => {
  if (persons.length === 0) return
  for (const mode of modes) {
    const scope = { organisationId: items[0]!.organisationId, mode }
    for await (const naming of payloadsNaming(services, scope, persons)) {
      for (const some of Map.groupBy(naming, ({ row }) => row.connectorId).values()) {
        await transact(async ({ rows }) => {
          const ids = some.map(({ row }) => row.id)
          const removed = await rows.connectorPayloads.remove(scope, { id: oneOf(ids) })
          if (removed === 0) return
          const detail = connectorSentences.sentence('payload_erased').message
          await rows.connectorDeliveries.updateWhere(scope, { itemId: oneOf(ids) }, { itemId: null, detail })
          await rows.auditLog.insert(entryOfErasure(services, job.id, some[0]!.connector, removed))
        })
      }
      await extend()
    }
  }
}

/** Returns an audit entry without names and ids of payloads, because it outlives the erasure. */
const entryOfErasure = (
  services: Services,
  jobId: string,
  { id, organisationId, mode }: ConnectorRow,
  removed: number,
): AuditRow =>
  entryOf(
    services,
    { type: 'OPERATOR', id: jobId, name: 'erasure', operation: 'items.erase' },
    {
      ...{ organisationId, mode, action: 'CHANGED', resource: 'connector', resourceId: id },
      ...{ before: { erasedPayloads: 0 }, after: { erasedPayloads: removed } },
    },
  )
