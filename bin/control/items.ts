import type * as v from 'valibot'
import { organisationScopes } from '../../src/core/access/scopes.ts'
import { type ModeScope, noClient, type WriteContext } from '../../src/core/context.ts'
import { Problem } from '../../src/core/errors.ts'
import type { Core } from '../../src/core/index.ts'
import { itemInput } from '../../src/core/items/schema.ts'
import { nowIn } from '../../src/core/jobs/scheduler.ts'
import type { OrganisationRow } from '../../src/core/organisations/store.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { transact } from '../../src/core/transact.ts'
import { tryParse } from '../../src/core/validate.ts'
import { CommandFailure, exitCodes, type WrongParameter } from '../cli/failure.ts'
import { toFailureBody } from '../cli/to-failure.ts'

/**
 * Creates items, each in the organisation and mode of its Postflow. All are read before the first is created, so that
 * a file with a slip in one row creates nothing; what is wrong is named as it stands in the file.
 */
export const createItems = async (core: Core, values: readonly unknown[]): Promise<unknown[]> => {
  const rows = await readRows(core, values)
  const created: unknown[] = []
  for (const [index, row] of rows.entries()) {
    try {
      created.push(await createItem(core, row))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { exitCode } = toFailureBody(error)
      const before = index === 0 ? '' : ` The ${index} before it were created.`
      const place = placeOf(index, values.length)
      const detail = `${place && `${place}: `}${error.message}${before}`
      throw new CommandFailure({ code: error.code, detail, exitCode }, { cause: error })
    }
  }
  return created
}

/** `items[3]`; empty where the file holds one item. */
const placeOf = (index: number, count: number): string => (count === 1 ? '' : `items[${index}]`)

interface Row {
  body: v.InferOutput<typeof itemInput>
  organisation: OrganisationRow
  scope: ModeScope
}

const readRows = async ({ services }: Core, values: readonly unknown[]): Promise<Row[]> => {
  const errors: WrongParameter[] = []
  const rows: Row[] = []
  await services.store.read(async (stored) => {
    for (const [index, value] of values.entries()) {
      const place = placeOf(index, values.length)
      const refuse = (parameter: string, message: string) =>
        errors.push({ parameter: [place, parameter].filter(Boolean).join('.'), message })
      const parsed = tryParse(itemInput, value, 'body')
      for (const { parameter, message } of parsed.errors) {
        refuse(parameter === 'body' && place ? '' : parameter, message)
      }
      const body = parsed.output
      if (!body) continue
      const postflow = await stored.postflows.get(everyone, body.postflowId)
      if (!postflow) {
        refuse('postflowId', `There is no Postflow ${body.postflowId}.`)
        continue
      }
      const { organisationId, mode } = postflow
      const organisation = (await stored.organisations.get(everyone, organisationId))!
      rows.push({ body, organisation, scope: { organisationId, mode } })
    }
  })
  if (errors.length === 0) return rows
  const detail = errors.map(({ parameter, message }) => `${parameter}: ${message}`).join(' ')
  throw new CommandFailure({ code: 'validation_failed', detail, exitCode: exitCodes.usage, errors })
}

/** The handler of `items.create`, called by whoever runs the instance instead of with a key. */
const createItem = async (
  { services, registry }: Core,
  { body, organisation, scope }: Row,
): Promise<unknown> => {
  const operation = (await registry.get('items.create'))!
  const input = { params: {}, query: undefined, list: undefined, bytes: undefined, body, ifMatch: undefined }
  const context = {
    services,
    caller: {
      kind: 'operator' as const,
      id: 'command line',
      name: 'command line',
      scopes: organisationScopes,
    },
    client: noClient,
    sessionId: undefined,
    changeSession() {},
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
