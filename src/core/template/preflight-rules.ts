/** How bad what is found may be: it keeps a design from being published, is only told, or is not looked at. */
export const preflightSeverities = ['error', 'warning', 'off'] as const
type Severity = (typeof preflightSeverities)[number]

/** What is looked at before anything is printed, and how bad it is unless the product says otherwise. */
export const preflightDefaults = {
  /** More ink than the stock takes: the sheets stick together. */
  ink_total: 'error',
  /** Small text in several inks, whose edges never lie exactly on one another. */
  small_text_inks: 'error',
  /** Lines thinner than a plate holds. */
  hairline: 'error',
  /** White in a PDF that is set to overprint: a press leaves what is below it. */
  white_overprint: 'error',
  /** A page of a PDF without bleed. */
  bleed_missing: 'warning',
  /** Small text in less than a full ink, which is printed as dots. */
  small_text_tint: 'warning',
  /** Black text or lines made of four inks. */
  rich_black: 'warning',
  /** What is painted in RGB within a PDF: its colours are converted at the printer. */
  rgb_object: 'warning',
  /** Pictures in RGB, which keep their profile. */
  rgb_image: 'off',
  /** Pictures within a PDF with fewer dots than print sharply. */
  low_resolution: 'warning',
  /** Transparency that is blended in another space than that of the inks. */
  transparency_space: 'warning',
} as const satisfies Record<string, Severity>

export type PreflightRule = keyof typeof preflightDefaults
/** The severities that a product sets itself. */
export type PreflightSeverities = Partial<Record<PreflightRule, Severity>>
