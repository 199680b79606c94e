import type { components } from '../../../../../api/types.gen.ts'

type PriceList = components['schemas']['CataloguePriceList']

/** A percentage with two decimals at most, as hundredths of a percent; undefined where it is none, or takes all. */
export const hundredthsOf = (text: string): number | undefined => {
  const plain = text.trim().replace(',', '.')
  if (!/^-?\d{1,3}(\.\d{1,2})?$/.test(plain)) return undefined
  const hundredths = Math.round(Number(plain) * 100)
  return hundredths > -10_000 && hundredths !== 0 ? hundredths : undefined
}

/** What is taken off, such as `5`, `5 %` or `5,5 % less`, as hundredths of a percent below nothing; undefined where it is none. */
export const lessOf = (text: string): number | undefined => {
  const plain = text.trim().replace(/\s*%?\s*(less|minder)?$/i, '')
  const hundredths = hundredthsOf(plain.startsWith('-') ? plain : `-${plain}`)
  return hundredths !== undefined && hundredths < 0 ? hundredths : undefined
}

/** What a price is rounded to, in cents. */
export const roundings = [1, 5, 10] as const

/** A price that is so much higher, rounded to the nearest multiple of `unit` cents, a half upwards. Exact: in integers. */
export const raised = (cents: number, hundredths: number, unit: number): number => {
  const whole = 10_000 * unit
  return Math.floor((2 * cents * (10_000 + hundredths) + whole) / (2 * whole)) * unit
}

/** A list whose every price, surcharge for sheets and extra is so much higher. What is no number stays. */
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
