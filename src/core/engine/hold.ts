import { everyone, type Lock, type Rows, type WritableRows } from '../ports/store.ts'

/** Something of the whole instance that is held back until people let it go on. */
export interface Hold {
  /** ms of real time. */
  since: number
  /** A sentence for operators. */
  reason: string
}

/** One kind of hold, kept as a fact of the instance; `initial` is what it knows beside when and why. */
export const holdNamed = <More extends object>(id: string, initial: More) => {
  const standing = async (rows: Pick<Rows, 'facts'>, lock?: Lock): Promise<(Hold & More) | undefined> => {
    const fact = await rows.facts.get(everyone, id, lock && { lock })
    return fact && (JSON.parse(fact.value) as Hold & More)
  }
  return {
    standing,
    /** Holds from now on; where it is held already, what was said first stays. */
    async begin(rows: WritableRows, said: Hold): Promise<Hold & More> {
      const before = await standing(rows)
      if (before) return before
      const hold = { ...said, ...initial }
      await rows.facts.insert({ id, value: JSON.stringify(hold) })
      return hold
    },
    /** Changes what the hold knows, where it stands. */
    async change(rows: WritableRows, change: (hold: Hold & More) => Hold & More): Promise<void> {
      const hold = await standing(rows, 'wait')
      if (hold) await rows.facts.update(everyone, id, { value: JSON.stringify(change(hold)) })
    },
    /** False where nothing was held. */
    async end(rows: WritableRows): Promise<boolean> {
      return (await rows.facts.remove(everyone, { id })) > 0
    },
  }
}
