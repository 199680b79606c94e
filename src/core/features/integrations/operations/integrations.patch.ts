import { requireScope } from '../../../engine/access/authorise.ts'
import { defineOperation } from '../../../engine/operation.ts'
import { assertRevision } from '../../../kernel/revision.ts'
import { connectorById, connectorToWire, settingsOf } from '../connector.ts'
import { connectorParams, connectorPatch, connectorSchema } from '../schema.ts'

export const patchConnector = defineOperation({
  id: 'integrations.patch',
  method: 'PATCH',
  path: '/integrations/inbound/{id}',
  summary: 'Change an inbound connector, or switch it off and on',
  description:
    '`mapping`, `presetId` and `signature` replace what was there; `signature: null` trusts the address alone. The caller needs `items.write` as well, except to switch it off.',
  permission: 'postflows.write',
  effect: 'write',
  params: connectorParams,
  body: connectorPatch,
  output: connectorSchema,
  ifMatch: true,
  errors: ['not_found', 'revision_conflict'],
  async prepare({ caller }, { body }) {
    const onlyEnds = body.active === false && Object.keys(body).length === 1
    if (!onlyEnds) requireScope(caller, 'items.write')
  },
  async handler(context, { params, body, ifMatch }) {
    const { rows, scope, now } = context
    const row = await connectorById(rows, scope, params.id)
    assertRevision(ifMatch, row.revision, 'connector')
    const changed = {
      ...(await settingsOf(context, row.id, body)),
      ...(body.active === undefined ? {} : { active: body.active }),
      revision: row.revision + 1,
      updatedAt: now,
    }
    await rows.connectors.update(scope, row.id, changed)
    return connectorToWire({ ...row, ...changed })
  },
})
