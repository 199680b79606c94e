import { organisationScopes } from '../../src/core/access/scopes.ts'
import type { WriteContext } from '../../src/core/context.ts'
import { invalid } from '../../src/core/errors.ts'
import type { Core } from '../../src/core/index.ts'
import { itemInput } from '../../src/core/items/schema.ts'
import { nowIn } from '../../src/core/jobs/scheduler.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { transact } from '../../src/core/transact.ts'
import { parse } from '../../src/core/validate.ts'

/** Creates items, each in the organisation and mode of its Postflow: one after the other, until one is refused. */
export const createItems = async (core: Core, items: readonly unknown[]): Promise<unknown[]> => {
  const created: unknown[] = []
  for (const item of items) created.push(await createItem(core, item))
  return created
}

/** The handler of `items.create`, called by whoever runs the instance instead of with a key. */
const createItem = async ({ services, registry }: Core, body: unknown): Promise<unknown> => {
  const operation = registry.get('items.create')!
  const input = {
    params: {},
    query: undefined,
    list: undefined,
    body: parse(itemInput, body, 'body'),
    ifMatch: undefined,
  }
  const { scope, organisation } = await services.store.read(async (rows) => {
    const postflow = await rows.postflows.get(everyone, input.body.postflowId)
    if (!postflow) throw invalid('postflowId', `There is no Postflow ${input.body.postflowId}.`, 'unknown')
    const { organisationId, mode } = postflow
    return {
      scope: { organisationId, mode },
      organisation: (await rows.organisations.get(everyone, organisationId))!,
    }
  })
  const context = {
    services,
    caller: { kind: 'operator' as const, id: 'command line', scopes: organisationScopes },
    organisation,
    scope,
    shared: { organisationId: scope.organisationId },
    now: nowIn(services, organisation, scope.mode),
    requestId: services.ids.next('req'),
  } satisfies Omit<WriteContext, 'rows' | 'work'>
  const prepared = await operation.prepare?.(
    { ...context, transact: (work) => transact(services, work) },
    input,
  )
  return transact(services, (transaction) =>
    operation.handler({ ...context, ...transaction }, input, prepared),
  )
}
