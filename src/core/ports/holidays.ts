import type { HolidaySource } from '../model/catalogue.ts'

/** Knows the holidays of countries. */
export interface Holidays {
  /**
   * The holidays of a source in a year, as days `YYYY-MM-DD`. Null where it knows no such country or region.
   */
  daysOf(source: HolidaySource, year: number): Promise<readonly string[] | null>
  /**
   * The countries that it knows, by their codes, each with its parts: what they are called, by the code that a
   * source names them by.
   */
  regions(): Promise<Readonly<Record<string, Readonly<Record<string, string>>>>>
}
