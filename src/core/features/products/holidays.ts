/**
 * The days on which the sample printers of versions before 0.3.0 did not work, by which a calendar of theirs
 * is known that nobody has changed (`adopt.ts`). Calendars look holidays up since.
 */
export const dutchHolidays: readonly string[] = [
  // New Year, Easter Monday, King's Day, Liberation Day (a day off every fifth year), Ascension, Whit Monday,
  // Christmas.
  '2025-01-01',
  '2025-04-21',
  '2025-04-26',
  '2025-05-05',
  '2025-05-29',
  '2025-06-09',
  '2025-12-25',
  '2025-12-26',
  '2026-01-01',
  '2026-04-06',
  '2026-04-27',
  '2026-05-14',
  '2026-05-25',
  '2026-12-25',
  '2026-12-26',
  '2027-01-01',
  '2027-03-29',
  '2027-04-27',
  '2027-05-06',
  '2027-05-17',
  '2027-12-25',
  '2027-12-26',
  '2028-01-01',
  '2028-04-17',
  '2028-04-27',
  '2028-05-25',
  '2028-06-05',
  '2028-12-25',
  '2028-12-26',
]
