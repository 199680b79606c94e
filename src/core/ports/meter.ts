/** Counters and histograms for `/metrics`. Labels have few values: never ids or text of users. */
export interface Meter {
  /** Adds one to a counter. */
  count(name: string, labels: Labels): void
  /** Adds a duration to a histogram, in seconds. */
  time(name: string, labels: Labels, seconds: number): void
}
export type Labels = Readonly<Record<string, string>>

/** Discards everything; the default of the library. */
export const silentMeter: Meter = { count() {}, time() {} }
