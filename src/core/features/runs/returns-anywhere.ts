import { actorThen } from '../../engine/audit/actor.ts'
import type { ProcessContext } from '../../engine/context.ts'
import { nowIn } from '../../engine/mode-clock.ts'
import type { Mode } from '../../kernel/mode.ts'
import { oneOf } from '../../kernel/query.ts'
import type { OrganisationRow } from '../../model/organisations.ts'
import { everyone } from '../../ports/store.ts'
import { readMoveContext } from '../items/chunks.ts'
import { codeIn, itemsByCode } from './codes.ts'
import { type GivenReturn, withReasons } from './return-codes.ts'
import { type ReturnResult, returnPieces, type ScannedReturn } from './returns.ts'

export interface FoundReturn extends ReturnResult {
  /** Whose piece it is; undefined where the code is not known. */
  organisation: OrganisationRow | undefined
}

/** The pieces of one organisation in one mode, each with its place among all. */
interface Stack {
  organisation: OrganisationRow
  mode: Mode
  pieces: { at: number; scanned: ScannedReturn }[]
}

/**
 * Reports pieces that came back, whosever they are: `returnPieces` for each organisation and mode, in a transaction of its own, by
 * its own clock. Where one fails, what was reported before it stays, and a second try changes nothing of it.
 */
export const returnPiecesAnywhere = async (
  { services, transact, caller }: Pick<ProcessContext, 'services' | 'transact' | 'caller'>,
  given: readonly GivenReturn[],
): Promise<FoundReturn[]> => {
  const { results, stacks } = await services.store.read(async (rows) => {
    const scanned = await withReasons(rows, given)
    const items = await itemsByCode(
      rows,
      everyone,
      scanned.map(({ code }) => codeIn(code)),
    )
    const owners = [...new Set([...items.values()].map(({ organisationId }) => organisationId))]
    const found = await rows.organisations.find(everyone, { id: oneOf(owners) })
    const organisations = new Map(found.map((organisation) => [organisation.id, organisation]))
    const stacks = new Map<string, Stack>()
    const results = scanned.map((piece, at): FoundReturn => {
      const { code, reason } = piece
      const item = items.get(codeIn(code))
      const organisation = item && organisations.get(item.organisationId)
      if (!item || !organisation)
        return { code, reason, outcome: 'UNKNOWN_CODE', item: undefined, organisation: undefined }
      const key = `${organisation.id} ${item.mode}`
      const stack = stacks.get(key) ?? { organisation, mode: item.mode, pieces: [] }
      stack.pieces.push({ at, scanned: piece })
      stacks.set(key, stack)
      return { code, reason, outcome: 'UNKNOWN_CODE', item, organisation }
    })
    return { results, stacks }
  })
  for (const [, { organisation, mode, pieces }] of [...stacks].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )) {
    const scope = { organisationId: organisation.id, mode }
    const now = nowIn(services, organisation, mode)
    const reported = await transact(async (transaction) => {
      const move = await readMoveContext(services, transaction, organisation.id, now)
      return returnPieces(
        move,
        scope,
        pieces.map(({ scanned }) => scanned),
        actorThen(caller),
      )
    })
    for (const [index, result] of reported.entries())
      results[pieces[index]!.at] = { ...result, organisation: result.item && organisation }
  }
  return results
}
