/** Work that was taken up and is now to be done. */
export type Work = () => Promise<unknown>

/** So many pieces of work at once: a lane that is through with one takes up the next that is due. */
export interface Lanes {
  /**
   * Sets free lanes to work where `due` pieces wait, and waits for none of it. Throws where taking work up fails, and what
   * made a lane end since the last time.
   */
  fill(due: number): Promise<void>
  /** Whether something waits that no lane could take: what is under way should give way. */
  isPressed(): boolean
  /** Takes nothing up any more; resolves when what is under way has ended. */
  drain(): Promise<void>
}

/** `next` claims one piece of work, nothing where none may be done now; it is never asked twice at once. */
export const createLanes = (width: number, next: () => Promise<Work | undefined>): Lanes => {
  const lanes = new Set<Promise<void>>()
  let taken = 0
  let asked = 0
  let isPressed = false
  let isDraining = false
  let failed: { error: unknown } | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const take = (): Promise<Work | undefined> => {
    const result = turn.then(() => (isDraining ? undefined : next()))
    turn = result.catch(() => {})
    return result
  }
  const takeMore = async (): Promise<Work | undefined> => {
    for (;;) {
      const before = asked
      const work = await take()
      if (work) isPressed = false
      // What was committed after this look had no free lane to go to, and nobody would look again for it.
      if (work || asked === before || isDraining) return work
    }
  }
  const run = async (first: Work) => {
    for (let work: Work | undefined = first; work; work = await takeMore()) await work()
  }
  const start = (work: Work) => {
    const lane = run(work)
      .catch((error: unknown) => {
        failed ??= { error }
      })
      .finally(() => {
        taken--
        lanes.delete(lane)
      })
    lanes.add(lane)
  }
  const startNext = async (): Promise<boolean> => {
    taken++
    const work = await take().catch((error: unknown) => {
      taken--
      throw error
    })
    if (work) start(work)
    else taken--
    return work !== undefined
  }
  return {
    isPressed: () => isPressed || isDraining,
    async fill(due) {
      if (failed) {
        const { error } = failed
        failed = undefined
        throw error
      }
      if (due === 0) return
      asked++
      let started = 0
      while (started < due && taken < width) {
        if (!(await startNext())) break
        started++
      }
      isPressed = started < due
    },
    async drain() {
      isDraining = true
      while (taken > 0) {
        await turn
        await Promise.all(lanes)
      }
      isDraining = false
    },
  }
}
