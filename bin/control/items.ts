import type * as v from 'valibot'
import type { Core } from '../../src/core/app/index.ts'
import { organisationScopes } from '../../src/core/engine/access/permissions.ts'
import { type ModeScope, noClient } from '../../src/core/engine/caller.ts'
import type { WriteContext } from '../../src/core/engine/context.ts'
import { attemptOf } from '../../src/core/engine/idempotency/idempotency.ts'
import { once } from '../../src/core/engine/idempotency/once.ts'
import { nowIn } from '../../src/core/engine/mode-clock.ts'
import { bodyOf } from '../../src/core/engine/request.ts'
import { transact } from '../../src/core/engine/transact.ts'
import { tryParse } from '../../src/core/engine/validate.ts'
import { itemInput } from '../../src/core/features/items/schema.ts'
import { toHex } from '../../src/core/kernel/bytes.ts'
import { Problem } from '../../src/core/kernel/errors.ts'
import { canonicalJson } from '../../src/core/kernel/json.ts'
import type { OrganisationRow } from '../../src/core/model/organisations.ts'
import { everyone } from '../../src/core/ports/store.ts'
import { CommandFailure, exitCodes, toFailureReport, type WrongParameter } from '../cli/failure.ts'

export interface CreateItems {
  items: readonly unknown[]
  /** Label with which the same file creates its items again. */
  again?: string | undefined
}

export interface CreatedItems {
  items: unknown[]
  /** Number of items that an earlier run of the command created. */
  before: number
}

/**
 * Creates items, each in the organisation and mode of its Postflow. All are validated first, so that an error
 * in one row creates nothing; errors name the row. Each item's idempotency key is derived from the file's
 * content and the row's position, so that a repeated command creates only missing items.
 */
export const createItems = async (core: Core, { items, again = '' }: CreateItems): Promise<CreatedItems> => {
  const rows = await readRows(core, items)
  const { sha256 } = core.services.crypto
  const file = toHex(sha256(canonicalJson([items, again])))
  const created: unknown[] = []
  let before = 0
  for (const [index, row] of rows.entries()) {
    try {
      const { item, isNew } = await createItem(core, row, `command-line|${file}|${index}`)
      created.push(item)
      if (!isNew) before++
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { exitCode } = toFailureReport(error)
      const done =
        index === 0 ? '' : ` The ${index} before it were created: remove them from the corrected file.`
      const place = placeOf(index, items.length)
      const detail = `${place && `${place}: `}${error.message}${done}`
      throw new CommandFailure({ code: error.code, detail, exitCode }, { cause: error })
    }
  }
  return { items: created, before }
}

/** Returns `items[3]`, or an empty string if the file holds one item. */
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

/** Calls the handler of `items.create` as an operator, without an API key; `key` makes it idempotent. */
const createItem = async (
  { services, registry }: Core,
  { body, organisation, scope }: Row,
  key: string,
): Promise<{ item: unknown; isNew: boolean }> => {
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
  let isNew = false
  const attempt = await attemptOf(
    services,
    scope,
    { owner: context.caller.id, key },
    { operation: operation.id, body },
  )
  const response = await transact(services, (transaction) => {
    isNew = false
    return once(services, transaction, attempt, async () => {
      isNew = true
      const created = await operation.handler({ ...context, ...transaction }, input, prepared)
      return { status: 201, headers: {}, body: created }
    })
  })
  return { item: bodyOf(response), isNew }
}
