import type { Page } from 'playwright-core'
import type { seeded } from '../portal.ts'

/** The sample organisation: its API in both modes, and an item of it. */
export interface Sample extends Awaited<ReturnType<typeof seeded>> {
  itemId: string
}

export interface Screen {
  /** Names the picture; the group's name comes first. */
  name: string
  /**
   * The address below `/portal`; makes what the screen shows where the samples lack it. On `person` whoever set the
   * organisation up is signed in.
   */
  path(sample: Sample, person: Page): string | Promise<string>
  /** Waits until everything that the screen shows is there. */
  ready(page: Page): Promise<unknown>
  isSignedIn?: false
}

/** Makes something once for each sample organisation. */
export const once = <T>(make: (sample: Sample) => Promise<T>): ((sample: Sample) => Promise<T>) => {
  const made = new WeakMap<Sample, Promise<T>>()
  return (sample) => {
    const known = made.get(sample) ?? make(sample)
    made.set(sample, known)
    return known
  }
}
