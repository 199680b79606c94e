/** Browsers and systems in `User-Agent`. The first match counts, because many claim to be others. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const firstOf = (userAgent: string, names: typeof browsers): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** Returns browser and system of a `User-Agent`, if known. */
export const browserOf = (
  userAgent: string,
): { browser: string | undefined; system: string | undefined } => ({
  browser: firstOf(userAgent, browsers),
  system: firstOf(userAgent, systems),
})
