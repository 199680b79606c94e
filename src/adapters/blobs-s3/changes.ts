export interface Saving {
  /** Saves a blob, or waits for a save of it that is in progress. */
  save(key: string): Promise<void>
  /** True if the blob was created after the backup began and so isn't part of it. */
  isNew(key: string): boolean
}

interface Current extends Saving {
  note(key: string): void
  /** Saves a blob that is about to change. `assertSaved` reports a failure. */
  saveFirst(key: string): Promise<void>
  ended: Promise<void>
}

/**
 * Tracks removals and replacements of blobs. During a backup each waits only for the copy of its own blob: a
 * bucket has no hard links, and copying all may take hours.
 */
export const createChanges = (isThere: (key: string) => Promise<boolean>) => {
  let current: Current | undefined
  const pending = new Set<Promise<unknown>>()

  const before = async (key: string, kind: 'write' | 'remove'): Promise<void> => {
    const saving = current
    if (!saving || saving.isNew(key)) return
    if (kind === 'remove' || (await isThere(key))) await saving.saveFirst(key)
    else saving.note(key)
  }

  return {
    async make<T>(key: string, kind: 'write' | 'remove', change: () => Promise<T>): Promise<T> {
      // Registered before the first `await`, so that a backup that begins next waits for it.
      const changing = before(key, kind).then(change)
      pending.add(changing)
      try {
        return await changing
      } finally {
        pending.delete(changing)
      }
    },
    /** Calls `save` for every blob that is removed or replaced while `work` runs. Calls run one at a time. */
    async whileSaved<T>(
      save: (key: string) => Promise<void>,
      work: (saving: Saving) => Promise<T>,
    ): Promise<T> {
      while (current) await current.ended
      let end = () => {}
      const ended = new Promise<void>((resolve) => {
        end = resolve
      })
      const saving = createSaving(save)
      current = { ...saving, ended }
      let done: T
      try {
        await Promise.allSettled([...pending])
        done = await work(saving)
      } finally {
        await saving.end()
        current = undefined
        end()
      }
      saving.assertSaved()
      return done
    },
  }
}

const createSaving = (toSave: (key: string) => Promise<void>) => {
  const born = new Set<string>()
  const beingSaved = new Map<string, Promise<void>>()
  let isOver = false
  let fault: { error: unknown } | undefined
  const save = (key: string): Promise<void> => {
    const already = beingSaved.get(key)
    if (already) return already
    const saved = toSave(key).finally(() => beingSaved.delete(key))
    beingSaved.set(key, saved)
    return saved
  }
  return {
    isNew: (key: string) => born.has(key),
    note: (key: string) => void born.add(key),
    save,
    async saveFirst(key: string): Promise<void> {
      if (isOver) return
      await save(key).catch((error: unknown) => {
        fault ??= { error }
      })
    },
    /** Lets no change save its blob any more, and resolves once no save is in progress. */
    async end(): Promise<void> {
      isOver = true
      await Promise.allSettled([...beingSaved.values()])
    },
    /** Throws if a blob was removed or replaced without a copy. */
    assertSaved(): void {
      if (fault) throw fault.error
    },
  }
}
