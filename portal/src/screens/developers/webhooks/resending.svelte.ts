import { answered, api, type Schemas } from '../../../api/client.ts'
import { countLeft, sendWaiting } from './operations.ts'

/** Maximum number of events followed individually (one page); beyond it, only counts are known. */
const maxFollowed = 200
/** Polls without a change after which the remaining events count as failed. */
const maxQuietPolls = 10

interface Page {
  data: Schemas['UndeliveredEvent'][]
  nextCursor: string | null
}

const readUndelivered = (id: string, query: object): Promise<Page> => {
  const of = { 'filter[endpointId]': id, sort: 'createdAt', limit: maxFollowed } as const
  return answered(api.GET('/v1/webhooks/undelivered', { params: { query: { ...of, ...query } } }))
}

/** Progress of retried events: delivered and failed again. */
export class Resending {
  total = $state(0)
  arrived = $state(0)
  failed = $state(0)
  isOver = $state(false)
  readonly #id: string
  /** Number of attempts before the resend, by delivery id. */
  #followed = new Map<string, number>()
  /** Filter by the first and last creation times. */
  #period: object = {}
  #isComplete = true
  #hasMoved = false
  #quietPolls = 0

  /** `expected` is the total until the events are counted. */
  constructor(id: string, expected: number) {
    this.#id = id
    this.total = expected
  }

  async start(): Promise<void> {
    const waiting = { 'filter[status][in]': 'PENDING,SENDING' }
    const { data, nextCursor } = await readUndelivered(this.#id, waiting)
    this.#followed = new Map(data.map(({ id, attemptCount }) => [id, attemptCount]))
    this.#period = {
      'filter[createdAt][gte]': data[0]?.createdAt,
      'filter[createdAt][lte]': data.at(-1)?.createdAt,
    }
    this.#isComplete = nextCursor === null
    const count = await sendWaiting(this.#id)
    this.total = this.#isComplete ? data.length : count
    this.isOver = this.total === 0
  }

  async refresh(): Promise<void> {
    if (this.isOver) return
    const before = `${this.arrived} ${this.failed}`
    const left = await countLeft(this.#id)
    if (this.#isComplete) await this.#checkEach()
    else this.arrived = Math.max(0, this.total - left.count - left.underWay)
    const isQuiet = left.underWay === 0 && before === `${this.arrived} ${this.failed}`
    this.#quietPolls = isQuiet ? this.#quietPolls + 1 : 0
    this.#hasMoved ||= !isQuiet
    const isStill = this.#quietPolls >= (this.#hasMoved && !this.#isComplete ? 2 : maxQuietPolls)
    if (this.arrived + this.failed < this.total && !isStill) return
    this.failed = this.total - this.arrived
    this.isOver = true
  }

  /** Counts unlisted events as delivered, and those attempted again or exhausted as failed. */
  async #checkEach(): Promise<void> {
    const found = new Map<string, Schemas['UndeliveredEvent']>()
    let cursor: string | undefined
    do {
      const page: Page = await readUndelivered(this.#id, { ...this.#period, cursor })
      for (const one of page.data) found.set(one.id, one)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    const followed = [...this.#followed]
    this.arrived = followed.filter(([id]) => !found.has(id)).length
    this.failed = followed.filter(([id, attempts]) => {
      const one = found.get(id)
      return one && (one.attemptCount > attempts || !['PENDING', 'SENDING'].includes(one.status))
    }).length
  }
}
