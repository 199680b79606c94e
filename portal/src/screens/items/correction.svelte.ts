import { words as w } from 'words:item'
import { ApiProblem, answered, api, type Schemas } from '../../api/client.ts'
import { preferences, sentenceOf, states } from '../../messages/index.svelte.ts'
import { notices } from '../../shell/notices.svelte.ts'
import { draftOfAddress } from '../../ui/address.ts'
import { TypedFields } from './typed-fields.ts'

type Item = Schemas['Item']

const textsOf = ({ data }: Pick<Item, 'data'>): Record<string, string> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]))

/** Edits recipient and merge fields of an item that is in no run yet. Saving checks the item again. */
export class Correction {
  address = $state(draftOfAddress({}))
  values = $state<Record<string, string>>({})
  /** Undefined until `begin` has loaded them. */
  fields = $state.raw<TypedFields>()
  names = $state.raw<string[]>([])
  /** The user's choice to keep the address as written; undefined before a choice. */
  chosen = $state<boolean>()
  /** True once the user tried to save; unreadable values are then shown as errors. */
  isInsistent = $state(false)
  /** True if another user changed the item in the meantime. */
  isTheirs = $state(false)
  /** The item when editing began. */
  #before = $state.raw<Item>()
  /** The item's current state, which another user may have changed. */
  #present: Item | undefined

  async begin(item: Item): Promise<void> {
    this.#before = item
    this.#present = item
    this.address = draftOfAddress(item.recipient)
    this.chosen = undefined
    this.isInsistent = false
    this.isTheirs = false
    const held = await answered(api.GET('/v1/items/{id}/fields', { params: { path: { id: item.id } } }))
    this.fields = new TypedFields(held, preferences.locale)
    this.names = [...new Set([...Object.keys(item.data), ...Object.keys(held.variables)])]
    this.values = this.#formattedOf(item)
  }

  /** Revision of the item when editing began. */
  get revision(): number | undefined {
    return this.#before?.revision
  }

  /** True if the user changed something that isn't saved. */
  get isTyped(): boolean {
    const before = this.#before
    if (!before || !this.fields) return false
    const initial = this.#formattedOf(before)
    return (
      this.chosen !== undefined ||
      Object.keys(this.#recipientOf(before)).length > 0 ||
      this.names.some((name) => (this.values[name] ?? '') !== (initial[name] ?? ''))
    )
  }

  /** True if a confirmed address was changed, because the confirmation doesn't apply to the new one. */
  get needsReconfirmation(): boolean {
    return this.#before?.addressOverride === true && this.#isAddressChanged && this.chosen === undefined
  }

  /** Whether the address is printed as written, also where it looks wrong. */
  get asWritten(): boolean {
    return this.chosen ?? (this.#before?.addressOverride === true && !this.#isAddressChanged)
  }

  /** Returns the saved item; undefined if a value can't be read, or another user changed the item. */
  async save(): Promise<Item | undefined> {
    const [before, present] = [this.#before!, this.#present!]
    const data = this.#dataOf(before, present)
    this.isInsistent = true
    if (!data) return undefined
    const now = textsOf(present)
    const isDataChanged =
      Object.keys(data).length !== Object.keys(now).length ||
      Object.entries(data).some(([name, value]) => value !== now[name])
    const isKept = this.asWritten === before.addressOverride && !this.#isAddressChanged
    const body: Schemas['ItemUpdate'] = {
      recipient: this.#recipientOf(before),
      ...(isDataChanged ? { data } : {}),
      // Sent explicitly, because the server drops a confirmation when the address changes.
      ...(isKept ? {} : { addressOverride: this.asWritten }),
    }
    const path = { id: before.id }
    try {
      const header = { 'If-Match': `"${present.revision}"` }
      return await answered(api.PATCH('/v1/items/{id}', { params: { path, header }, body }))
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 412) throw error
      this.#present = await answered(api.GET('/v1/items/{id}', { params: { path } }))
      this.isTheirs = true
      return undefined
    }
  }

  get #isAddressChanged(): boolean {
    return (
      this.#before !== undefined &&
      Object.keys(this.#recipientOf(this.#before)).some((name) => name !== 'name' && name !== 'companyName')
    )
  }

  /** Returns the address fields that differ from the item's; null removes an emptied field. */
  #recipientOf({ recipient }: Item): NonNullable<Schemas['ItemUpdate']['recipient']> {
    const present: Partial<Record<string, string | null>> = recipient
    return Object.fromEntries(
      Object.entries(this.address)
        .map(([name, value]) => [name, value.trim()] as const)
        .filter(([name, value]) => value !== (present[name] ?? ''))
        .map(([name, value]) => [name, value === '' ? null : value]),
    )
  }

  #formattedOf({ data }: Item): Record<string, string> {
    return Object.fromEntries(
      Object.entries(data).map(([name, value]) => [name, this.fields!.displayText(name, String(value))]),
    )
  }

  /** Returns the item's merge fields with the user's changes; undefined if a value can't be read. */
  #dataOf(before: Item, present: Item): Record<string, string> | undefined {
    const initial = this.#formattedOf(before)
    const data = textsOf(present)
    for (const name of this.names) {
      const text = this.values[name] ?? ''
      if (text === (initial[name] ?? '')) continue
      const { value } = this.fields!.read(name, text)
      if (value === undefined) return undefined
      // An empty text is printed as such; an emptied amount or date is removed.
      if (value === '' && this.fields!.kindOf(name)) delete data[name]
      else data[name] = value
    }
    return data
  }
}

/** Reports what the check of a saved item found. */
export const reportSaved = ({ findings, status }: Item): void => {
  const errors = findings.filter(({ severity }) => severity === 'error')
  notices.show(
    errors.length > 0
      ? w().correction.notSent({ reasons: errors.map(sentenceOf).join(' ') })
      : w().correction.saved({ state: states().ItemStatus[status] }),
  )
}
