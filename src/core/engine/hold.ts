import type { Words } from '../kernel/sentence-schema.ts'
import { type Said, saidAlone } from '../kernel/sentences.ts'
import { everyone, type Lock, type Rows, type WritableRows } from '../ports/store.ts'

/** A hold on an activity of the whole instance, such as printing, until an operator ends it. */
export interface Hold {
  /** ms of real time. */
  since: number
  /** Why it is held, a sentence for operators. */
  reason: string
  /** The same where the program says it and no person, so that it can be said in another language. */
  said?: Said
}

/** Why it is held: what a person typed, or the sentence of the program. */
export const whyHeld = ({ reason, said }: Pick<Hold, 'reason' | 'said'>): Words => said ?? reason

/** A hold that the program begins by itself. */
export const holdBecause = (said: Said, since: number): Hold => ({
  since,
  reason: said.message,
  said: saidAlone(said),
})

/** Declares a kind of hold, stored as a fact of the instance; `initial` holds its further fields. */
export const holdNamed = <More extends object>(id: string, initial: More) => {
  const standing = async (rows: Pick<Rows, 'facts'>, lock?: Lock): Promise<(Hold & More) | undefined> => {
    const fact = await rows.facts.get(everyone, id, lock && { lock })
    return fact && (JSON.parse(fact.value) as Hold & More)
  }
  return {
    standing,
    /** Begins a hold and returns it; an existing one stays as it is. */
    async begin(rows: WritableRows, said: Hold): Promise<Hold & More> {
      const before = await standing(rows)
      if (before) return before
      const hold = { ...said, ...initial }
      await rows.facts.insert({ id, value: JSON.stringify(hold) })
      return hold
    },
    /** Changes the hold, where there is one. */
    async change(rows: WritableRows, change: (hold: Hold & More) => Hold & More): Promise<void> {
      const hold = await standing(rows, 'wait')
      if (hold) await rows.facts.update(everyone, id, { value: JSON.stringify(change(hold)) })
    },
    /** Ends the hold; false where there was none. */
    async end(rows: WritableRows): Promise<boolean> {
      return (await rows.facts.remove(everyone, { id })) > 0
    },
  }
}
