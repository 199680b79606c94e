import type { components } from '../api/types.gen.ts'

type Schemas = components['schemas']

type Day = Schemas['AnalyticsSummary']['daily'][number]

/** Days drawn as one bar, because single ones would be too thin. */
export interface Span {
  from: string
  to: string
  created: number
  sent: number
}

/** Maximum bars distinguishable on a phone. */
const maxBars = 60

/** Groups days into bars: single days, or 7 days each in long periods. The last bar ends on the last day. */
export const spansOf = (daily: readonly Day[]): Span[] => {
  const days = daily.length > maxBars ? 7 : 1
  const spans: Span[] = []
  for (let end = daily.length; end > 0; end -= days) {
    const part = daily.slice(Math.max(0, end - days), end)
    spans.unshift({
      from: part[0]!.day,
      to: part.at(-1)!.day,
      created: part.reduce((sum, { created }) => sum + created, 0),
      sent: part.reduce((sum, { sent }) => sum + sent, 0),
    })
  }
  return spans
}

/** Returns the end of the scale: the next of 1, 2, 5, 10, 20, 50 … */
export const topOf = (highest: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest)))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= highest)!
}
