import type { Page } from 'playwright-core'
import type { seeded } from '../portal.ts'

/** The sample organisation: its API in both modes, and an item of it. */
export interface Sample extends Awaited<ReturnType<typeof seeded>> {
  itemId: string
}

export interface Screen {
  /** Name of the screenshot, which starts with the name of its group. */
  name: string
  /**
   * Returns the path below `/portal`; creates what the screen shows if the samples lack it. `person` is a
   * page of the owner.
   */
  path(sample: Sample, person: Page): string | Promise<string>
  /** Waits until everything on the screen has loaded. */
  ready(page: Page): Promise<unknown>
  isSignedIn?: false
}

/** Returns a function that creates something once for each sample organisation. */
export const once = <T>(make: (sample: Sample) => Promise<T>): ((sample: Sample) => Promise<T>) => {
  const results = new WeakMap<Sample, Promise<T>>()
  return (sample) => {
    const known = results.get(sample) ?? make(sample)
    results.set(sample, known)
    return known
  }
}
