import { describe, expect, it } from 'vitest'
import { AnotherAttempt, type HandOverJournal, JournalFailed } from '../../src/core/ports/print-partner.ts'

/** Opens the journals of several servers with shared records; `run_1` and `run_2` exist. */
export type OpenJournals = (servers: number) => Promise<HandOverJournal[]>

export interface JournalTraits {
  /** Whether the journal accepts only one of several concurrent intents for a run. */
  excludes: boolean
}

/** The contract of every hand-over journal. */
export const handOverJournalContract = (
  name: string,
  open: OpenJournals,
  { excludes }: JournalTraits,
): void => {
  describe(`hand-over journal: ${name}`, () => {
    noting(open)
    twoServers(open, excludes)
  })
}

const noting = (open: OpenJournals): void => {
  it('records an intent, and then the delivery', async () => {
    const [journal] = (await open(1)) as [HandOverJournal]
    expect(await journal.entries('run_1')).toEqual([])
    await journal.intend('run_1', 'a')
    expect(await journal.entries('run_1')).toEqual([{ attempt: 'a', state: 'intended' }])
    await journal.deliver('run_1', 'a')
    await journal.deliver('run_1', 'a')
    expect(await journal.entries('run_1')).toEqual([{ attempt: 'a', state: 'delivered' }])
  })

  it('separates runs', async () => {
    const [journal] = (await open(1)) as [HandOverJournal]
    await journal.intend('run_1', 'a')
    await journal.intend('run_2', 'b')
    await journal.forget('run_1', ['a', 'b'])
    expect(await journal.entries('run_1')).toEqual([])
    expect(await journal.entries('run_2')).toEqual([{ attempt: 'b', state: 'intended' }])
  })

  it('does not return forgotten entries', async () => {
    const [journal] = (await open(1)) as [HandOverJournal]
    await journal.intend('run_1', 'a')
    await journal.forget('run_1', ['a'])
    await expect(journal.deliver('run_1', 'a')).rejects.toThrow(JournalFailed)
    expect(await journal.entries('run_1')).toEqual([])
    await journal.forget('run_1', ['a', 'never'])
  })

  it('records an attempt again after it was forgotten', async () => {
    const [journal] = (await open(1)) as [HandOverJournal]
    await journal.intend('run_1', 'a')
    await journal.forget('run_1', ['a'])
    await journal.intend('run_1', 'b')
    expect(await journal.entries('run_1')).toEqual([{ attempt: 'b', state: 'intended' }])
  })
}

const twoServers = (open: OpenJournals, excludes: boolean): void => {
  it('lets another server continue from a recorded entry', async () => {
    const [one, two] = (await open(2)) as [HandOverJournal, HandOverJournal]
    await one.intend('run_1', 'a')
    expect(await two.entries('run_1')).toMatchObject([{ attempt: 'a', state: 'intended' }])
    await two.deliver('run_1', 'a')
    expect(await one.entries('run_1')).toMatchObject([{ attempt: 'a', state: 'delivered' }])
    await two.forget('run_1', ['a'])
    expect(await one.entries('run_1')).toEqual([])
  })

  it.runIf(excludes)('accepts one of many concurrent intents', async () => {
    const servers = await open(2)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => servers[n % 2]!.intend('run_1', `attempt-${n}`)),
    )
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(9)
    expect(refused.map(({ reason }) => reason)).toEqual(Array(9).fill(expect.any(AnotherAttempt)))
    expect(await servers[0]!.entries('run_1')).toHaveLength(1)
  })

  it.runIf(excludes)('keeps the recorded intent, and rejects an unknown run', async () => {
    const [one, two] = (await open(2)) as [HandOverJournal, HandOverJournal]
    await one.intend('run_1', 'a', '{"jobs":[7]}')
    expect(await two.entries('run_1')).toEqual([{ attempt: 'a', state: 'intended', note: '{"jobs":[7]}' }])
    await expect(one.intend('run_9', 'a')).rejects.toThrow(JournalFailed)
  })
}
