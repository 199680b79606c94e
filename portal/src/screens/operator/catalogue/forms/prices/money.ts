import type { components } from '../../../../../api/types.gen.ts'

type PriceList = components['schemas']['CataloguePriceList']

/** Parses a percentage (two decimals) as hundredths; undefined if invalid, zero, or −100 % and below. */
export const hundredthsOf = (text: string): number | undefined => {
  const plain = text.trim().replace(',', '.')
  if (!/^-?\d{1,3}(\.\d{1,2})?$/.test(plain)) return undefined
  const hundredths = Math.round(Number(plain) * 100)
  return hundredths > -10_000 && hundredths !== 0 ? hundredths : undefined
}

/** Parses a discount (`5`, `5 %`, `5,5 % less`) as negative hundredths of a percent; undefined if invalid. */
export const lessOf = (text: string): number | undefined => {
  const plain = text.trim().replace(/\s*%?\s*(less|minder)?$/i, '')
  const hundredths = hundredthsOf(plain.startsWith('-') ? plain : `-${plain}`)
  return hundredths !== undefined && hundredths < 0 ? hundredths : undefined
}

/** Rounding units in cents. */
export const roundings = [1, 5, 10] as const

/** Changes a price by hundredths of a percent; rounds half up to a multiple of `unit` cents (exact). */
export const raised = (cents: number, hundredths: number, unit: number): number => {
  const whole = 10_000 * unit
  return Math.floor((2 * cents * (10_000 + hundredths) + whole) / (2 * whole)) * unit
}

/** Changes all prices and surcharges by hundredths of a percent. Invalid values stay. */
export const raisedList = (list: PriceList, hundredths: number, unit: number): PriceList => {
  const up = (cents: number) => (typeof cents === 'number' ? raised(cents, hundredths, unit) : cents)
  return {
    ...list,
    lines: list.lines.map(({ steps, ...line }) => ({
      ...line,
      steps: steps.map((step) => ({ ...step, priceCents: up(step.priceCents) })),
      ...(line.sheets ? { sheets: { ...line.sheets, extraCents: up(line.sheets.extraCents) } } : {}),
    })),
    ...(list.extras
      ? { extras: list.extras.map((extra) => ({ ...extra, priceCents: up(extra.priceCents) })) }
      : {}),
  }
}
