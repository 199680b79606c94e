import type { Words } from '../kernel/sentence-schema.ts'
import { plainSentence, type Sentence } from '../kernel/sentences.ts'
import { everyone, type Lock, type Rows, type WritableRows } from '../ports/store.ts'

/** A pause of an activity of the whole instance, such as printing, until an operator resumes it. */
export interface Hold {
  /** In ms of real time. */
  since: number
  /** Shown to operators. */
  reason: string
  /** Set if Lettershop itself started the hold. */
  said?: Sentence
}

/** Returns Lettershop's sentence if it started the hold, otherwise the operator's text. */
export const whyHeld = ({ reason, said: sentence }: Pick<Hold, 'reason' | 'said'>): Words =>
  sentence ?? reason

export const holdBecause = (sentence: Sentence, since: number): Hold => ({
  since,
  reason: sentence.message,
  said: plainSentence(sentence),
})

/** Returns the operations on the hold stored as the fact `id`. `initial` sets its further fields. */
export const holdNamed = <More extends object>(id: string, initial: More) => {
  const standing = async (rows: Pick<Rows, 'facts'>, lock?: Lock): Promise<(Hold & More) | undefined> => {
    const fact = await rows.facts.get(everyone, id, lock && { lock })
    return fact && (JSON.parse(fact.value) as Hold & More)
  }
  return {
    standing,
    /** Starts the hold and returns it. Returns an existing hold unchanged. */
    async begin(rows: WritableRows, given: Hold): Promise<Hold & More> {
      const before = await standing(rows)
      if (before) return before
      const hold = { ...given, ...initial }
      await rows.facts.insert({ id, value: JSON.stringify(hold) })
      return hold
    },
    async change(rows: WritableRows, change: (hold: Hold & More) => Hold & More): Promise<void> {
      const hold = await standing(rows, 'wait')
      if (hold) await rows.facts.update(everyone, id, { value: JSON.stringify(change(hold)) })
    },
    /** Ends the hold. Returns false if there was none. */
    async end(rows: WritableRows): Promise<boolean> {
      return (await rows.facts.remove(everyone, { id })) > 0
    },
  }
}
