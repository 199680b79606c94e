/** `error` prevents publication, `warning` informs, `off` skips the check. */
export const preflightSeverities = ['error', 'warning', 'off'] as const
type Severity = (typeof preflightSeverities)[number]

/** Products may override the severities. */
export const preflightDefaults = {
  /** More ink than the stock takes, so that sheets stick together. */
  ink_total: 'error',
  /** Small text in several inks, which never align exactly. */
  small_text_inks: 'error',
  /** Lines too thin for a plate. */
  hairline: 'error',
  /** White set to overprint in a PDF, so that a press leaves what is below it. */
  white_overprint: 'error',
  /** A page of a PDF without bleed. */
  bleed_missing: 'warning',
  /** Small text in less than full ink, which is printed as dots. */
  small_text_tint: 'warning',
  /** Black text or lines in four inks. */
  rich_black: 'warning',
  /** RGB objects within a PDF, whose colours are converted at the printer. */
  rgb_object: 'warning',
  /** RGB pictures, which keep their profile. */
  rgb_image: 'off',
  /** Pictures within a PDF with too few dots to print sharply. */
  low_resolution: 'warning',
  /** Transparency blended in another colour space than that of the inks. */
  transparency_space: 'warning',
} as const satisfies Record<string, Severity>

export type PreflightRule = keyof typeof preflightDefaults
/** Overrides of a product. */
export type PreflightSeverities = Partial<Record<PreflightRule, Severity>>
