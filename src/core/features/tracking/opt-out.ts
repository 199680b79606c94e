import { nameKey, recipientName } from '../../address/index.ts'
import { nowIn } from '../../engine/mode-clock.ts'
import type { Services } from '../../engine/services.ts'
import { transact } from '../../engine/transact.ts'
import type { ItemRow } from '../../model/items.ts'
import type { Rows } from '../../ports/store.ts'
import { entryErrors, newEntry, putEntry } from '../suppressions/entry.ts'
import { entriesFor, matching } from '../suppressions/match.ts'
import { type FoundPiece, isCode, localeOf, pieceByCode } from './scan.ts'

/** Everyone at the address, or only the person named on the piece. */
export const optOutChoices = ['address', 'person'] as const
export type OptOutChoice = (typeof optOutChoices)[number]

/** State of an opt-out, for the public page. Contains nothing about the recipient. */
export interface OptOut {
  /** Name of the sender. */
  sender: string
  /** Of the piece (BCP 47); null if it is unknown. */
  locale: string | null
  /** False if the sender no longer has the address, so that nothing could be compared. */
  known: boolean
  /** Scope of the existing refusal; null if there is none. */
  refused: OptOutChoice | null
  /** Remaining choices; `person` only if the piece names one. */
  choices: readonly OptOutChoice[]
}

/** Returns the present state without changing it; undefined for an unknown code. */
export const optOutOf = async (services: Services, code: string): Promise<OptOut | undefined> => {
  if (!isCode(code)) return undefined
  return services.store.read(async (rows) => {
    const found = await pieceByCode(rows, code)
    return found && describe(rows, found)
  })
}

/**
 * Adds the recipient to the sender's suppression list, also while the sender is suspended: the recipient's
 * right doesn't depend on it. Repeated requests add no second entry. Undefined for an unknown code.
 */
export const optOut = async (
  services: Services,
  code: string,
  choice: OptOutChoice,
): Promise<OptOut | undefined> => {
  if (!isCode(code)) return undefined
  return transact(services, async ({ rows }) => {
    const found = await pieceByCode(rows, code)
    if (!found) return undefined
    const { item, organisation } = found
    const before = await describe(rows, found)
    if (!before.known) return before
    const scope = { organisationId: item.organisationId, mode: item.mode }
    const entry = newEntry(
      services.ids.next('sup'),
      scope,
      {
        recipient: item.recipient,
        matchName: choice === 'person' && nameKey(recipientName(item.recipient)) !== '',
        advertisingCategory: null,
        stops: 'ALL',
        reason: 'opt_out',
        source: 'OPT_OUT',
        status: 'ACTIVE',
        itemId: item.id,
      },
      nowIn(services, organisation, item.mode),
    )
    await putEntry(rows, scope, entry, 'keep')
    return { ...before, ...(await refusalOf(rows, item)) }
  })
}

const describe = async (rows: Rows, { item, organisation }: FoundPiece): Promise<OptOut> => ({
  sender: organisation.name,
  locale: await localeOf(rows, item),
  ...(await refusalOf(rows, item)),
})

const refusalOf = async (rows: Rows, item: ItemRow): Promise<Omit<OptOut, 'sender' | 'locale'>> => {
  const { recipient, organisationId, mode } = item
  if (entryErrors(recipient, recipient.country, false).length > 0) {
    return { known: false, refused: null, choices: [] }
  }
  const piece = { ...item, advertisingCategory: null }
  const [widest] = matching(await entriesFor(rows, { organisationId, mode }, [piece]), piece)
  if (widest) {
    const all = widest.nameKey === null
    return { known: true, refused: all ? 'address' : 'person', choices: all ? [] : ['address'] }
  }
  const named = nameKey(recipientName(recipient)) !== ''
  return { known: true, refused: null, choices: named ? optOutChoices : ['address'] }
}
