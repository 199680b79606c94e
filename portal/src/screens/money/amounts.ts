/** The cents that a text such as `50`, `12,50` or `1.234,56` means; undefined where it means no amount. */
export const centsIn = (text: string): number | undefined => {
  // A currency before or behind the amount, as a sign or a code, and the apostrophe of Swiss thousands.
  const bare = text.replace(/\s|\p{Sc}|['’](?=\d{3})|^[A-Z]{3}(?![A-Z])|(?<![A-Z])[A-Z]{3}$/gu, '')
  // Thousands have one separator, and the cents another.
  const match = /^(\d{1,3}(?:([.,])\d{3}(?:\2\d{3})*)|\d{1,9})(?:([.,])(\d{1,2}))?$/.exec(bare)
  if (!match || (match[2] && match[2] === match[3])) return undefined
  const whole = Number(match[1]!.replace(/[.,]/g, ''))
  return whole * 100 + Number((match[4] ?? '').padEnd(2, '0'))
}

/** Cents as a person types them into a field. */
export const amountText = (cents: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, useGrouping: false }).format(cents / 100)
