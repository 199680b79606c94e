type Cmyk = readonly [number, number, number, number]

const keptKey = 'lettershop.inks'
const mostKept = 400

const read = (): Record<string, string> => {
  try {
    return JSON.parse(localStorage.getItem(keptKey) ?? '{}')
  } catch {
    return {}
  }
}

/** What inks look like on a screen, as the server has drawn them; kept, because it stays the same. */
let known: Record<string, string> | undefined

export const rememberInks = (
  colours: Readonly<Record<string, string>>,
  cmykOf: (name: string) => Cmyk | undefined,
): void => {
  known ??= read()
  for (const [name, colour] of Object.entries(colours)) {
    const cmyk = cmykOf(name)
    if (cmyk) known[cmyk.join(' ')] = colour
  }
  const entries = Object.entries(known)
  if (entries.length > mostKept) known = Object.fromEntries(entries.slice(-mostKept))
  localStorage.setItem(keptKey, JSON.stringify(known))
}

/** Until the server has drawn a colour it is only roughly known. */
export const screenColour = (cmyk: Cmyk): string => {
  known ??= read()
  const kept = known[cmyk.join(' ')]
  if (kept) return kept
  const [c, m, y, k] = cmyk.map((percent) => percent / 100) as [number, number, number, number]
  const channel = (ink: number) => Math.round(255 * (1 - ink) * (1 - k * 0.87))
  return `rgb(${channel(c)} ${channel(m)} ${channel(y)})`
}
