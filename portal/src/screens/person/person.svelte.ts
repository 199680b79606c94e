import { ApiProblem, answered, api, newIntention, type Schemas } from '../../api/client.ts'

type Data = Schemas['PersonData']
type Item = Schemas['PersonItem']
type Recipient = Schemas['RecipientInput']

/** Loads all pages of a person's data. */
const gather = async (recipient: Recipient): Promise<Data> => {
  let all: Data | undefined
  let cursor: string | undefined
  do {
    const body = { recipient, ...(cursor === undefined ? {} : { cursor }) }
    const page: Data = await answered(api.POST('/v1/items/about', { body }))
    all = all ? { ...all, items: [...all.items, ...page.items] } : page
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return { ...all, nextCursor: null }
}

const ended: readonly Schemas['ItemStatus'][] = [
  ...(['SUPPRESSED', 'COMPLETED', 'RETURNED', 'NOT_SENT', 'FAILED', 'CANCELLED'] as const),
]

export const hasEnded = ({ item }: Item): boolean => ended.includes(item.status)

export interface Erasure {
  erased: { id: string; erasedAt: string }[]
  refused: { id: string; reason: string }[]
}

/** A person's data and its erasure. */
export class Person {
  recipient = $state.raw<Recipient | undefined>(undefined)
  data = $state.raw<Data | undefined>(undefined)
  erasure = $state.raw<Erasure | undefined>(undefined)
  /** Number of items handled by the running erasure. */
  done = $state(0)

  readonly erasable = $derived((this.data?.items ?? []).filter(hasEnded))
  readonly onTheirWay = $derived((this.data?.items ?? []).filter((one) => !hasEnded(one)))

  async find(recipient: Recipient): Promise<void> {
    this.erasure = undefined
    this.data = await gather(recipient)
    this.recipient = recipient
  }

  /** Erases every ended item. Items refused with 409 are returned in `refused`; other errors are thrown. */
  async erase(): Promise<Erasure> {
    const erasure: Erasure = { erased: [], refused: [] }
    this.done = 0
    for (const { item } of this.erasable) {
      const params = { path: { id: item.id }, header: { 'Idempotency-Key': newIntention() } }
      try {
        const { erasure: begun } = await answered(api.POST('/v1/items/{id}/erase', { params }))
        erasure.erased.push({ id: item.id, erasedAt: begun!.requestedAt })
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.status !== 409) throw error
        erasure.refused.push({ id: item.id, reason: error.message })
      }
      this.done++
    }
    this.data = await gather(this.recipient!)
    this.erasure = erasure
    return erasure
  }
}
